import type { IDataObject } from 'n8n-workflow';

import { isFailure, type Outcome } from '../outcome';
import type { Tried } from './batch';

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
			// One failed request does not end the wait if the failure may pass.
			if (again === undefined || !goesOn) return outcome;
			const schedule = { ...again.schedule, repeats: Number.POSITIVE_INFINITY };
			return { ...outcome, again: { ...again, schedule } };
		}
		if (goesOn && !goal.isReached(outcome.output)) return { askAgainInMs: pause };
		return { ...outcome, output: goal.finished(outcome.output) };
	};
}
