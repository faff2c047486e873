/** When the next request may start. Pure arithmetic over times that are passed in. */

import { LastStarts } from './lastStarts';

/** More counted starts need more memory: for a higher rate, a shorter period is counted instead. */
const MOST_COUNTED = 10_000;

/** Requests take unequal times to arrive: give up 2 % of the rate so that none is refused. */
const MARGIN = 0.02;

/** Make up for at most this much of a late timer, and never by starting more than twice as fast. */
const LONGEST_CATCH_UP_MS = 100;

/** This share of the requests may be refused by chance. */
const CHANCE = 0.03;
/** Slow down to 2 % below the rate just accepted. */
const BELOW_WHAT_FITS = 0.02;
/** Slow down by this factor if it is not known which rate was accepted. */
const SLOWER_BLINDLY = 1.5;
const SLOWEST = 20;
/** After slowing down, keep that rate for a second, then speed up again little by little: the others may be done. */
const KEEPS_SLOW_MS = 1_000;
const SLOWNESS_HALVES_IN_MS = 2_000;
/** A 429 arrives late: it describes the window before its request started. */
const PERIODS_REMEMBERED = 3;

/** The pace of the whole API for one key: requests start one interval apart, and their number in any period is limited. */
export class Pace {
	private readonly window: LastStarts;
	private readonly counted: number;
	private readonly periodMs: number;
	private readonly intervalMs: number;
	private due = Number.NEGATIVE_INFINITY;
	private heldUntil = Number.NEGATIVE_INFINITY;
	private restedAt = Number.NEGATIVE_INFINITY;
	private slowdown = 1;
	private slowedAt = Number.NEGATIVE_INFINITY;
	private fadedAt = Number.NEGATIVE_INFINITY;
	/** When the refused requests had started. */
	private refusals: number[] = [];

	/** @param before the pace until now, if only its rate changes */
	constructor(requestsPerSecond: number, before?: Pace) {
		const counted = Math.min(MOST_COUNTED, Math.max(1, Math.floor(requestsPerSecond)));
		this.counted = counted;
		this.window = new LastStarts(counted, counted * PERIODS_REMEMBERED);
		this.periodMs = ((1000 * counted) / requestsPerSecond) * (1 + MARGIN);
		this.intervalMs = this.periodMs / counted;
		if (!before) return;
		for (const start of before.window.all()) this.window.add(start);
		this.due = before.due;
		this.heldUntil = before.heldUntil;
		this.restedAt = before.restedAt;
		this.slowdown = before.slowdown;
		this.slowedAt = before.slowedAt;
		this.fadedAt = before.fadedAt;
		this.refusals = before.refusals;
	}

	opensAt(): number {
		const interval = this.intervalMs * this.slowdown;
		return Math.max(
			this.due,
			// Even when making up for lost time, two starts are half an interval apart.
			this.window.newest() + interval / 2,
			this.window.oldest() + this.periodMs * this.slowdown,
			this.heldUntil,
		);
	}

	started(now: number): void {
		this.due = Math.max(this.due, now - LONGEST_CATCH_UP_MS) + this.intervalMs * this.slowdown;
		this.window.add(now);
		this.fade(now);
	}

	/** Speeds up again little by little after a slowdown. */
	private fade(now: number): void {
		const since = now - Math.max(this.fadedAt, this.slowedAt + KEEPS_SLOW_MS);
		this.fadedAt = now;
		if (this.slowdown > 1 && since > 0) {
			this.slowdown = 1 + (this.slowdown - 1) * 0.5 ** (since / SLOWNESS_HALVES_IN_MS);
		}
	}

	/** Whether no earlier start and no wait that the service asked for still counts. */
	isIdle(now: number): boolean {
		return Math.max(this.window.newest() + this.periodMs * this.slowdown, this.heldUntil) <= now;
	}

	/** There was nothing to start: idle time is not made up for. */
	rested(now: number): void {
		this.restedAt = now;
		this.due = Math.max(this.due, now);
		this.fade(now);
	}

	/**
	 * The service refused a request with a 429: something else uses the same limit.
	 * @param startedAt when that request was started
	 */
	refused(now: number, startedAt: number, holdMs = 0): void {
		this.heldUntil = Math.max(this.heldUntil, now + holdMs);
		const from = startedAt - this.periodMs * this.slowdown;
		this.refusals = [...this.refusals.filter((start) => start > from), startedAt];
		if (this.refusals.length <= this.counted * CHANCE) return;
		// Requests that were under way when we slowed down say nothing about the new pace.
		if (startedAt <= this.slowedAt) return;
		this.fade(now);
		const slower = Math.max(this.slowdown, this.slownessThatFits(startedAt));
		this.slowdown = Math.min(SLOWEST, slower * (1 + BELOW_WHAT_FITS));
		this.slowedAt = now;
	}

	/** How far apart, in intervals, the accepted requests just before that start were. */
	private slownessThatFits(startedAt: number): number {
		// Look back only to the last idle moment: while idle, a low rate says nothing about the limit.
		const from = Math.max(startedAt - this.periodMs, this.restedAt);
		const before = (start: number) => start < startedAt && start >= from;
		const earlier = this.window.all().filter(before);
		const [first] = earlier;
		if (first === undefined)
			return this.restedAt < startedAt - this.periodMs ? this.slowdown * SLOWER_BLINDLY : 1;
		const accepted = earlier.length - this.refusals.filter(before).length;
		return (startedAt - first) / (Math.max(1, accepted) * this.intervalMs);
	}
}
