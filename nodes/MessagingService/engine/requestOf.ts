import { systemClock } from './clock';
import type { Outcome } from './outcome';
import { Poll, type Tried } from './pace';
import { urlOf, type Todo } from './slot';
import { exchange, type WireRequest } from './wire';

const ACCEPT = { json: 'application/json', xml: 'application/xml' };

const wireOf = (todo: Todo): WireRequest => ({
	request: todo.plan.request,
	url: urlOf(todo),
	accept: ACCEPT[todo.common.responseFormat],
	timeoutMs: Math.ceil(todo.common.requestTimeout * 1000),
});

/** One request of an item, and what its outcome means for the item. */
export function requestOf(todo: Todo): () => Promise<Outcome> {
	const { plan, account } = todo;
	const wire = wireOf(todo);
	return async () => {
		const outcome = await exchange(account, wire, plan.answer);
		if (outcome.ok || !plan.sharedLimit || outcome.failure.again?.rateLimit !== true)
			return outcome;
		// Of the two limits, the shared one is the narrower.
		return { ok: false, failure: { ...outcome.failure, advice: plan.sharedLimit.advice } };
	};
}

/** A read whose answer is waited for is repeated until it is there. */
export function readOf(todo: Todo): () => Promise<Tried> {
	const request = requestOf(todo);
	const goal = todo.plan.pollUntil;
	if (!goal) return request;
	let poll: Poll | undefined;
	return async () => {
		poll ??= new Poll(goal, systemClock.now());
		return poll.after(await request(), systemClock.now());
	};
}
