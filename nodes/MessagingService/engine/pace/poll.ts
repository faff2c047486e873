import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../outcome';
import type { Tried } from './lane';

/** What a read waits for: it is repeated until its answer says so. */
export interface PollGoal {
	longestMs: number;
	isReached: (output: readonly IDataObject[]) => boolean;
	finished: (output: readonly IDataObject[]) => IDataObject[];
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
/** This close to the end, another request would not say anything new. */
const SHORTEST_PAUSE_MS = 200;

/** Repeats a read, ever more slowly, until it has reached its goal or its time is over. */
export class Poll {
	private asked = 0;

	private readonly end: number;

	constructor(
		private readonly goal: PollGoal,
		startedAt: number,
	) {
		this.end = startedAt + goal.longestMs;
	}

	/** What one answer means: it ends the poll, or the same is asked again. */
	after(outcome: Outcome, now: number): Tried {
		this.asked++;
		const left = this.end - now;
		const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.asked - 1));
		const pause = Math.min(growing, left);
		const goesOn = pause >= SHORTEST_PAUSE_MS;
		if (!outcome.ok) {
			const { again } = outcome.failure;
			// A request that failed for now is one of many: the poll goes on.
			if (again === undefined || !goesOn) return outcome;
			const schedule = { ...again.schedule, repeats: Number.POSITIVE_INFINITY };
			return { ok: false, failure: { ...outcome.failure, again: { ...again, schedule } } };
		}
		if (goesOn && !this.goal.isReached(outcome.output)) return { askAgainInMs: pause };
		return { ...outcome, output: this.goal.finished(outcome.output) };
	}
}
