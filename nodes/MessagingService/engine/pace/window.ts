import { LastStarts } from './lastStarts';

/** How many requests may have started beyond a limit before the first refusal arrives. */
const STARTED_TOO_MANY = 400;

/** Limits the starts in any period, with a margin because requests take unequal times to arrive. */
export class Window {
	private readonly starts: LastStarts;
	private heldUntil = Number.NEGATIVE_INFINITY;

	/** @param counts whether it counts from the start, or only after the first refusal */
	constructor(
		limit: number,
		private readonly periodMs: number,
		private readonly marginMs: number,
		private counts = true,
	) {
		this.starts = new LastStarts(limit, counts ? limit : limit + STARTED_TOO_MANY);
	}

	opensAt(): number {
		if (!this.counts) return this.heldUntil;
		return Math.max(this.starts.oldest() + this.periodMs + this.marginMs, this.heldUntil);
	}

	started(now: number): void {
		this.starts.add(now);
	}

	/** The service refused the request that started then: it did not count it, and there is a limit to count. */
	giveBack(start: number): void {
		this.starts.remove(start);
		this.counts = true;
	}

	/** The service says that the window is full, whatever was counted here. */
	hold(until: number): void {
		this.heldUntil = Math.max(this.heldUntil, until);
	}

	/** Whether no earlier start still counts. */
	isIdle(now: number): boolean {
		return Math.max(this.starts.newest() + this.periodMs + this.marginMs, this.heldUntil) <= now;
	}
}
