import type { IExecuteFunctions } from 'n8n-workflow';

import { cancelSignal, rowOf } from './n8n';
import { statesOfKeys, type KeyState } from './register';
import { isValidateOnly, type Slot } from './slot';

/**
 * Whether the Send Once Keys of the items that Validate Only shows are used already. Nothing is recorded. An item is
 * left out if n8n's database does not say.
 */
export async function usedKeys(
	context: IExecuteFunctions,
	slots: readonly Slot[],
): Promise<ReadonlyMap<number, boolean>> {
	const seen = new Set<string>();
	const used = new Map<number, boolean>();
	const asked = slots.flatMap((slot, item) => {
		const key = isValidateOnly(slot) ? slot.todo?.common.sendOnceKey : undefined;
		if (key === undefined) return [];
		// The same key twice in one list is one message.
		const isRepeat = seen.has(key);
		seen.add(key);
		used.set(item, isRepeat);
		return isRepeat ? [] : [{ item, key }];
	});
	const row = asked.length === 0 ? undefined : rowOf(context, cancelSignal(context));
	if (row === undefined) return used;
	const keys = asked.map(({ key }) => key);
	const states = await statesOfKeys(row, keys).catch((): KeyState[] => []);
	for (const [at, { item }] of asked.entries()) {
		const state = states[at];
		if (state === undefined) used.delete(item);
		else used.set(item, state !== 'free');
	}
	return used;
}
