import { LastStarts } from './lastStarts';

/**
 * What is ours of a limit on the starts in any period, if other processes use it too. No one tells us who they are: each
 * sees only what the service refuses. All that use the limit see the same share of refusals. Each gives way by a part of
 * what it has a refusal, and grows by about the same number: so who has much gives much, and they meet.
 */

/** Answers arrive late: what was started so many periods ago is still known. */
const PERIODS_REMEMBERED = 3;

/** While nearly the whole limit is ours, so many refusals in a period are chance, not another process. */
const NEARLY_ALL = 0.9;
const CHANCE = 0.03;

/** A refusal is seen as one of those that were started in this part of a period. */
const LOOKS_BACK = 0.4;
/** So many refusals leave 1/e of what was ours, but never less than the part that was accepted. */
const GIVES_WAY = 10;
/** So many refused in a row, and none before: nothing is free before what counts leaves the window. */
const REFUSED_IN_A_ROW = 4;
const SMALLEST = 0.05;

/** Grows by this part of the limit in a period, the more slowly the more we have. */
const GROWS = 0.005;
const GROWS_LESS = 0.7;
/** After so many periods without a refusal another one has ended: then it grows ever faster. */
const QUIET_PERIODS = 5;
const FASTER_EACH_PERIOD = 4;
const FASTEST = 16;

export class Share {
	private readonly starts: LastStarts;
	/** How many starts in a period are ours. */
	private ours: number;
	private grownAt = Number.NEGATIVE_INFINITY;
	/** When the requests that were refused in the last period had started. */
	private refusals: number[] = [];
	private refusedAt = Number.NEGATIVE_INFINITY;
	/** Refusals of requests started until `wasOursUntil` say that `wasOurs` was too much. */
	private wasOurs: number;
	private wasOursUntil = Number.NEGATIVE_INFINITY;
	private gaveWayAt = Number.NEGATIVE_INFINITY;
	private countsFrom = Number.NEGATIVE_INFINITY;

	/**
	 * @param limit starts in any period, of all that share it
	 * @param before what is known until now, if only the limit changes
	 */
	constructor(
		private readonly limit: number,
		private readonly periodMs: number,
		before?: Share,
	) {
		this.starts = new LastStarts(limit * PERIODS_REMEMBERED);
		this.ours = limit;
		this.wasOurs = limit;
		if (!before) return;
		for (const start of before.starts.all()) this.starts.add(start);
		this.ours = limit * (before.ours / before.limit);
		this.wasOurs = limit * (before.wasOurs / before.limit);
		this.grownAt = before.grownAt;
		this.refusals = before.refusals;
		this.refusedAt = before.refusedAt;
		this.wasOursUntil = before.wasOursUntil;
		this.gaveWayAt = before.gaveWayAt;
		this.countsFrom = before.countsFrom;
	}

	/** How far apart its starts are. */
	get intervalMs(): number {
		return this.periodMs / this.ours;
	}

	get newest(): number {
		return this.starts.newest();
	}

	/** When the window has room. */
	opensAt(): number {
		const whole = Math.max(1, Math.floor(this.ours));
		return this.starts.last(whole) + whole * this.intervalMs;
	}

	/** When nothing that was started counts any more. */
	get opensWhollyAt(): number {
		return this.newest + this.periodMs;
	}

	started(now: number): void {
		this.starts.add(now);
	}

	grow(now: number): void {
		const periods = Math.max(0, now - this.grownAt) / this.periodMs;
		this.grownAt = now;
		if (this.ours === this.limit) return;
		const quiet = (now - this.refusedAt) / this.periodMs;
		const faster = Math.min(FASTEST, FASTER_EACH_PERIOD ** Math.max(0, quiet - QUIET_PERIODS));
		const growth = GROWS * (this.limit - GROWS_LESS * this.ours) * faster * periods;
		this.ours = Math.min(this.limit, this.ours + growth);
	}

	/** The service refused the request that started then, and so did not count it. */
	refused(startedAt: number): void {
		this.starts.remove(startedAt);
		this.refusals = this.refusals.filter((start) => start > startedAt - this.periodMs);
		this.refusals.push(startedAt);
	}

	/**
	 * Takes less, because a request was refused that started then.
	 * @returns whether it shows that others use the limit; otherwise it is chance
	 */
	giveWay(now: number, startedAt: number): boolean {
		this.grow(now);
		const accepted = this.starts.between(startedAt - this.periodMs, startedAt);
		if (this.ours >= this.limit * NEARLY_ALL && this.refusals.length <= this.limit * CHANCE)
			return false;
		this.refusedAt = now;

		if (startedAt > this.wasOursUntil) {
			// Started while we gave way already: it says nothing about what we have now.
			if (startedAt <= this.gaveWayAt) return true;
			this.wasOurs = this.ours;
			this.wasOursUntil = now;
			this.countsFrom = this.gaveWayAt;
		}
		const row = this.inARow(startedAt);
		// A newcomer also has some refused in a row, but of the few that it has sent.
		if (row >= REFUSED_IN_A_ROW && row === this.refusals.length && accepted >= 2 * row) {
			// What we were given of a full window is ours.
			this.ours = this.atLeast(Math.min(this.wasOurs, accepted));
			this.wasOursUntil = Number.NEGATIVE_INFINITY;
		} else {
			const from = Math.max(startedAt - this.periodMs * LOOKS_BACK, this.countsFrom);
			const refused = this.refusals.filter((start) => start > from && start <= startedAt).length;
			const given = this.starts.between(from, startedAt);
			const left = Math.max(Math.exp(-refused / GIVES_WAY), given / (given + refused));
			this.ours = Math.min(this.ours, this.atLeast(this.wasOurs * left));
		}
		this.gaveWayAt = now;
		return true;
	}

	private atLeast(ours: number): number {
		return Math.max(this.limit * SMALLEST, ours);
	}

	/** How many were refused in a row, up to the one that started then. */
	private inARow(startedAt: number): number {
		const accepted = this.starts.newestUntil(startedAt);
		return this.refusals.filter((start) => start > accepted && start <= startedAt).length;
	}
}
