import type { IDataObject } from 'n8n-workflow';

import { isFailure, type Outcome, type RepeatSchedule } from '../outcome';

/** docs/reliability.md tells users the repeats and the longest times of this file. */

/** Waiting for a rate limit costs nothing, so hardly any user should see a 429. */
export const AFTER_RATE_LIMIT = { repeats: 12, firstWaitMs: 60, longestWaitMs: 20_000 };

/** A shared limit is full for a minute, or longer if other workers use it too. So its requests are repeated often. */
export const AFTER_FULL_SHARED_LIMIT = { repeats: 140, firstWaitMs: 60, longestWaitMs: 4_000 };

/** After this time with a full shared limit, the request fails and the user decides. */
export const LONGEST_FULL_MS = 10 * 60_000;

/** A host that cannot be reached may be restarting, so the waits are up to eight seconds together. */
export const AFTER_NO_CONNECTION = { repeats: 4, firstWaitMs: 500, longestWaitMs: 8_000 };

export const AFTER_FAILED_READ = { repeats: 2, firstWaitMs: 500, longestWaitMs: 4_000 };

/** If the service asks for a longer wait, the request fails and the user decides. */
export const LONGEST_RETRY_AFTER_MS = 5 * 60_000;

/** Undefined means that the request is given up. Random waits spread requests that failed together. */
export function waitBefore(
	schedule: RepeatSchedule,
	repeat: number,
	random: number,
	retryAfterMs?: number,
): number | undefined {
	if (repeat > schedule.repeats) return undefined;
	if ((retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return undefined;
	const growing = Math.min(schedule.longestWaitMs, schedule.firstWaitMs * 2 ** (repeat - 1));
	const jittered = growing * (0.5 + random / 2);
	return retryAfterMs === undefined ? jittered : retryAfterMs + jittered / 2;
}

export function retryAfterMs(header: string | undefined, nowEpochMs: number): number | undefined {
	if (header === undefined) return undefined;
	const text = header.trim();
	if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * 1000;
	// Date.parse accepts nearly any text as a date, but a date in this header begins with its weekday.
	const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - nowEpochMs);
}

/** The result of one try of a job. A read that has not reached its goal asks again later. */
export type Tried = Outcome | { askAgainInMs: number };

export interface PollGoal {
	longestMs: number;
	isReached: (output: readonly IDataObject[]) => boolean;
	finished: (output: readonly IDataObject[]) => IDataObject[];
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
/** Another request this close to the last one would learn nothing new. */
const SHORTEST_PAUSE_MS = 200;

export function pollUntil(goal: PollGoal, startedAt: number) {
	let nextPauseMs = FIRST_PAUSE_MS;
	return (outcome: Outcome, now: number): Tried => {
		const pause = Math.min(nextPauseMs, startedAt + goal.longestMs - now);
		nextPauseMs = Math.min(LONGEST_PAUSE_MS, nextPauseMs * 2);
		const goesOn = pause >= SHORTEST_PAUSE_MS;
		if (isFailure(outcome)) {
			const { again } = outcome;
			// One failed request does not end the wait if the failure may pass while it lasts.
			if (again === undefined) return outcome;
			if (!goesOn || now + (again.afterMs ?? 0) > startedAt + goal.longestMs)
				return { ...outcome, again: undefined };
			const schedule = { ...again.schedule, repeats: Number.POSITIVE_INFINITY };
			return { ...outcome, again: { ...again, schedule } };
		}
		if (goesOn && !goal.isReached(outcome.output)) return { askAgainInMs: pause };
		return { ...outcome, output: goal.finished(outcome.output) };
	};
}
