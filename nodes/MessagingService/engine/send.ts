import type { IExecuteFunctions } from 'n8n-workflow';

import type { Account } from './account';
import { systemClock } from './clock';
import {
	alreadySent,
	entryKey,
	entryOf,
	MAY_HAVE_BEEN_SENT,
	namesOfKey,
	NOT_NOTED,
	outcomeOfEntry,
	sendOnce,
	tooLong,
	tooLongToNote,
	type Entry,
	type KeyNames,
	type Marked,
	type Message,
	type Verdict,
} from './ledger';
import { secondsOf } from './howLong';
import type { Memory } from './memory';
import { cancelSignal } from './n8n';
import type { Outcome } from './outcome';
import { hintNoMarks, hintSentBeforeEdit } from './output';
import { MOST_IN_FLIGHT, Poll, runBatch, type Job } from './pace';
import { Progress } from './progress';
import { reserve } from './sendLimit';
import { isChecked, urlOf, type CheckedSlot, type Slot, type Todo } from './slot';
import { exchange, type WireRequest } from './wire';

const ACCEPT = { json: 'application/json', xml: 'application/xml' };

const wireOf = (todo: Todo): WireRequest => ({
	request: todo.plan.request,
	url: urlOf(todo),
	accept: ACCEPT[todo.common.responseFormat],
	timeoutMs: Math.ceil(todo.common.requestTimeout * 1000),
});

/** One request of an item, and what its outcome means for the item. */
function requestOf(todo: Todo): () => Promise<Outcome> {
	const { plan, account } = todo;
	const wire = wireOf(todo);
	let poll: Poll | undefined;
	return async () => {
		if (plan.pollUntil) poll ??= new Poll(plan.pollUntil, systemClock.now());
		const outcome = await exchange(account, wire, plan.answer);
		if (poll) return poll.after(outcome, systemClock.now());
		if (outcome.ok || !plan.sharedLimit || outcome.failure.again?.rateLimit !== true)
			return outcome;
		// Of the two limits, the shared one is the narrower.
		return { ok: false, failure: { ...outcome.failure, advice: plan.sharedLimit.advice } };
	};
}

function settle(slot: Slot, outcome: Outcome): void {
	if (outcome.ok) {
		slot.output = outcome.output;
		slot.warning = outcome.warning;
	} else slot.failure = outcome.failure;
}

const NO_PLACE_FOR_KEYS: Outcome = {
	ok: false,
	failure: {
		what: 'A Send Once Key needs a saved workflow, since the keys are kept with it',
		advice: 'Save the workflow, then run again. Or remove the option.',
		sent: 'no',
	},
};

interface SendSlot {
	slot: CheckedSlot;
	message: Message;
}

/** Sends of this run that are not settled yet, by their items. */
async function sendsOf(
	slots: readonly Slot[],
	{ likenesses, runLedger }: Memory,
	pause: () => Promise<void>,
): Promise<Map<number, SendSlot>> {
	const sends = new Map<number, SendSlot>();
	for (const [item, slot] of slots.entries()) {
		if (!isChecked(slot) || slot.output || slot.operation.effect !== 'send') continue;
		const { common, plan, account } = slot.todo;
		const secret = runLedger.storesKeys ? await account.digestKey() : undefined;
		const message = {
			item,
			key: entryKey(item, urlOf(slot.todo), plan.likeRequest, secret),
			likeness: likenesses[item] ?? '',
			sendOnceKey: common.sendOnceKey,
		};
		sends.set(item, { slot, message });
		await pause();
	}
	return sends;
}

/** A message that an earlier execution had sent: its reference number was kept, the rest the item itself says. */
function completed(outcome: Outcome, { todo }: CheckedSlot): Outcome {
	if (!outcome.ok) return outcome;
	const output = outcome.output.map((one) => {
		const { ref_no: refNo, already_sent: isRestored } = one;
		if (isRestored !== true || typeof refNo !== 'string') return one;
		return { ...todo.plan.message?.accepted(refNo), ...one };
	});
	return { ...outcome, output };
}

const verdictOf = (entry: Entry): Verdict => (entry.state === 'accepted' ? 'accepted' : 'unknown');

/** Settles what the ledger knows already; the rest stays. */
function settleKnown(
	sends: Map<number, SendSlot>,
	{ runLedger }: Memory,
	items: number,
): (Verdict | undefined)[] {
	const known = Array.from({ length: items }, (): Verdict | undefined => undefined);
	for (const [item, { slot, message }] of sends) {
		const entry = runLedger.find(message.key, message.likeness);
		if (!entry) continue;
		known[item] = verdictOf(entry);
		settle(slot, completed(outcomeOfEntry(entry), slot));
		sends.delete(item);
	}
	return known;
}

/** Items with the key of an earlier one of the same list: that one speaks for them. */
interface Repeat {
	slot: CheckedSlot;
	first: CheckedSlot;
	sendOnceKey: string;
}

/** The same key twice in one list is one message: the first. */
function takeRepeatedKeys(sends: Map<number, SendSlot>): Repeat[] {
	const firsts = new Map<string, CheckedSlot>();
	const repeats: Repeat[] = [];
	for (const [item, { slot, message }] of sends) {
		const { sendOnceKey } = message;
		if (sendOnceKey === undefined) continue;
		const first = firsts.get(sendOnceKey);
		if (first) {
			repeats.push({ slot, first, sendOnceKey });
			sends.delete(item);
		} else {
			firsts.set(sendOnceKey, slot);
		}
	}
	return repeats;
}

function settleRepeats(repeats: readonly Repeat[]): void {
	for (const { slot, first, sendOnceKey } of repeats) {
		if (first.output) settle(slot, alreadySent(sendOnceKey));
		else if (first.failure) {
			slot.failure = {
				what: 'An earlier item of this list has the same Send Once Key, and its message was not accepted',
				advice: 'Read the error of that item.',
				sent: first.failure.sent,
			};
		}
	}
}

/** Settles what marks of earlier runs know: accepted, or begun and never heard of again. */
function settleMarked(
	sends: Map<number, SendSlot>,
	opened: Marked | undefined,
	{ runLedger }: Memory,
): void {
	for (const [item, { slot, message }] of sends) {
		if (opened === undefined && message.sendOnceKey !== undefined) {
			settle(slot, NO_PLACE_FOR_KEYS);
			sends.delete(item);
			continue;
		}
		const verdict = opened?.verdicts[item] ?? 'unsent';
		if (verdict === 'unsent') continue;
		const { key, likeness, sendOnceKey } = message;
		const outcome =
			verdict === 'accepted' ? alreadySent(sendOnceKey) : outcomeOfEntry(MAY_HAVE_BEEN_SENT);
		const entry = entryOf(outcome);
		if (entry) runLedger.noteOfMarks(key, likeness, entry);
		settle(slot, outcome);
		sends.delete(item);
	}
}

/** A channel lets few through: what is noted in advance is to follow that, since a kill leaves it in doubt. */
const PACE_OF_CHANNEL = 10;

const paceOf = ({ plan: { sharedLimit }, account: { pacer } }: Todo) =>
	sharedLimit === undefined || sharedLimit.onceRefused === true
		? pacer.rate
		: Math.min(pacer.rate, PACE_OF_CHANNEL);

/** Settles all that is known, and opens the marks for what is to be sent. */
async function openSends(
	context: IExecuteFunctions,
	sends: Map<number, SendSlot>,
	memory: Memory,
	items: number,
): Promise<Marked | undefined> {
	if (sends.size === 0) return undefined;
	const messages = [...sends.values()].map(({ message }) => message.key);
	const known = settleKnown(sends, memory, items);
	if (known.some((verdict) => verdict !== undefined) && memory.runLedger.view.wasEdited === true) {
		hintSentBeforeEdit(context);
	}
	const nodeId = context.getNode().id;
	const toSend = new Map<number, KeyNames | undefined>();
	let requestsPerSecond = Number.POSITIVE_INFINITY;
	for (const [item, { slot, message }] of sends) {
		const { sendOnceKey } = message;
		toSend.set(item, sendOnceKey === undefined ? undefined : namesOfKey(nodeId, sendOnceKey));
		requestsPerSecond = Math.min(requestsPerSecond, paceOf(slot.todo));
	}
	if (toSend.size === 0) return undefined;
	const keys = [...toSend.values()].filter((names) => names !== undefined);
	const most = tooLong(items, keys.length);
	if (most !== undefined) {
		for (const { slot } of sends.values()) settle(slot, tooLongToNote(most));
		sends.clear();
		return undefined;
	}
	try {
		const opened = await memory.openMarks({ toSend, known, requestsPerSecond, messages });
		if (opened === undefined) hintNoMarks(context);
		settleMarked(sends, opened, memory);
		return opened;
	} catch {
		// What cannot be noted is not sent.
		for (const { slot } of sends.values()) settle(slot, NOT_NOTED);
		return undefined;
	}
}

function jobOf(
	slot: CheckedSlot,
	item: number,
	send: SendSlot | undefined,
	{ memory, opened, progress }: { memory: Memory; opened: Marked | undefined; progress: Progress },
): Job {
	const { plan } = slot.todo;
	const request = requestOf(slot.todo);
	const job = { order: item, limit: plan.sharedLimit };
	const settled = (outcome: Outcome) => {
		settle(slot, outcome);
	};
	if (send === undefined) return { ...job, tryOnce: request, settled };
	const once = sendOnce(memory.runLedger, opened?.marks, send.message, request);
	return {
		...job,
		tryOnce: once.tryOnce,
		settled: (outcome) => {
			settle(slot, outcome);
			once.settled(outcome);
			progress.settled(outcome.ok);
		},
	};
}

/** In n8n's log, so that someone who waits for a long list sees that it goes on. */
function progressOf(context: IExecuteFunctions, sends: ReadonlyMap<number, SendSlot>): Progress {
	const { name } = context.getNode();
	const isLeft = ({ output, failure }: Slot) => output === undefined && failure === undefined;
	const left = () => [...sends.values()].map(({ slot }) => slot).filter(isLeft);
	return new Progress(
		sends.size,
		systemClock,
		() => secondsOf(left()),
		(line) => {
			context.logger.info(`${name}: ${line}`);
		},
	);
}

/** Sends what is to be sent, at the pace of each account. */
export async function send(
	context: IExecuteFunctions,
	slots: readonly Slot[],
	memory: Memory,
	{ stopOnFailure, pause }: { stopOnFailure: boolean; pause: () => Promise<void> },
): Promise<void> {
	const sends = await sendsOf(slots, memory, pause);
	const repeats = takeRepeatedKeys(sends);
	const opened = await openSends(context, sends, memory, slots.length);
	const limit = reserve(context, new Map([...sends].map(([item, { slot }]) => [item, slot])));
	for (const [item, outcome] of limit.beyond) {
		const beyond = sends.get(item);
		if (beyond) settle(beyond.slot, outcome);
		sends.delete(item);
	}
	// If one item is wrong, none of its list is sent.
	if (stopOnFailure && limit.beyond.size > 0) sends.clear();
	const progress = progressOf(context, sends);
	const byAccount = new Map<Account, Job[]>();
	for (const [item, slot] of slots.entries()) {
		if (!isChecked(slot) || slot.output || slot.failure) continue;
		if (slot.operation.effect === 'send' && !sends.has(item)) continue;
		const job = jobOf(slot, item, sends.get(item), { memory, opened, progress });
		await pause();
		const { account } = slot.todo;
		const jobs = byAccount.get(account);
		if (jobs) jobs.push(job);
		else byAccount.set(account, [job]);
	}
	const cancelled = cancelSignal(context);
	await Promise.all(
		[...byAccount].map(([{ pacer }, jobs]) =>
			runBatch(jobs, pacer, {
				clock: systemClock,
				random: Math.random,
				stopOnFailure,
				cancelled,
				mostInFlight: MOST_IN_FLIGHT,
			}),
		),
	);
	limit.settle();
	settleRepeats(repeats);
}
