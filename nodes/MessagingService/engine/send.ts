import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from './clock';
import { secondsOf } from './howLong';
import { messagesOf, openRegister, type SendSlot } from './messages';
import { cancelSignal, isSubWorkflow, placeOfRun } from './n8n';
import type { Outcome } from './outcome';
import { hintNoKeys, hintNoRecord, hintSentBeforeEdit, hintSubWorkflow } from './output';
import { MOST_IN_FLIGHT, runBatch, type Job, type Pacer } from './pace';
import { Progress } from './progress';
import { alreadySent, sameKeyFailed, type Register } from './register';
import { readOf, requestOf } from './requestOf';
import { reserve } from './sendLimit';
import { isChecked, type CheckedSlot, type Slot, type Todo } from './slot';

function settle(slot: Slot, outcome: Outcome): void {
	if (outcome.ok) {
		slot.output = outcome.output;
		slot.warning = outcome.warning;
	} else slot.failure = outcome.failure;
}

/** Of a message that was sent before, its reference number was kept at most: the item itself says the rest. */
function completed(outcome: Outcome, { todo }: CheckedSlot): Outcome {
	if (!outcome.ok) return outcome;
	const output = outcome.output.map((one) => {
		const { ref_no: refNo, already_sent: isRestored } = one;
		if (isRestored !== true || typeof refNo !== 'string') return one;
		return { ...todo.plan.message?.accepted(refNo), ...one };
	});
	return { ...outcome, output };
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
		const { key } = message;
		if (key === undefined) continue;
		const first = firsts.get(key);
		if (first) {
			repeats.push({ slot, first, sendOnceKey: key });
			sends.delete(item);
		} else {
			firsts.set(key, slot);
		}
	}
	return repeats;
}

function settleRepeats(repeats: readonly Repeat[]): void {
	for (const { slot, first, sendOnceKey } of repeats) {
		if (first.output) settle(slot, alreadySent(undefined, sendOnceKey));
		else if (first.failure) settle(slot, sameKeyFailed(first.failure));
	}
}

/** What is claimed in advance stays claimed if n8n crashes: about half a second of the pace, or one with pauses. */
const CLAIMED_SECONDS = 0.5;
const MOST_CLAIMED = 50;

const paceOf = ({ plan: { sharedLimit }, account: { pacer } }: Todo) =>
	sharedLimit === undefined || sharedLimit.onceRefused === true
		? pacer.rate
		: Math.min(pacer.rate, (sharedLimit.limit * 1000) / sharedLimit.periodMs);

function portionSizeOf(sends: ReadonlyMap<number, SendSlot>): number {
	const slowest = [...sends.values()].reduce(
		(pace, { slot: { todo } }) => Math.min(pace, todo.plan.pause ? 0 : paceOf(todo)),
		Number.POSITIVE_INFINITY,
	);
	return Math.min(MOST_CLAIMED, Math.max(1, Math.ceil(slowest * CLAIMED_SECONDS)));
}

/** So long a list is worth a word on what a crash would do to it. */
const LONG_LIST = 20;

async function settleBefore(
	context: IExecuteFunctions,
	sends: Map<number, SendSlot>,
	{ register, wasEdited }: Awaited<ReturnType<typeof openRegister>>,
): Promise<void> {
	const settled = (item: number, slot: CheckedSlot, outcome: Outcome) => {
		settle(slot, completed(outcome, slot));
		sends.delete(item);
	};
	let wasSent = false;
	for (const [item, { slot, message }] of sends) {
		const known = register.known(message);
		if (known) settled(item, slot, known);
		wasSent ||= known !== undefined;
	}
	if (wasSent && wasEdited) hintSentBeforeEdit(context);
	if (sends.size === 0) return;
	const messages = [...sends.values()].map(({ message }) => message);
	const { refused, hasRow } = await register.begin(messages, portionSizeOf(sends));
	for (const [item, outcome] of refused) {
		const slot = sends.get(item)?.slot;
		if (slot) settled(item, slot, outcome);
	}
	const hasKeys = messages.some(({ key }) => key !== undefined);
	if (!hasRow) hintNoRecord(context);
	else if (!hasKeys && isSubWorkflow(context)) hintSubWorkflow(context);
	else if (!hasKeys && sends.size > LONG_LIST) hintNoKeys(context);
}

function jobOf(
	slot: CheckedSlot,
	item: number,
	send: SendSlot | undefined,
	{ execution, register, progress }: { execution: string; register: Register; progress: Progress },
): Job {
	const { plan, account } = slot.todo;
	const pause = account.pacer.pausedSenders.pauseOf(execution, plan.pause);
	const job = { order: item, limit: plan.sharedLimit, pause };
	if (send === undefined) {
		const settled = (outcome: Outcome) => {
			settle(slot, outcome);
		};
		return { ...job, tryOnce: readOf(slot.todo), settled };
	}
	const { ready, tryOnce, settled } = register.sending(send.message, requestOf(slot.todo));
	return {
		...job,
		...(ready && { ready }),
		tryOnce,
		settled: (outcome) => {
			settle(slot, outcome);
			settled(outcome);
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

export async function send(
	context: IExecuteFunctions,
	slots: readonly Slot[],
	{ stopOnFailure, pause }: { stopOnFailure: boolean; pause: () => Promise<void> },
): Promise<Register> {
	const sends = await messagesOf(context, slots, pause);
	const repeats = takeRepeatedKeys(sends);
	const messages = [...sends.values()].map(({ message }) => message);
	const opened = await openRegister(context, messages, pause);
	const { register } = opened;
	try {
		await settleBefore(context, sends, opened);
		const limit = reserve(context, new Map([...sends].map(([item, { slot }]) => [item, slot])));
		for (const [item, outcome] of limit.beyond) {
			const beyond = sends.get(item);
			if (beyond) settle(beyond.slot, outcome);
			sends.delete(item);
		}
		// If one item is wrong, none of its list is sent.
		if (stopOnFailure && limit.beyond.size > 0) sends.clear();
		const progress = progressOf(context, sends);
		const { execution } = placeOfRun(context);
		const jobsByPacer = new Map<Pacer, Job[]>();
		for (const [item, slot] of slots.entries()) {
			if (!isChecked(slot) || slot.output || slot.failure) continue;
			if (slot.operation.effect === 'send' && !sends.has(item)) continue;
			const job = jobOf(slot, item, sends.get(item), { execution, register, progress });
			await pause();
			const { pacer } = slot.todo.account;
			const jobs = jobsByPacer.get(pacer);
			if (jobs) jobs.push(job);
			else jobsByPacer.set(pacer, [job]);
		}
		await runBatch(jobsByPacer, {
			clock: systemClock,
			random: Math.random,
			stopOnFailure,
			cancelled: cancelSignal(context),
			mostInFlight: MOST_IN_FLIGHT,
		});
		limit.settle();
		settleRepeats(repeats);
		return register;
	} finally {
		await register.end();
	}
}
