import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Sends } from './messages';
import { keptWith } from './n8n';
import type { Failure, Fate } from './outcome';
import type { CheckedItem } from './itemState';

const limitReached = (most: number): Failure => ({
	fate: 'notSent',
	what: `Max Messages per Execution allows ${most}, and this message would exceed that`,
	advice: 'Do not try again in this execution. To send more, raise the option.',
});

/** Whether a message of this fate uses up Max Messages. */
const COUNTS: Record<Fate, boolean> = {
	...{ accepted: true, unreadable: true, uncertain: true, notSent: false },
};

const count = z.number().min(0).catch(0);

/** The option Max Messages per Execution. */
export class MessageLimit {
	private readonly kept: ReturnType<typeof keptWith>;
	private readonly reserved: CheckedItem[] = [];
	isExceeded = false;

	constructor(context: IExecuteFunctions) {
		this.kept = keptWith(context);
	}

	/** Messages are counted before they leave, so that two tool calls at the same time cannot both send the last one. */
	reserve = (sends: Sends): ReadonlyMap<number, Failure> => {
		const beyond = new Map<number, Failure>();
		const all = [...sends];
		const isLimited = all.some(([, { state }]) => state.prepared.common.mostMessages !== undefined);
		for (const [item, { state }] of isLimited ? all : []) {
			const { mostMessages = Infinity } = state.prepared.common;
			const sent = count.parse(this.kept.messagingServiceSent);
			if (sent >= mostMessages) {
				beyond.set(item, limitReached(mostMessages));
				continue;
			}
			this.kept.messagingServiceSent = sent + 1;
			this.reserved.push(state);
		}
		this.isExceeded = beyond.size > 0;
		return beyond;
	};

	/** Messages that did not leave do not count. */
	giveBack(): void {
		const { reserved, kept } = this;
		const unsent = reserved.filter(({ outcome }) => !outcome || !COUNTS[outcome.fate]);
		if (reserved.length > 0) {
			kept.messagingServiceSent = count.parse(kept.messagingServiceSent) - unsent.length;
		}
	}
}
