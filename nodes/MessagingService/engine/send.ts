import type { IExecuteFunctions } from 'n8n-workflow';

import { shortfallOf } from './checkCredit';
import {
	isChecked,
	isOwn,
	secondsToSend,
	type CheckedItem,
	type ItemState,
	type NodeRun,
	type Prepared,
	type Send,
} from './itemState';
import type { Life, Lives } from './life';
import { limitMessages } from './maxMessages';
import { isRetry, placeOfRun } from './n8n';
import { wireOf } from './operation';
import { isFailure, type Outcome } from './outcome';
import { pollUntil, runBatch, systemClock, type Claims, type Job, type Tried } from './pace';
import { exchange } from './wire';

function requestOf({ plan, common, account }: Prepared): () => Promise<Outcome> {
	const wire = { request: plan.request, ...wireOf(common) };
	return async () => {
		const outcome = await exchange(account, wire, plan.answer);
		if (!isFailure(outcome) || !plan.sharedLimit || outcome.again?.rateLimit !== true)
			return outcome;
		// The shared limit is much narrower than that of the API key, so it is the likelier cause.
		return { ...outcome, advice: plan.sharedLimit.advice };
	};
}

export function readOf(prepared: Prepared): () => Promise<Tried> {
	const request = requestOf(prepared);
	const { pollUntil: goal } = prepared.plan;
	if (!goal) return request;
	let poll: ReturnType<typeof pollUntil> | undefined;
	return async () => {
		poll ??= pollUntil(goal, systemClock.now());
		return poll(await request(), systemClock.now());
	};
}

interface OfItem extends Job {
	life?: Life;
}

/**
 * Claimed keys stay claimed after a crash, so a list claims those of a quarter of a second at a time. marks.ts expects that of
 * other processes too.
 */
const CLAIMED_SECONDS = 0.25;
const MOST_CLAIMED = 25;

function claimsOf(
	context: IExecuteFunctions,
	lives: Lives,
	sends: readonly Send[],
): Claims<OfItem> | undefined {
	if (sends.every(({ life }) => life.message.key === undefined)) return undefined;
	const some = (CLAIMED_SECONDS * sends.length) / secondsToSend(sends);
	// A retry waits a second for each claim, so it claims more at a time.
	const times = isRetry(context) ? 2 : 1;
	const together = Math.max(1, Math.min(MOST_CLAIMED, Math.ceil(some)) * times);
	const claim = async (jobs: readonly OfItem[]) => {
		await lives.claim(jobs.flatMap(({ life }) => life ?? []));
		return jobs.map(({ life }) => life?.outcome);
	};
	return { claim, together };
}

function jobOf(state: CheckedItem, context: IExecuteFunctions): OfItem {
	const { life, prepared } = state;
	const { plan, account } = prepared;
	const { execution } = placeOfRun(context);
	const request = life && requestOf(prepared);
	return {
		...(life && { life }),
		limit: plan.sharedLimit,
		pause: plan.pause && account.pacer.pauseOf(execution, plan.pause),
		tryOnce: request ? () => life.leave(request) : readOf(prepared),
		ended: (outcome) => {
			if (life) life.end(outcome);
			else state.read = outcome;
		},
	};
}

const isUndecided = (state: ItemState): state is Send =>
	isChecked(state) && isOwn(state) && state.life.isUndecided;

/**
 * In the order in which a message lives: limits, keys, requests. The note and the doubt were asked by `openLives`. Each step
 * ends the lives that it refuses, and only undecided ones go on to the next.
 */
export async function send(
	{ context, pause }: NodeRun,
	states: readonly ItemState[],
	lives: Lives,
	stopOnFailure: boolean,
) {
	const isExceeded = limitMessages(context, states.filter(isUndecided));
	// With On Error: Stop, a list that exceeds the limit is not sent in part.
	const allowed = stopOnFailure && isExceeded ? [] : states.filter(isUndecided);
	const failure = await shortfallOf(context, allowed);
	if (failure) for (const { life } of allowed) life.end(failure);
	const sends = allowed.filter(isUndecided);
	const jobs: OfItem[] = [];
	const reads = states.filter(isChecked).filter(({ operation }) => operation.effect === 'read');
	for (const state of [...reads, ...sends]) {
		jobs.push(jobOf(state, context));
		await pause();
	}
	const pacer = states.find(isChecked)?.prepared.account.pacer;
	const claims = claimsOf(context, lives, sends);
	if (pacer)
		await runBatch(pacer, jobs, {
			stopOnFailure,
			cancelled: context.getExecutionCancelSignal(),
			claims,
		});
}
