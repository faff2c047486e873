import { LastStarts } from './lastStarts';

/** How many requests may have started beyond a limit before the first refusal arrives. */
const STARTED_TOO_MANY = 400;

/** One 429 may have another cause: only a request that is refused so often shows that there is a limit. */
const REFUSALS_OF_A_LIMIT = 3;
/** After so long without a refusal, those who filled the limit have gone. */
const QUIET_MS = 5 * 60_000;

/** Limits the starts in any period, with a margin because requests take unequal times to arrive. */
export class Window {
	private readonly starts: LastStarts;
	private heldUntil = Number.NEGATIVE_INFINITY;
	private countsUntil: number;

	/** @param always whether it always counts, or only while the service refuses requests */
	constructor(
		private readonly limit: number,
		private readonly periodMs: number,
		private readonly marginMs: number,
		private readonly always = true,
	) {
		this.countsUntil = always ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
		this.starts = new LastStarts(always ? limit : limit + STARTED_TOO_MANY);
	}

	opensAt(now: number): number {
		if (now >= this.countsUntil) return this.heldUntil;
		return Math.max(this.starts.last(this.limit) + this.periodMs + this.marginMs, this.heldUntil);
	}

	started(now: number): void {
		this.starts.add(now);
	}

	/**
	 * The service refused the request that started then, and did not count it.
	 * @param refusals how often it has refused that request
	 */
	refused(now: number, start: number, refusals: number): void {
		this.starts.remove(start);
		if (this.always) return;
		const counts = now < this.countsUntil || refusals >= REFUSALS_OF_A_LIMIT;
		if (counts) this.countsUntil = now + QUIET_MS;
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
