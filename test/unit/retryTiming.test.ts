import {
	AFTER_RATE_LIMIT,
	LONGEST_RETRY_AFTER_MS,
	retryAfterMs,
	waitBefore,
} from '../../nodes/MessagingService/engine/pace/retryTiming';

const plan = { repeats: 4, firstWaitMs: 100, longestWaitMs: 500 };

describe('The wait before a repeat', () => {
	it('doubles, up to the longest, and ends', () => {
		expect([1, 2, 3, 4, 5].map((repeat) => waitBefore(plan, repeat, 1))).toEqual([
			100,
			200,
			400,
			500,
			undefined,
		]);
	});

	it('is spread between half of it and all of it', () => {
		expect(waitBefore(plan, 1, 0)).toBe(50);
		expect(waitBefore(plan, 1, 1)).toBe(100);
	});

	it('is never shorter than what the service asks for', () => {
		expect(waitBefore(plan, 1, 0, 2000)).toBeGreaterThanOrEqual(2000);
	});

	it('is not taken where the service asks for longer than anybody would wait', () => {
		expect(waitBefore(plan, 1, 0, LONGEST_RETRY_AFTER_MS + 1)).toBeUndefined();
	});

	it('is in all longer than a minute after a rate limit, since a channel’s limit is one of a minute', () => {
		const waits = Array.from({ length: AFTER_RATE_LIMIT.repeats }, (_, at) =>
			waitBefore(AFTER_RATE_LIMIT, at + 1, 0.5),
		);
		expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)).toBeGreaterThan(60_000);
	});
});

describe('Retry-After', () => {
	const now = Date.parse('Fri, 20 Nov 2026 12:00:00 GMT');

	it.each([
		['7', 7000],
		['0', 0],
		['1.5', 1500],
		['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
		['Fri, 20 Nov 2026 11:00:00 GMT', 0],
		['-3', undefined],
		['soon', undefined],
		['99999999999999999999', undefined],
		[undefined, undefined],
	])('of %j means %j milliseconds', (header, ms) => {
		expect(retryAfterMs(header, now)).toBe(ms);
	});
});
