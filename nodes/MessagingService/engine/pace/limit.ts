/** The numbers of this file were measured: docs/development/pace.md says how. test/unit/sharedPace holds what they reach. */

/** Counting more starts than this would cost memory, so a higher rate is counted in a shorter period. */
const MOST_COUNTED = 100;
/** Requests take unequal times to arrive, so 2 % of the rate stay unused. */
export const MARGIN = 0.02;

/** A timer that fires late delays a start. Later starts make up for at most this much of the delay. */
const CATCHES_UP_MS = 100;
/** Two starts are at least this part of an interval apart. After a refusal it is more, in case the service counts gaps. */
const CLOSEST = 0.5;
const CLOSEST_AFTER_REFUSAL = 0.85;

/** A worker with nearly the whole limit ignores this part of refusals: they may be chance. */
const NEARLY_ALL = 0.9;
const CHANCE = 0.03;

const FULL_AFTER = 6;
/** A refusal costs a worker this many starts in a period, and up to GIVES_MORE on top if its share is large. */
const GIVES = 0.5;
const GIVES_MORE = 5;
/** A share stays above this part of the requests accepted in the last period, and above this part of the limit. */
const KEEPS = 0.9;
const SMALLEST = 0.05;

/** A share grows by this part of the limit in a period and a response. After two without refusals, it grows faster in each. */
const GROWS = 0.02;
const QUIET_ROUNDS = 2;
const FASTER = 5;

const LONG_AGO = Number.NEGATIVE_INFINITY;

/** One limit of the service, and the share of it that this worker uses. Other workers cannot be asked for theirs. */
export class Limit {
	private share: number;
	private due = LONG_AGO;
	private heldUntil = LONG_AGO;
	/** A ring of the last starts, as many as the limit allows in a period. */
	private readonly starts: Float64Array;
	private oldest = 0;
	private accepts: number[] = [];
	private refusals: number[] = [];
	private refusalsInARow = 0;
	private answeredAt = LONG_AGO;
	private refusedAt = LONG_AGO;
	/** A period, and how long the last refusal took: what a change of the share does is not known before. */
	private roundMs: number;
	private grownAt = LONG_AGO;

	constructor(
		private readonly limit: number,
		private readonly periodMs: number,
	) {
		this.share = limit;
		this.roundMs = periodMs;
		this.starts = new Float64Array(limit).fill(LONG_AGO);
	}

	static ofShared({ limit, periodMs }: SharedLimit): Limit {
		return new Limit(limit, periodMs + SHARED_MARGIN_MS);
	}

	static ofRate(requestsPerSecond: number): Limit {
		const limit = Math.min(MOST_COUNTED, Math.max(1, Math.floor(requestsPerSecond)));
		return new Limit(limit, ((1000 * limit) / requestsPerSecond) * (1 + MARGIN));
	}

	private get intervalMs(): number {
		return this.periodMs / this.share;
	}

	private startAt(nth: number): number {
		return this.starts[(this.oldest + nth + this.limit) % this.limit] ?? LONG_AGO;
	}

	opensAt(): number {
		const newest = this.startAt(-1);
		const isCalm = newest > this.refusedAt + this.roundMs * QUIET_ROUNDS;
		const gap = this.intervalMs * (isCalm ? CLOSEST : CLOSEST_AFTER_REFUSAL);
		return Math.max(this.due, newest + gap, this.startAt(0) + this.periodMs, this.heldUntil);
	}

	started(now: number): void {
		this.grow(now);
		this.due = Math.max(this.due, now - CATCHES_UP_MS) + this.intervalMs;
		this.starts[this.oldest] = now;
		this.oldest = (this.oldest + 1) % this.limit;
	}

	/** A pause without requests is not made up for, since that would be a burst. */
	rested(now: number): void {
		this.due = Math.max(this.due, now);
	}

	hold(until: number): void {
		this.heldUntil = Math.max(this.heldUntil, until);
	}

	passed(startedAt: number, now: number): void {
		this.answeredAt = now;
		this.refusalsInARow = 0;
		this.accepts.push(startedAt);
		if (this.accepts.length > 2 * this.limit) this.accepts.splice(0, this.limit);
	}

	refused(startedAt: number, now: number): void {
		// Two of our own requests arrived too close.
		const isBunched = now - this.answeredAt < this.periodMs / this.limit;
		this.answeredAt = now;
		this.refusedAt = now;
		this.roundMs = this.periodMs + now - startedAt;
		this.refusalsInARow++;
		const isRecent = (start: number) => start > startedAt - this.periodMs;
		this.accepts = this.accepts.filter(isRecent);
		this.refusals = [...this.refusals.filter(isRecent), startedAt];
		const isChance =
			this.share >= this.limit * NEARLY_ALL && this.refusals.length <= this.limit * CHANCE;
		if (this.refusalsInARow < FULL_AFTER && (isBunched || isChance)) return;

		const accepted = this.accepts.length;
		const least = Math.max(accepted * KEEPS, this.limit * SMALLEST);
		// A worker that has just begun has few accepted requests, so they do not show what it may keep.
		const isNewcomer = accepted < Math.min(2 * this.refusalsInARow, this.limit * NEARLY_ALL);
		const isFull = this.refusalsInARow >= FULL_AFTER && !isNewcomer;
		const gives = GIVES + (GIVES_MORE * this.share) / this.limit;
		this.share = Math.min(this.share, isFull ? least : Math.max(least, this.share - gives));
		// A full limit has no room until the oldest accepted request is a period ago.
		if (isFull) this.hold(Math.min(...this.accepts) + this.periodMs);
	}

	private grow(now: number): void {
		const rounds = (now - Math.max(this.grownAt, this.refusedAt)) / this.roundMs;
		this.grownAt = now;
		if (this.share === this.limit) return;
		const quiet = (now - this.refusedAt) / this.roundMs;
		const faster = FASTER ** Math.max(0, quiet - QUIET_ROUNDS);
		this.share = Math.min(this.limit, this.share + GROWS * this.limit * faster * rounds);
	}
}

/** A limit for some requests only, such as those of one channel. The limit of the API key counts too. */
export interface SharedLimit {
	/** Requests with the same text here share the limit. */
	key: string;
	limit: number;
	periodMs: number;
	advice: string;
}

/** Requests take unequal times to arrive, so each period is counted as this much longer. */
export const SHARED_MARGIN_MS = 250;
