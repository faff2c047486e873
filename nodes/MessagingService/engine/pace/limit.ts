/** The most starts of a period that are kept. For a higher rate, the period is shorter. */
const MOST_COUNTED = 100;
/** Requests take unequal times to arrive, so 2 % of the rate are kept free. */
export const MARGIN = 0.02;

/** This much of a late timer is made up for. */
const CATCHES_UP_MS = 100;
/** Two starts are never closer than this part of an interval. After a refusal, the service may count gaps. */
const CLOSEST = 0.5;
const CLOSEST_AFTER_REFUSAL = 0.85;

/** While our share is nearly the whole limit, this part of the limit may be refused by chance. */
const NEARLY_ALL = 0.9;
const CHANCE = 0.03;
/** A refusal this soon after a response means that two of our own requests arrived too close together. */
const BUNCHED = 0.7;

/** This many refusals in a row show that the limit is full. */
const IN_A_ROW = 4;
/** Each refusal gives up this many starts in a period. A worker with the whole limit gives up more. */
const GIVES = 0.5;
const GIVES_MORE = 2;
/** A share is never less than this part of the accepted requests of the last period, or of the limit. */
const KEEPS = 0.95;
const SMALLEST = 0.05;

/** A share grows by this part of the limit in a period. After quiet periods, it grows twice as fast in each. */
const GROWS = 0.0025;
const QUIET_PERIODS = 5;

const LONG_AGO = Number.NEGATIVE_INFINITY;

/**
 * One limit of the service, for a key or a channel, and our share of it: how many requests may start in a period. All
 * workers see about the same part of their requests refused, and all grow by the same number. So their shares meet.
 */
export class Limit {
	private share: number;
	private due = LONG_AGO;
	private heldUntil = LONG_AGO;
	/** The last starts, as many as the limit allows in a period. The oldest is at `next`. */
	private readonly starts: Float64Array;
	private next = 0;
	private accepts: number[] = [];
	private refusals: number[] = [];
	private inARow = 0;
	private answeredAt = LONG_AGO;
	private refusedAt = LONG_AGO;
	private grownAt = LONG_AGO;

	/**
	 * @param limit starts in any period, of all that share it
	 * @param before the record until now, if only the number of starts changes
	 * @param most how far our share may grow, which is beyond a limit that is only assumed
	 */
	constructor(
		private readonly limit: number,
		private readonly periodMs: number,
		before?: Limit,
		private readonly most = limit,
	) {
		this.share = limit;
		this.starts = new Float64Array(limit).fill(LONG_AGO);
		if (!before) return;
		this.share = limit * (before.share / before.limit);
		this.heldUntil = before.heldUntil;
		this.refusedAt = before.refusedAt;
		this.grownAt = before.grownAt;
		for (let at = 0; at < before.limit; at++) this.count(before.startAt(at));
		// A higher rate does not wait for the end of the old interval.
		this.due = Math.min(before.due, this.startAt(-1) + this.intervalMs);
	}

	static ofRate(requestsPerSecond: number, before?: Limit): Limit {
		const limit = Math.min(MOST_COUNTED, Math.max(1, Math.floor(requestsPerSecond)));
		return new Limit(limit, ((1000 * limit) / requestsPerSecond) * (1 + MARGIN), before);
	}

	private get intervalMs(): number {
		return this.periodMs / this.share;
	}

	private startAt(nth: number): number {
		return this.starts[(this.next + nth + this.limit) % this.limit] ?? LONG_AGO;
	}

	private count(start: number): void {
		this.starts[this.next] = start;
		this.next = (this.next + 1) % this.limit;
	}

	/** Whether an assumed limit no longer slows us down. */
	get isWide(): boolean {
		return this.share > this.limit && this.share === this.most;
	}

	opensAt(): number {
		const newest = this.startAt(-1);
		const isCalm = newest > this.refusedAt + this.periodMs * QUIET_PERIODS;
		const gap = this.intervalMs * (isCalm ? CLOSEST : CLOSEST_AFTER_REFUSAL);
		const hasRoomAt = this.share > this.limit ? LONG_AGO : this.startAt(0) + this.periodMs;
		return Math.max(this.due, newest + gap, hasRoomAt, this.heldUntil);
	}

	started(now: number): void {
		this.grow(now);
		this.due = Math.max(this.due, now - CATCHES_UP_MS) + this.intervalMs;
		this.count(now);
	}

	/** Time without requests is not made up for. */
	rested(now: number): void {
		this.due = Math.max(this.due, now);
	}

	hold(until: number): void {
		this.heldUntil = Math.max(this.heldUntil, until);
	}

	/** Whether neither an earlier start nor a wait of the service still counts. */
	isIdle(now: number): boolean {
		return Math.max(this.startAt(-1) + this.periodMs, this.heldUntil) <= now;
	}

	accepted(startedAt: number, now: number): void {
		this.answeredAt = now;
		this.inARow = 0;
		this.accepts.push(startedAt);
		if (this.accepts.length > 2 * this.limit) this.accepts.splice(0, this.limit);
	}

	refused(startedAt: number, now: number): void {
		const isBunched = now - this.answeredAt < this.intervalMs * BUNCHED;
		this.answeredAt = now;
		this.refusedAt = now;
		this.inARow++;
		const isRecent = (start: number) => start > startedAt - this.periodMs;
		this.accepts = this.accepts.filter(isRecent);
		this.refusals = [...this.refusals.filter(isRecent), startedAt];
		const isChance =
			this.share >= this.limit * NEARLY_ALL && this.refusals.length <= this.limit * CHANCE;
		if (this.inARow < IN_A_ROW && (isBunched || isChance)) return;

		const accepted = this.accepts.length;
		const least = Math.max(accepted * KEEPS, this.limit * SMALLEST);
		// A newcomer also sees refusals in a row, but it has sent only a few requests.
		const isNewcomer = accepted < Math.min(2 * this.inARow, this.limit * NEARLY_ALL);
		const isFull = this.inARow >= IN_A_ROW && !isNewcomer;
		const gives = GIVES + (GIVES_MORE * this.share) / this.limit;
		this.share = Math.min(this.share, isFull ? least : Math.max(least, this.share - gives));
		// A full limit has no room before the first of our requests leaves the period.
		if (isFull) this.hold(Math.min(...this.accepts) + this.periodMs);
	}

	private grow(now: number): void {
		const periods = (now - Math.max(this.grownAt, this.refusedAt)) / this.periodMs;
		this.grownAt = now;
		if (this.share === this.most) return;
		const quiet = (now - this.refusedAt) / this.periodMs;
		const faster = 2 ** Math.max(0, quiet - QUIET_PERIODS);
		this.share = Math.min(this.most, this.share + GROWS * this.limit * faster * periods);
	}
}
