import type { IExecuteFunctions } from 'n8n-workflow';

import { namesOfKey, statesOfKeys } from './ledger';
import { cancelSignal, markStoreOf, stoppable } from './n8n';
import { isValidateOnly, type Slot } from './slot';

/** The items that Validate Only shows and whose Send Once Key is used already. Nothing is recorded. */
export async function usedKeys(
	context: IExecuteFunctions,
	slots: readonly Slot[],
): Promise<ReadonlySet<number>> {
	const seen = new Set<string>();
	const used = new Set<number>();
	const asked = slots.flatMap((slot, item) => {
		const key = isValidateOnly(slot) ? slot.todo?.common.sendOnceKey : undefined;
		if (key === undefined) return [];
		// The same key twice in one list is one message.
		if (seen.has(key)) used.add(item);
		seen.add(key);
		return [{ item, names: namesOfKey(context.getNode().id, key) }];
	});
	const store = asked.length === 0 ? undefined : await markStoreOf(context);
	if (store === undefined) return used;
	const states = await statesOfKeys(
		stoppable(store, cancelSignal(context)),
		asked.map(({ names }) => names),
	);
	for (const [at, { item }] of asked.entries()) {
		if (states[at] !== 'free') used.add(item);
	}
	return used;
}
