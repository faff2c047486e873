import type { IExecuteFunctions } from 'n8n-workflow';

import type { CheckedItem } from './itemState';
import type { Sends } from './messages';
import { isCallOnItsOwn } from './n8n';
import type { Failure, Fate } from './outcome';
import { talliesOf, type Tally } from './tally';

const limitReached = (most: number, isWithinHour: boolean): Failure => ({
	fate: 'notSent',
	what: `Max Messages per Execution allows ${most}${isWithinHour ? ' within an hour' : ''}, and this message would exceed that`,
	advice:
		'Stop here, and tell the person who built the workflow to raise the option if more should be sent.',
});

/** Whether a message of this fate uses up Max Messages. */
const COUNTS: Record<Fate, boolean> = {
	...{ accepted: true, unreadable: true, uncertain: true, notSent: false },
};

/** The option Max Messages per Execution. */
export class MessageLimit {
	private readonly isOnItsOwn: boolean;
	private readonly tallyOf: ReturnType<typeof talliesOf>;
	private readonly reserved: { state: CheckedItem; tally: Tally }[] = [];
	isExceeded = false;

	constructor(context: IExecuteFunctions) {
		this.isOnItsOwn = isCallOnItsOwn(context);
		this.tallyOf = talliesOf(context, this.isOnItsOwn);
	}

	/** Messages are counted before they leave, so that two tool calls at the same time cannot both send the last one. */
	reserve = (sends: Sends): ReadonlyMap<number, Failure> => {
		const beyond = new Map<number, Failure>();
		const all = [...sends];
		const isLimited = all.some(([, { state }]) => state.prepared.common.mostMessages !== undefined);
		for (const [item, { state }] of isLimited ? all : []) {
			const { mostMessages = Infinity } = state.prepared.common;
			const tally = this.tallyOf(state);
			if (tally.sent() >= mostMessages) {
				beyond.set(item, limitReached(mostMessages, this.isOnItsOwn));
				continue;
			}
			tally.add(1);
			this.reserved.push({ state, tally });
		}
		this.isExceeded = beyond.size > 0;
		return beyond;
	};

	/** Messages that did not leave do not count. */
	giveBack(): void {
		for (const { state, tally } of this.reserved) {
			if (!state.outcome || !COUNTS[state.outcome.fate]) tally.add(-1);
		}
	}
}
