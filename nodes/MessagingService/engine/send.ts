import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from './clock';
import { messagesOf, openRegister, type PlannedSend } from './messages';
import { cancelSignal, isSubWorkflow, placeOfRun } from './n8n';
import { failed, type Outcome } from './outcome';
import { hint, HINTS, hintWithoutKeys } from './output';
import { pollUntil, runBatch, type Job, type Tried } from './pace';
import { progressOf } from './progress';
import { alreadySent, sameKeyFailed, type Message, type Register } from './register';
import { reserve } from './sendLimit';
import {
	isChecked,
	secondsToSend,
	type CheckedItem,
	type NodeRun,
	type ItemState,
	type Prepared,
} from './itemState';
import { exchange } from './wire';

const ACCEPT = { json: 'application/json', xml: 'application/xml' };

function requestOf(prepared: Prepared): () => Promise<Outcome> {
	const { plan, account, common } = prepared;
	const wire = {
		request: plan.request,
		accept: ACCEPT[common.responseFormat],
		timeoutMs: Math.ceil(common.requestTimeout * 1000),
	};
	return async () => {
		const outcome = await exchange(account, wire, plan.answer);
		if (outcome.ok || !plan.sharedLimit || outcome.failure.again?.rateLimit !== true)
			return outcome;
		// The shared limit is much narrower than that of the API key, so it is the likelier cause.
		return failed({ ...outcome.failure, advice: plan.sharedLimit.advice });
	};
}

function readOf(prepared: Prepared): () => Promise<Tried> {
	const request = requestOf(prepared);
	const goal = prepared.plan.pollUntil;
	if (!goal) return request;
	let poll: ReturnType<typeof pollUntil> | undefined;
	return async () => {
		poll ??= pollUntil(goal, systemClock.now());
		return poll(await request(), systemClock.now());
	};
}

function settle(state: ItemState, outcome: Outcome): void {
	if (outcome.ok) {
		state.output = outcome.output;
		state.warning = outcome.warning;
	} else state.failure = outcome.failure;
}

/** A note keeps only the reference number of a sent message. The rest of the output is made from the item again. */
function completed(outcome: Outcome, { prepared }: CheckedItem): Outcome {
	if (!outcome.ok) return outcome;
	const output = outcome.output.map((json) => {
		const { ref_no: refNo, already_sent: isRestored } = json;
		if (isRestored !== true || typeof refNo !== 'string') return json;
		return { ...prepared.plan.message?.item({ ref_no: refNo }), ...json };
	});
	return { ...outcome, output };
}

/** Items with the same key are one message, so only the first is sent. Returns a function that settles the others after it. */
function takeRepeatedKeys(sends: Map<number, PlannedSend>): () => void {
	const firsts = new Map<string, CheckedItem>();
	const repeats: { state: CheckedItem; key: string }[] = [];
	for (const [item, { state, message }] of sends) {
		const { key } = message;
		if (key === undefined) continue;
		if (firsts.has(key)) {
			repeats.push({ state, key });
			sends.delete(item);
		} else firsts.set(key, state);
	}
	return () => {
		for (const { state, key } of repeats) {
			const { output, failure } = firsts.get(key) ?? {};
			if (output) settle(state, alreadySent(undefined, key));
			else if (failure) settle(state, sameKeyFailed(failure));
		}
	};
}

/** Claimed keys stay claimed after a crash, so only as many are claimed ahead as are sent in half a second. */
const CLAIMED_SECONDS = 0.5;
const MOST_CLAIMED = 50;

function mostClaimed(sends: readonly CheckedItem[]): number {
	const claimed = (CLAIMED_SECONDS * sends.length) / secondsToSend(sends);
	return Math.max(1, Math.min(MOST_CLAIMED, Math.ceil(claimed)));
}

function settleAll(sends: Map<number, PlannedSend>, outcomes: ReadonlyMap<number, Outcome>): void {
	for (const [item, outcome] of outcomes) {
		const state = sends.get(item)?.state;
		if (state) settle(state, outcome);
		sends.delete(item);
	}
}

/** Settles the messages that must not leave, and removes them from the sends. */
async function withoutRefused(
	context: IExecuteFunctions,
	sends: Map<number, PlannedSend>,
	{ register, wasEdited }: ReturnType<typeof openRegister>,
	stopOnFailure: boolean,
) {
	const known = new Map<number, Outcome>();
	for (const [item, { state, message }] of sends) {
		const outcome = register.known(message);
		if (outcome) known.set(item, completed(outcome, state));
	}
	settleAll(sends, known);
	if (known.size > 0 && wasEdited) hint(context, HINTS.sentBeforeEdit);
	const limit = reserve(context, sends);
	settleAll(sends, limit.beyond);
	// With On Error: Stop, a list that exceeds the limit is not sent in part.
	if (stopOnFailure && limit.beyond.size > 0) sends.clear();
	if (sends.size === 0) return limit;
	const messages = [...sends.values()].map(({ message }) => message);
	const { refused, hasRow } = await register.begin(messages);
	settleAll(sends, refused);
	const hasKeys = messages.some(({ key }) => key !== undefined);
	if (!hasRow) hint(context, HINTS.noRecord);
	else if (!hasKeys && isSubWorkflow(context)) hint(context, HINTS.subWorkflow);
	else if (!hasKeys) hintWithoutKeys(context, sends.size);
	return limit;
}

/** A user who waits for a long list can see in n8n's log that it goes on. */
function logProgress(context: IExecuteFunctions, sends: ReadonlyMap<number, PlannedSend>) {
	const { name } = context.getNode();
	const states = [...sends.values()].map(({ state }) => state);
	const secondsLeft = () =>
		secondsToSend(states.filter(({ output, failure }) => !output && !failure));
	return progressOf(states.length, systemClock, secondsLeft, (line) => {
		context.logger.info(`${name}: ${line}`);
	});
}

function jobOf(
	item: number,
	state: CheckedItem,
	message: Message | undefined,
	run: { execution: string; register: Register; progress: (isAccepted: boolean) => void },
): Job {
	const { plan, account } = state.prepared;
	const pause = account.pacer.pausedSenders.pauseOf(run.execution, plan.pause);
	const sending = message && run.register.sending(message, requestOf(state.prepared));
	return {
		...{ order: item, limit: plan.sharedLimit, pause },
		ready: sending?.ready,
		tryOnce: sending?.tryOnce ?? readOf(state.prepared),
		settled: (outcome) => {
			settle(state, outcome);
			sending?.settled(outcome);
			if (sending) run.progress(outcome.ok);
		},
	};
}

export async function send(nodeRun: NodeRun, states: readonly ItemState[], stopOnFailure: boolean) {
	const { context, pause } = nodeRun;
	const sends = await messagesOf(nodeRun, states);
	const settleRepeats = takeRepeatedKeys(sends);
	const opened = openRegister(context);
	const { register } = opened;
	try {
		const limit = await withoutRefused(context, sends, opened, stopOnFailure);
		const run = { ...placeOfRun(context), register, progress: logProgress(context, sends) };
		const jobs: Job[] = [];
		for (const [item, state] of states.entries()) {
			if (!isChecked(state) || state.output || state.failure) continue;
			const message = sends.get(item)?.message;
			if (state.operation.effect === 'send' && message === undefined) continue;
			jobs.push(jobOf(item, state, message, run));
			await pause();
		}
		const pacer = states.find(isChecked)?.prepared.account.pacer;
		const mostReady = mostClaimed([...sends.values()].map(({ state }) => state));
		const rules = { stopOnFailure, cancelled: cancelSignal(context), mostReady };
		if (pacer) await runBatch(pacer, jobs, rules);
		limit.settle();
		settleRepeats();
		return register;
	} finally {
		await register.end();
	}
}
