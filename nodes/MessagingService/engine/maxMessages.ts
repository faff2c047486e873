import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { CheckedItem, Send } from './itemState';
import { isCallOnItsOwn, keptWith } from './n8n';
import { COUNTED_AS, type Failure, type Outcome } from './outcome';
import { systemClock, type Clock } from './pace';

/** How many messages count toward Max Messages per Execution. */
interface Tally {
	sent: () => number;
	add: () => void;
	/** For a message that was added and did not leave. */
	takeBack: () => void;
}

const HOUR_MS = 60 * 60_000;

/** What each tool sent within the last hour. */
export class LastHour {
	private sends: { tool: string; at: number }[] = [];

	constructor(private readonly clock: Pick<Clock, 'now'> = systemClock) {}

	/** The tally of one message. */
	of(tool: string): Tally {
		const send = { tool, at: this.clock.now() };
		return {
			sent: () => {
				this.sends = this.sends.filter(({ at }) => at > this.clock.now() - HOUR_MS);
				return this.sends.filter((one) => one.tool === tool).length;
			},
			add: () => this.sends.push(send),
			takeBack: () => {
				this.sends = this.sends.filter((one) => one !== send);
			},
		};
	}
}

const lastHour = new LastHour();

const count = z.number().min(0).catch(0);

const limitReached = (most: number, isWithinHour: boolean): Failure => ({
	fate: 'notSent',
	what: `Max Messages per Execution allows ${most}${isWithinHour ? ' within an hour' : ''}, and this message would exceed that`,
	advice:
		'Stop here, and tell the person who built the workflow to raise the option if more should be sent.',
});

/** A message whose key was used before does not leave again. */
const counts = (outcome: Outcome | undefined): boolean =>
	outcome !== undefined &&
	COUNTED_AS[outcome.fate] !== 'not sent' &&
	!('output' in outcome && outcome.output[0]?.already_sent === true);

/** The option Max Messages per Execution. */
export class MessageLimit {
	private readonly isOnItsOwn: boolean;
	private readonly reserved: { state: CheckedItem; tally: Tally }[] = [];
	isExceeded = false;

	constructor(private readonly context: IExecuteFunctions) {
		this.isOnItsOwn = isCallOnItsOwn(context);
	}

	/** Messages are counted before they leave, so that two tool calls at the same time cannot both send the last one. */
	reserve = (sends: readonly Send[]): ReadonlyMap<number, Failure> => {
		const beyond = new Map<number, Failure>();
		const isLimited = sends.some(({ prepared }) => prepared.common.mostMessages !== undefined);
		for (const state of isLimited ? sends : []) {
			const { mostMessages = Infinity } = state.prepared.common;
			const tally = this.tallyOf(state);
			if (tally.sent() >= mostMessages) {
				beyond.set(state.item, limitReached(mostMessages, this.isOnItsOwn));
				continue;
			}
			tally.add();
			this.reserved.push({ state, tally });
		}
		this.isExceeded = beyond.size > 0;
		return beyond;
	};

	/** Messages that did not leave do not count. Called after the batch, which decides what left. */
	giveBack(): void {
		for (const { state, tally } of this.reserved) {
			if (!counts(state.outcome)) tally.takeBack();
		}
	}

	/** Counts for the execution, or for the last hour in this process if each call is on its own. */
	private tallyOf({ operation, prepared: { account } }: CheckedItem): Tally {
		const { context } = this;
		if (this.isOnItsOwn) {
			const id = context.getNode().credentials?.[account.credential]?.id;
			return lastHour.of(JSON.stringify([account.credential, id, operation.action]));
		}
		const kept = keptWith(context);
		const sent = () => count.parse(kept.messagingServiceSent);
		const change = (by: number) => () => {
			kept.messagingServiceSent = sent() + by;
		};
		return { sent, add: change(1), takeBack: change(-1) };
	}
}
