import type { RepeatSchedule } from '../outcome';

/** How long to wait before the nth repeat of a request that certainly was not accepted. Pure, so its tests need not wait. */

/** The rate limit passes by itself: waiting costs nothing, and no user should see a 429. */
export const AFTER_RATE_LIMIT: RepeatSchedule = {
	repeats: 12,
	firstWaitMs: 60,
	longestWaitMs: 20_000,
};

/** A shared limit is full for a minute at most, unless others use it too: then each waits for its part of it. */
export const AFTER_FULL_SHARED_LIMIT: RepeatSchedule = {
	repeats: 140,
	firstWaitMs: 60,
	longestWaitMs: 4_000,
};

/** Whether to wait longer than this for a part of a shared limit is a person's decision. */
export const LONGEST_FULL_MS = 10 * 60_000;

/** A host that cannot be reached may be restarting: about eight seconds in all. */
export const AFTER_NO_CONNECTION: RepeatSchedule = {
	repeats: 4,
	firstWaitMs: 500,
	longestWaitMs: 8_000,
};

/** A read may be repeated whatever happened to it. */
export const AFTER_FAILED_READ: RepeatSchedule = {
	repeats: 2,
	firstWaitMs: 500,
	longestWaitMs: 4_000,
};

/** Whether to wait longer than this is a person's decision. */
export const LONGEST_RETRY_AFTER_MS = 5 * 60_000;

/**
 * @param repeat 1 for the first repeat
 * @param random between 0 and 1; spreads those that failed together
 * @param retryAfterMs what the service asked for: never less than that
 * @returns undefined if it should not be repeated any more
 */
export function waitBefore(
	schedule: RepeatSchedule,
	repeat: number,
	random: number,
	retryAfterMs?: number,
): number | undefined {
	if (repeat > schedule.repeats) return undefined;
	if (retryAfterMs !== undefined && retryAfterMs > LONGEST_RETRY_AFTER_MS) return undefined;
	const growing = Math.min(schedule.longestWaitMs, schedule.firstWaitMs * 2 ** (repeat - 1));
	const jittered = growing * (0.5 + random / 2);
	return retryAfterMs === undefined ? jittered : retryAfterMs + jittered / 2;
}

export function retryAfterMs(header: string | undefined, nowEpochMs: number): number | undefined {
	if (header === undefined) return undefined;
	const text = header.trim();
	if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * 1000;
	// Date.parse reads nearly anything as a date; a real one in this header begins with its weekday.
	const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - nowEpochMs);
}
