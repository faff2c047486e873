import {
	AFTER_RATE_LIMIT,
	LONGEST_RETRY_AFTER_MS,
	retryAfterMs,
	waitBefore,
} from '../../nodes/MessagingService/engine/pace/retryTiming';

const plan = { repeats: 4, firstWaitMs: 100, longestWaitMs: 500 };

describe('waitBefore', () => {
	it('The wait doubles, up to the longest, and ends', () => {
		const waits = [1, 2, 3, 4, 5].map((repeat) => waitBefore(plan, repeat, 1));
		expect(waits).toEqual([100, 200, 400, 500, undefined]);
	});

	it('The wait is spread between half of it and all of it', () => {
		expect(waitBefore(plan, 1, 0)).toBe(50);
		expect(waitBefore(plan, 1, 1)).toBe(100);
	});

	it('The wait is never shorter than what the service asks for', () => {
		expect(waitBefore(plan, 1, 0, 2000)).toBeGreaterThanOrEqual(2000);
	});

	it('A repeat is given up if the service asks for too long a wait', () => {
		expect(waitBefore(plan, 1, 0, LONGEST_RETRY_AFTER_MS + 1)).toBeUndefined();
	});

	it('The waits after a rate limit add up to more than a minute, as a channel has a limit for each minute', () => {
		const waits = Array.from({ length: AFTER_RATE_LIMIT.repeats }, (_, at) =>
			waitBefore(AFTER_RATE_LIMIT, at + 1, 0.5),
		);
		expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)).toBeGreaterThan(60_000);
	});
});

describe('retryAfterMs', () => {
	const now = Date.parse('Fri, 20 Nov 2026 12:00:00 GMT');

	it.each([
		['7', 7000],
		['1.5', 1500],
		['Fri, 20 Nov 2026 11:00:00 GMT', 0],
		['soon', undefined],
		['99999999999999999999', undefined],
		[undefined, undefined],
	])('Retry-After of %j means %j milliseconds', (header, ms) => {
		expect(retryAfterMs(header, now)).toBe(ms);
	});
});
