import type { Outcome } from '../../nodes/MessagingService/engine/outcome';
import type { Tried } from '../../nodes/MessagingService/engine/pace';
import { pollUntil, type PollGoal } from '../../nodes/MessagingService/engine/pace/poll';

const goal: PollGoal = {
	longestMs: 60_000,
	isReached: ([one]) => one?.done === true,
	finished: (output) => output.map((one) => ({ ...one, finished: true })),
};

const answer = (done: boolean): Outcome => ({ ok: true, output: [{ done }] });

const pauseAfter = (tried: Tried): number | undefined =>
	'askAgainInMs' in tried ? tried.askAgainInMs : undefined;

describe('pollUntil', () => {
	it('Polling ends immediately if the response is the one waited for', () => {
		const output = [{ done: true, finished: true }];
		expect(pollUntil(goal, 0)(answer(true), 5)).toEqual({ ok: true, output });
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

	it('Polling outputs what it knows when its time is up', () => {
		const output = [{ done: false, finished: true }];
		expect(pollUntil(goal, 0)(answer(false), 60_000)).toEqual({ ok: true, output });
	});

	it('Polling goes on after a read that failed for now', () => {
		const schedule = { repeats: 2, firstWaitMs: 500, longestWaitMs: 4000 };
		const failed: Outcome = {
			ok: false,
			failure: { what: 'x', advice: 'y', sent: 'no', again: { schedule, rateLimit: false } },
		};

		const outcome = pollUntil(goal, 0)(failed, 10);

		expect(outcome).toMatchObject({ failure: { again: { schedule: { repeats: Infinity } } } });
		expect(pollUntil(goal, 0)(failed, 60_000)).toBe(failed);
	});

	it('Polling ends with a failure that lasts', () => {
		const lasting: Outcome = { ok: false, failure: { what: 'x', advice: 'y', sent: 'no' } };

		expect(pollUntil(goal, 0)(lasting, 10)).toBe(lasting);
	});
});
