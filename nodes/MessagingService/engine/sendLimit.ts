import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Result } from '../../plain';
import { BALANCE_REQUEST, isExpired, whatsappCredit } from '../../service';
import { ask } from './facts';
import {
	isChecked,
	isValidateOnly,
	type CheckedItem,
	type ItemState,
	type Send,
} from './itemState';
import { usedKeys } from './messages';
import { cancelSignal, isCallOnItsOwn, keptWith } from './n8n';
import type { Failure, Fate, Outcome } from './outcome';
import type { CreditAfter } from './output';
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

/** Whether a message of this fate uses up Max Messages. */
const COUNTS: Record<Fate, boolean> = {
	...{ accepted: true, unreadable: true, uncertain: true, notSent: false },
};

/** A message whose key was used before does not leave again. */
const counts = (outcome: Outcome | undefined): boolean =>
	outcome !== undefined &&
	COUNTS[outcome.fate] &&
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

	/** Messages that did not leave do not count. */
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

/** The option Check Credit First: a list that costs more than the balance is not begun. */

const balance = { request: BALANCE_REQUEST, answer: whatsappCredit };

/** What is left, or why that is not known. */
type Credit = Result<{ left: number; words: string }, { failure: Failure }>;

const NOT_COVERED =
	'The WhatsApp credit does not cover the list up to this message, so with Check Credit First nothing of it would be sent';

const refusal = (what: string, advice: string): Failure => ({
	...{ fate: 'notSent', isOfAll: true, what, advice },
});

/** Reads the balance once, if one of the items has the option. */
async function readCredit(
	context: IExecuteFunctions,
	states: readonly ItemState[],
): Promise<Credit | undefined> {
	const first = states.find(({ prepared }) => prepared?.common.checkCredit);
	if (first?.prepared?.plan.credits === undefined) return undefined;
	const asked = await ask(first.prepared.account, balance, cancelSignal(context));
	if (!asked.ok) {
		const what = `The WhatsApp balance could not be read, so nothing was sent: ${asked.what}`;
		const advice = `${asked.advice} To send without this check, remove the option Check Credit First.`;
		return { ok: false, failure: refusal(what, advice) };
	}
	const { wa_balance: left, wa_expired_date: until } = asked.facts;
	return until && isExpired(until, Date.now())
		? { ok: true, left: 0, words: `the balance expired on ${until}` }
		: { ok: true, left, words: `${left} ${left === 1 ? 'is' : 'are'} left` };
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

const costOf = (states: readonly CheckedItem[]): number =>
	states.reduce((sum, { prepared }) => sum + (prepared.plan.credits ?? 0), 0);

/** Refuses all sends if the balance does not cover them. */
export const covered =
	(context: IExecuteFunctions) =>
	async (sends: readonly Send[]): Promise<ReadonlyMap<number, Failure>> => {
		const failure = await shortfall(context, sends, await readCredit(context, sends));
		return new Map(failure ? sends.map(({ item }) => [item, failure]) : []);
	};

/** A message whose key was used before does not leave again, so it costs nothing. */
async function shortfall(
	context: IExecuteFunctions,
	all: readonly Send[],
	credit: Credit | undefined,
) {
	if (!credit?.ok) return credit?.failure;
	if (costOf(all) <= credit.left) return undefined;
	const used = await usedKeys(context, all);
	const unsent = all.filter(({ item }) => used.get(item) !== true);
	const cost = costOf(unsent);
	if (cost <= credit.left || unsent.length === 0) return undefined;
	return refusal(
		`${counted(unsent.length, 'message')} would cost ${counted(cost, 'WhatsApp credit')}, and ${credit.words}`,
		'Top up or extend the credit in the service’s web application, or send fewer messages. Then run again.',
	);
}

/** What is left after each item. */
export async function creditAfter(
	context: IExecuteFunctions,
	states: readonly ItemState[],
	used: ReadonlyMap<number, boolean>,
): Promise<CreditAfter[]> {
	const credit = await readCredit(context, states.filter(isValidateOnly));
	if (!credit) return [];
	if (!credit.ok) return states.map(() => ({ warnings: [credit.failure.what] }));
	let { left } = credit;
	return states.map((state) => {
		if (isChecked(state) && used.get(state.item) !== true) left -= costOf([state]);
		// Fractions of credits would add up to many digits.
		const after = { balance_after: Number(left.toFixed(6)) };
		return left < 0 ? { ...after, warnings: [`${NOT_COVERED} (${credit.words})`] } : after;
	});
}
