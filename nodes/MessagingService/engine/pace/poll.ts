import type { IDataObject } from 'n8n-workflow';

import { failed, type Outcome } from '../outcome';
import type { Tried } from './batch';

/** A read with a goal is repeated until its output has reached the goal. */
export interface PollGoal {
	longestMs: number;
	isReached: (output: readonly IDataObject[]) => boolean;
	finished: (output: readonly IDataObject[]) => IDataObject[];
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
/** So close to the end, another request would say nothing new. */
const SHORTEST_PAUSE_MS = 200;

/** Repeats a read, each time more slowly, until it has reached its goal or its time is over. */
export function pollUntil(goal: PollGoal, startedAt: number) {
	let nextPauseMs = FIRST_PAUSE_MS;
	return (outcome: Outcome, now: number): Tried => {
		const pause = Math.min(nextPauseMs, startedAt + goal.longestMs - now);
		nextPauseMs = Math.min(LONGEST_PAUSE_MS, nextPauseMs * 2);
		const goesOn = pause >= SHORTEST_PAUSE_MS;
		if (!outcome.ok) {
			const { again } = outcome.failure;
			// A request whose failure may pass is one of many, so the poll goes on.
			if (again === undefined || !goesOn) return outcome;
			const schedule = { ...again.schedule, repeats: Number.POSITIVE_INFINITY };
			return failed({ ...outcome.failure, again: { ...again, schedule } });
		}
		if (goesOn && !goal.isReached(outcome.output)) return { askAgainInMs: pause };
		return { ...outcome, output: goal.finished(outcome.output) };
	};
}
