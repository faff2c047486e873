import type { Outcome } from '../../nodes/MessagingService/engine/outcome';
import type { Tried } from '../../nodes/MessagingService/engine/pace';
import { pollUntil, type PollGoal } from '../../nodes/MessagingService/engine/pace/retryTiming';

const goal: PollGoal = {
	longestMs: 60_000,
	isReached: ([one]) => one?.done === true,
	finished: (output) => output.map((one) => ({ ...one, finished: true })),
};

const answer = (done: boolean): Outcome => ({ fate: 'accepted', output: [{ done }] });
const failure = { what: 'x', advice: 'y', fate: 'notSent' } as const;
const lasting: Outcome = failure;

const pauseAfter = (tried: Tried) => ('askAgainInMs' in tried ? tried.askAgainInMs : undefined);

describe('pollUntil', () => {
	it.each([
		['immediately if the response is the one waited for', true, 5],
		['with what it knows when its time is up', false, 60_000],
	])('Polling ends %s', (_, done, now) => {
		const output = [{ done, finished: true }];
		expect(pollUntil(goal, 0)(answer(done), now)).toEqual({ fate: 'accepted', output });
	});

	it('Polling asks again, ever more slowly', () => {
		const poll = pollUntil({ ...goal, longestMs: 1_000_000 }, 0);
		const pauses = Array.from({ length: 7 }, () => pauseAfter(poll(answer(false), 0)));
		expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
	});

	it('Polling asks a last time at the end of its time, and never later', () => {
		const poll = pollUntil(goal, 0);
		for (let at = 0; at < 4; at++) poll(answer(false), 0);
		expect(pauseAfter(poll(answer(false), 55_000))).toBe(5000);
	});

	it.each([
		['when its time is up', 60_000, undefined],
		['if the service asks to wait longer than that', 30_000, 31_000],
	])('Polling gives up a read that failed for now %s', (_, now, afterMs) => {
		const schedule = { repeats: 12, firstWaitMs: 60, longestWaitMs: 20_000 };
		const failed: Outcome = { ...failure, again: { schedule, rateLimit: true, afterMs } };
		expect(pollUntil(goal, 0)(failed, now)).toEqual({ ...failure, again: undefined });
	});

	it('Polling goes on after a read that failed for now', () => {
		const schedule = { repeats: 2, firstWaitMs: 500, longestWaitMs: 4000 };
		const again = { schedule, rateLimit: false };
		const failed: Outcome = { ...failure, again };

		const outcome = pollUntil(goal, 0)(failed, 10);

		expect(outcome).toMatchObject({ again: { schedule: { repeats: Infinity } } });
	});

	it('Polling ends with a failure that lasts', () => {
		expect(pollUntil(goal, 0)(lasting, 10)).toBe(lasting);
	});
});
