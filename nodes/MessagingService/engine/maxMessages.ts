import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { CheckedItem, Send } from './itemState';
import { isCallOnItsOwn, keptWith } from './n8n';
import { COUNTED_AS, type Failure, type Outcome } from './outcome';
import { systemClock, type Clock } from './pace';

/** How many messages count toward Max Messages per Execution. */
interface Tally {
	sent: () => number;
	/** Takes a negative number for messages that did not leave. */
	add: (messages: number) => void;
}

const MINUTES = 60;
const MINUTE_MS = 60_000;

/** What each tool sent within the last hour. It counts by the minute, so that many messages need little memory. */
export class LastHour {
	private counts: { tool: string; minute: number; messages: number }[] = [];

	constructor(private readonly clock: Pick<Clock, 'now'> = systemClock) {}

	of(tool: string): Tally {
		const minute = this.minute();
		return {
			sent: () =>
				this.recent().reduce((sum, one) => sum + (one.tool === tool ? one.messages : 0), 0),
			add: (messages) => {
				const count = this.recent().find((one) => one.tool === tool && one.minute === minute);
				if (count) count.messages += messages;
				else if (messages > 0) this.counts.push({ tool, minute, messages });
			},
		};
	}

	private minute(): number {
		return Math.floor(this.clock.now() / MINUTE_MS);
	}

	private recent() {
		const oldest = this.minute() - MINUTES;
		this.counts = this.counts.filter(({ minute, messages }) => minute >= oldest && messages > 0);
		return this.counts;
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
			tally.add(1);
			this.reserved.push({ state, tally });
		}
		this.isExceeded = beyond.size > 0;
		return beyond;
	};

	/** Messages that did not leave do not count. Called after the batch, which decides what left. */
	giveBack(): void {
		for (const { state, tally } of this.reserved) {
			if (!counts(state.outcome)) tally.add(-1);
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
		const add = (messages: number) => {
			kept.messagingServiceSent = sent() + messages;
		};
		return { sent, add };
	}
}
