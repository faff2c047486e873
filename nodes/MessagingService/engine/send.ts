import type { IExecuteFunctions } from 'n8n-workflow';

import { surveyOf } from './facts';
import { messagesOf, openRegister } from './messages';
import { cancelSignal, isRetry, isSubWorkflow, ownAddress, placeOfRun } from './n8n';
import { isFailure, type Outcome } from './outcome';
import { hint, HINTS, hintWithoutKeys } from './output';
import { pollUntil, progressOf, runBatch, systemClock, type Job, type Tried } from './pace';
import { likeFirst, type Register } from './register';
import { covered, MessageLimit } from './sendLimit';
import {
	isChecked,
	repeatedKeys,
	secondsToSend,
	type CheckedItem,
	type NodeRun,
	type ItemState,
	type Prepared,
	type Send,
} from './itemState';
import { exchange } from './wire';

const ACCEPT = { json: 'application/json', xml: 'application/xml' };

const wireOf = ({ plan, common }: Prepared) => ({
	request: plan.request,
	accept: ACCEPT[common.responseFormat],
	timeoutMs: Math.ceil(common.requestTimeout * 1000),
});

function requestOf(prepared: Prepared): () => Promise<Outcome> {
	const { plan, account } = prepared;
	const wire = wireOf(prepared);
	return async () => {
		const outcome = await exchange(account, wire, plan.answer);
		if (!isFailure(outcome) || !plan.sharedLimit || outcome.again?.rateLimit !== true)
			return outcome;
		// The shared limit is much narrower than that of the API key, so it is the likelier cause.
		return { ...outcome, advice: plan.sharedLimit.advice };
	};
}

function readOf(context: IExecuteFunctions, prepared: Prepared): () => Promise<Tried> {
	const request = requestOf(prepared);
	const { pollUntil: goal, survey } = prepared.plan;
	if (survey) {
		const run = { n8nAddress: ownAddress(context), cancelled: cancelSignal(context) };
		const asks = surveyOf(context, prepared.account, wireOf(prepared), run);
		return async () => ({ fate: 'accepted', output: await survey(asks) });
	}
	if (!goal) return request;
	let poll: ReturnType<typeof pollUntil> | undefined;
	return async () => {
		poll ??= pollUntil(goal, systemClock.now());
		return poll(await request(), systemClock.now());
	};
}

/** Decides over some of the sends before any of them leaves. Those with an outcome do not leave. */
type Step = (
	sends: readonly Send[],
) => Promise<ReadonlyMap<number, Outcome>> | ReadonlyMap<number, Outcome>;

/** Resolves to the sends that no step has decided. */
async function undecided(sends: readonly Send[], steps: readonly Step[]) {
	let left = sends;
	for (const step of steps) {
		const outcomes = await step(left);
		for (const send of left) {
			const outcome = outcomes.get(send.item);
			if (outcome) send.outcome = outcome;
		}
		left = left.filter(({ item }) => !outcomes.has(item));
	}
	return left;
}

/** A note keeps only the reference number of a sent message. The rest of the output is made from the item again. */
function completed(outcome: Outcome, { prepared }: CheckedItem): Outcome {
	if (isFailure(outcome)) return outcome;
	const output = outcome.output.map((json) => {
		const { ref_no: refNo, already_sent: isRestored } = json;
		if (isRestored !== true || typeof refNo !== 'string') return json;
		return { ...prepared.plan.message?.item({ ref_no: refNo }), ...json };
	});
	return { ...outcome, output };
}

/** What the note knows of an earlier try. */
const known =
	(context: IExecuteFunctions, { register, wasEdited }: ReturnType<typeof openRegister>): Step =>
	(sends) => {
		const outcomes = new Map<number, Outcome>();
		for (const send of sends) {
			const outcome = register.known(send.message);
			if (outcome) outcomes.set(send.item, completed(outcome, send));
		}
		if (outcomes.size > 0 && wasEdited) hint(context, HINTS.sentBeforeEdit);
		return outcomes;
	};

const turn =
	(context: IExecuteFunctions, register: Register): Step =>
	async (sends) => {
		const messages = sends.map(({ message }) => message);
		if (messages.length === 0) return new Map();
		const { refused, hasRow } = await register.begin(messages);
		const hasKeys = messages.some(({ key }) => key !== undefined);
		if (!hasRow) hint(context, HINTS.noRecord);
		else if (!hasKeys && isSubWorkflow(context)) hint(context, HINTS.subWorkflow);
		else if (!hasKeys) hintWithoutKeys(context, messages.length - refused.size);
		return refused;
	};

/** Claimed keys stay claimed after a crash, so only as many are claimed ahead as are sent in half a second. */
const CLAIMED_SECONDS = 0.5;
const MOST_CLAIMED = 50;

function mostClaimed(context: IExecuteFunctions, sends: readonly CheckedItem[]): number {
	const claimed = (CLAIMED_SECONDS * sends.length) / secondsToSend(sends);
	// A retry waits a second for each claim, so it claims more at a time.
	const times = isRetry(context) ? 2 : 1;
	return Math.max(1, Math.min(MOST_CLAIMED, Math.ceil(claimed)) * times);
}

/** A user who waits for a long list can see in n8n's log that it goes on. */
function logProgress(context: IExecuteFunctions, states: readonly CheckedItem[]) {
	const { name } = context.getNode();
	const secondsLeft = () => secondsToSend(states.filter(({ outcome }) => !outcome));
	return progressOf(states.length, systemClock, secondsLeft, (line) => {
		context.logger.info(`${name}: ${line}`);
	});
}

function jobOf(
	state: CheckedItem,
	run: {
		context: IExecuteFunctions;
		execution: string;
		register: Register;
		progress: ReturnType<typeof logProgress>;
	},
): Job {
	const { item, message, prepared } = state;
	const { plan, account } = prepared;
	const pause = plan.pause && account.pacer.pauseOf(run.execution, plan.pause);
	const sending = message && run.register.sending(message, requestOf(prepared));
	return {
		...{ order: item, limit: plan.sharedLimit, pause },
		ready: sending?.ready,
		tryOnce: sending?.tryOnce ?? readOf(run.context, prepared),
		ended: (outcome) => {
			state.outcome = outcome;
			sending?.ended(outcome);
			if (sending) run.progress(outcome.fate);
		},
	};
}

export async function send(nodeRun: NodeRun, states: readonly ItemState[], stopOnFailure: boolean) {
	const { context, pause } = nodeRun;
	const planned = await messagesOf(nodeRun, states);
	const { repeats } = repeatedKeys(planned);
	const messages = planned.filter(({ item }) => !repeats.has(item));
	const opened = openRegister(context);
	const { register } = opened;
	const limit = new MessageLimit(context);
	try {
		const within = await undecided(messages, [known(context, opened), limit.reserve]);
		// With On Error: Stop, a list that exceeds the limit is not sent in part.
		const mayLeave = stopOnFailure && limit.isExceeded ? [] : within;
		// The turn comes first: after a crash, a message that may have been sent must not come out as not sent.
		const sends = await undecided(mayLeave, [turn(context, register), covered(context)]);
		const progress = logProgress(context, sends);
		const run = { ...placeOfRun(context), context, register, progress };
		const jobs: Job[] = [];
		const reads = states.filter(isChecked).filter(({ operation }) => operation.effect === 'read');
		for (const state of [...reads, ...sends]) {
			jobs.push(jobOf(state, run));
			await pause();
		}
		const pacer = states.find(isChecked)?.prepared.account.pacer;
		const rules = { cancelled: cancelSignal(context), mostReady: mostClaimed(context, sends) };
		if (pacer) await runBatch(pacer, jobs, { ...rules, stopOnFailure });
		limit.giveBack();
		for (const [item, first] of repeats) {
			const [repeat, outcome] = [states[item], states[first]?.outcome];
			if (repeat && outcome) repeat.outcome = likeFirst(outcome, repeat.message?.key);
		}
		return register;
	} finally {
		await register.end();
	}
}
