import type { IExecuteFunctions } from 'n8n-workflow';

import { shortfallOf } from './checkCredit';
import { surveyOf } from './facts';
import { MessageLimit } from './maxMessages';
import { messagesOf, openRegister } from './messages';
import { cancelSignal, isRetry, isSubWorkflow, ownAddress, placeOfRun } from './n8n';
import { isFailure, type Outcome } from './outcome';
import { hint, HINTS, hintWithoutKeys } from './output';
import { pollUntil, runBatch, systemClock, type Claims, type Job, type Tried } from './pace';
import { likeFirst, type Message, type Register } from './register';
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

export function readOf(context: IExecuteFunctions, prepared: Prepared): () => Promise<Tried> {
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

/** What another execution may have sent. A test goes to the user's own number, so it takes nothing that the list needs. */
const doubted =
	(context: IExecuteFunctions, register: Register): Step =>
	async (sends) => {
		const messages = sends.flatMap(({ meantFor, message }) =>
			meantFor === undefined ? [message] : [],
		);
		if (messages.length === 0) return new Map();
		const refused = await register.begin(messages);
		if (messages.some(({ key }) => key !== undefined)) return refused;
		if (isSubWorkflow(context)) hint(context, HINTS.subWorkflow);
		else hintWithoutKeys(context, messages.length - refused.size);
		return refused;
	};

/** Refuses all sends if the balance does not cover them. */
const covered =
	(context: IExecuteFunctions): Step =>
	async (sends) => {
		const failure = await shortfallOf(context, sends);
		return new Map(failure ? sends.map(({ item }) => [item, failure]) : []);
	};

interface OfItem extends Job {
	message: Message | undefined;
}

/** Claimed keys stay claimed after a crash, so a list claims those of a quarter of a second at a time. */
const CLAIMED_SECONDS = 0.25;
const MOST_CLAIMED = 25;

function claimsOf(
	context: IExecuteFunctions,
	register: Register,
	sends: readonly Send[],
): Claims<OfItem> | undefined {
	if (sends.every(({ message }) => message.key === undefined)) return undefined;
	const some = (CLAIMED_SECONDS * sends.length) / secondsToSend(sends);
	// A retry waits a second for each claim, so it claims more at a time.
	const times = isRetry(context) ? 2 : 1;
	const together = Math.max(1, Math.min(MOST_CLAIMED, Math.ceil(some)) * times);
	const claim = async (jobs: readonly OfItem[]) => {
		const refused = await register.claim(jobs.flatMap(({ message }) => message ?? []));
		return new Map(
			jobs.flatMap((job) => {
				const outcome = job.message && refused.get(job.message.item);
				return outcome ? [[job, outcome] as const] : [];
			}),
		);
	};
	return { claim, together };
}

function jobOf(state: CheckedItem, context: IExecuteFunctions, register: Register): OfItem {
	const { message, prepared } = state;
	const { plan, account } = prepared;
	const { execution } = placeOfRun(context);
	const sending = message && register.sending(message, requestOf(prepared));
	return {
		message,
		limit: plan.sharedLimit,
		pause: plan.pause && account.pacer.pauseOf(execution, plan.pause),
		tryOnce: sending?.tryOnce ?? readOf(context, prepared),
		ended: (outcome) => {
			state.outcome = outcome;
			sending?.ended(outcome);
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
		const allowed = stopOnFailure && limit.isExceeded ? [] : within;
		// The doubt comes first: after a crash, a message that may have been sent must not come out as not sent.
		const sends = await undecided(allowed, [doubted(context, register), covered(context)]);
		const jobs: OfItem[] = [];
		const reads = states.filter(isChecked).filter(({ operation }) => operation.effect === 'read');
		for (const state of [...reads, ...sends]) {
			jobs.push(jobOf(state, context, register));
			await pause();
		}
		const pacer = states.find(isChecked)?.prepared.account.pacer;
		const claims = claimsOf(context, register, sends);
		const rules = { stopOnFailure, cancelled: cancelSignal(context), claims };
		if (pacer) await runBatch(pacer, jobs, rules);
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
