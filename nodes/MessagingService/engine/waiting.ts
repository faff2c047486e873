import type { Wait } from './operation';
import type { Outcome } from './outcome';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
/** So shortly before the end another question would not tell anything new. */
const SHORTEST_PAUSE_MS = 200;

/** Asks again, ever more slowly, until the answer is there or the time is over. Pure but for what it counts. */
export class Waiting {
	private asked = 0;

	private readonly end: number;

	constructor(
		private readonly wait: Wait,
		startedAt: number,
	) {
		this.end = startedAt + wait.longestMs;
	}

	/** What one answer means for the wait. */
	after(outcome: Outcome, now: number): Outcome {
		this.asked++;
		const left = this.end - now;
		const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.asked - 1));
		const pause = Math.min(growing, left);
		const goesOn = pause >= SHORTEST_PAUSE_MS;
		if (!outcome.ok) {
			const { again } = outcome.failure;
			// A read that failed for now is one question among many.
			if (again === undefined || !goesOn) return outcome;
			const plan = { ...again.plan, repeats: Number.POSITIVE_INFINITY };
			return { ok: false, failure: { ...outcome.failure, again: { ...again, plan } } };
		}
		if (this.wait.isOver(outcome.output) || !goesOn) {
			return { ok: true, output: this.wait.finished(outcome.output) };
		}
		const plan = {
			repeats: Number.POSITIVE_INFINITY,
			firstWaitMs: pause,
			longestWaitMs: pause,
		};
		return {
			ok: false,
			failure: {
				what: 'The message has not come so far yet',
				advice: 'Ask again later.',
				sent: 'no',
				again: { plan, rateLimit: false },
			},
		};
	}
}
