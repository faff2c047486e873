/** More starts in a period need more memory: for a higher rate, a shorter period is counted. */
const MOST_COUNTED = 100;
/** Requests take unequal times to arrive: give up 2 % of the rate so that none is refused. */
export const MARGIN = 0.02;

/** This much of a late timer is made up for. */
const CATCHES_UP_MS = 100;
/** Two starts are never closer than this part of an interval. After a refusal the gaps between them may count. */
const CLOSEST = 0.5;
const CLOSEST_AFTER_REFUSAL = 0.85;

/** While nearly the whole limit is ours, this part of it may be refused by chance. */
const NEARLY_ALL = 0.9;
const CHANCE = 0.03;
/** A refusal this soon after the answer before it was no other worker: two of our requests arrived too close together. */
const BUNCHED = 0.7;

/** This many refusals in a row show that the limit is full. */
const IN_A_ROW = 4;
/** Each refusal gives up this many starts in a period; a worker with the whole limit gives up more. */
const GIVES = 0.5;
const GIVES_MORE = 2;
/** But never less is kept than this part of what was accepted in the last period, or of the limit. */
const KEEPS = 0.95;
const SMALLEST = 0.05;

/** Grows by this part of the limit in a period. After so many periods without a refusal, twice as fast each period. */
const GROWS = 0.0025;
const QUIET_PERIODS = 5;

const LONG_AGO = Number.NEGATIVE_INFINITY;

/**
 * One limit of the service, for a key or a channel, and our share of it: how many requests may start in a period. Other
 * processes may use the same limit, and none knows of the others.
 * - Starts are evenly spaced, also the first ones.
 * - All workers see about the same part refused. Each gives up that part, and all grow by the same number: so they meet.
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
	 * @param before what is known until now, if only the limit changes
	 * @param most how far our share may grow: beyond a limit that is only assumed
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
		// A rate that was corrected upwards need not wait out the old interval.
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

	/** Whether nothing holds us up any more: only an assumed limit grows that far. */
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

	/** There was nothing to start: idle time is not made up for. */
	rested(now: number): void {
		this.due = Math.max(this.due, now);
	}

	hold(until: number): void {
		this.heldUntil = Math.max(this.heldUntil, until);
	}

	/** Whether no earlier start and no wait that the service asked for still counts. */
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
		if (this.inARow < IN_A_ROW && (isBunched || this.isChance())) return;

		const accepted = this.accepts.length;
		const least = Math.max(accepted * KEEPS, this.limit * SMALLEST);
		// A newcomer has some refused in a row too, but of the few that it has sent.
		const isNewcomer = accepted < Math.min(2 * this.inARow, this.limit * NEARLY_ALL);
		const isFull = this.inARow >= IN_A_ROW && !isNewcomer;
		const gives = GIVES + (GIVES_MORE * this.share) / this.limit;
		this.share = Math.min(this.share, isFull ? least : Math.max(least, this.share - gives));
		// Nothing is free before the first of ours leaves the period.
		if (isFull) this.hold(Math.min(...this.accepts) + this.periodMs);
	}

	private isChance(): boolean {
		const { limit, share, refusals } = this;
		return share >= limit * NEARLY_ALL && refusals.length <= limit * CHANCE;
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
