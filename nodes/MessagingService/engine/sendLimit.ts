import type { IExecuteFunctions } from 'n8n-workflow';

import { sentCount } from './n8n';
import type { Outcome } from './outcome';
import type { CheckedSlot } from './slot';

/** How many messages a node may send in one execution, in all its runs and tool calls together. */

const limitReached = (most: number): Outcome => ({
	ok: false,
	failure: {
		what: `Max Messages per Execution allows ${most}, and this message would exceed that`,
		advice: 'Do not try again in this execution. To send more, raise the option.',
		sent: 'no',
	},
});

interface Reservation {
	beyond: ReadonlyMap<number, Outcome>;
	settle: () => void;
}

/** Counts the messages before they leave, so that two tool calls at once do not share one place. */
export function reserve(
	context: IExecuteFunctions,
	slots: ReadonlyMap<number, CheckedSlot>,
): Reservation {
	const isLimited = [...slots.values()].some(({ todo }) => todo.common.mostMessages !== undefined);
	if (!isLimited) return { beyond: new Map(), settle: () => undefined };
	const count = sentCount(context);
	const reserved: CheckedSlot[] = [];
	const beyond = new Map<number, Outcome>();
	for (const [item, slot] of slots) {
		const { mostMessages } = slot.todo.common;
		if (mostMessages !== undefined && count.get() >= mostMessages) {
			beyond.set(item, limitReached(mostMessages));
			continue;
		}
		count.add(1);
		reserved.push(slot);
	}
	return {
		beyond,
		settle: () => {
			const unsent = reserved.filter(({ output, failure }) =>
				failure === undefined ? output === undefined : failure.sent === 'no',
			);
			count.add(-unsent.length);
		},
	};
}
