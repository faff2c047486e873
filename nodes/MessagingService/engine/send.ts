import type { IExecuteFunctions } from 'n8n-workflow';

import type { Account } from './account';
import { systemClock } from './clock';
import { entryKey, sendOnce } from './ledger';
import type { Memory } from './memory';
import { cancelSignal } from './n8n';
import type { Outcome } from './outcome';
import { MOST_IN_FLIGHT, Poll, runBatch, type Job } from './pace';
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
	if (outcome.ok) slot.output = outcome.output;
	else slot.failure = outcome.failure;
}

/** Undefined if the ledger already knows what became of it. */
function jobOf(slot: CheckedSlot, item: number, memory: Memory): Job | undefined {
	const { operation, todo } = slot;
	const { plan } = todo;
	const request = requestOf(todo);
	const settled = (outcome: Outcome) => {
		settle(slot, outcome);
	};
	const job = { order: item, limit: plan.sharedLimit, tryOnce: request, settled };
	if (operation.effect === 'read') return job;

	const message = {
		key: entryKey(item, urlOf(todo), plan.request),
		likeness: memory.likenesses[item] ?? '',
	};
	const once = sendOnce(memory.runLedger, message, request);
	if ('known' in once) {
		settle(slot, once.known);
		return undefined;
	}
	return {
		...job,
		tryOnce: once.sending.tryOnce,
		settled: (outcome) => {
			settle(slot, outcome);
			once.sending.settled(outcome);
		},
	};
}

/** Sends what is to be sent, at the pace of each account. */
export async function send(
	context: IExecuteFunctions,
	slots: readonly Slot[],
	memory: Memory,
	{ stopOnFailure, pause }: { stopOnFailure: boolean; pause: () => Promise<void> },
): Promise<void> {
	const byAccount = new Map<Account, Job[]>();
	for (const [item, slot] of slots.entries()) {
		if (!isChecked(slot) || slot.output) continue;
		const job = jobOf(slot, item, memory);
		await pause();
		if (!job) continue;
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
}
