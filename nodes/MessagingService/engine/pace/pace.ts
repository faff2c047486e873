/** When the next request may start. Pure arithmetic over times that are passed in. */

import { Share } from './share';

/** More counted starts need more memory: for a higher rate, a shorter period is counted instead. */
const MOST_COUNTED = 10_000;

/** Requests take unequal times to arrive: give up 2 % of the rate so that none is refused. */
export const MARGIN = 0.02;

/** Make up for at most this much of a late timer, and never by starting more than twice as fast. */
const LONGEST_CATCH_UP_MS = 100;

/**
 * Others may fill the limit, and the first refusal comes back only after the latency. So as long as nothing shows that the
 * limit is ours alone, a start from rest begins with this part of the limit at twice the pace, and then ever more slowly:
 * until a request is answered that started after ANSWERED_AFTER of a period. What that took is made up for.
 */
const AT_ONCE = 0.26;
const FEWEST_AT_ONCE = 10;
const ANSWERED_AFTER = 0.2;
const MADE_UP_PERIODS = 5;

/**
 * The pace of the whole API for one key: requests start one interval apart, and their number in any period is limited.
 * Other processes may use the same key; none knows of the others.
 * - From rest it starts a part of the limit at once, and the rest only when answers show that the limit is not full.
 * - Each refusal takes a part of what a process has, and each grows by about the same number: so they meet.
 * - A limit that only some requests share, such as that of a channel, is kept beside it (see Window).
 */
export class Pace {
	private readonly share: Share;
	private readonly periodMs: number;
	private readonly atOnce: number;
	/** By the last answers that showed it. */
	private isAlone = false;
	private due = Number.NEGATIVE_INFINITY;
	private heldUntil = Number.NEGATIVE_INFINITY;
	private restedAt = Number.NEGATIVE_INFINITY;
	/** Starts from rest, until the first answers say how full the limit is. */
	private unproven: { count: number; from: number } | undefined;
	private slowUntil = Number.NEGATIVE_INFINITY;
	private makesUpUntil = Number.NEGATIVE_INFINITY;

	/** @param before the pace until now, if only its rate changes */
	constructor(
		private readonly requestsPerSecond: number,
		before?: Pace,
	) {
		const limit = Math.min(MOST_COUNTED, Math.max(1, Math.floor(requestsPerSecond)));
		this.periodMs = ((1000 * limit) / requestsPerSecond) * (1 + MARGIN);
		this.atOnce = Math.max(FEWEST_AT_ONCE, limit * AT_ONCE);
		this.share = new Share(limit, this.periodMs, before?.share);
		if (!before) return;
		this.heldUntil = before.heldUntil;
		this.restedAt = before.restedAt;
		this.unproven = before.unproven;
		// What shows that a part of the limit is free does not show it of the whole.
		this.isAlone = before.isAlone && requestsPerSecond <= before.requestsPerSecond;
		// A rate that was corrected upwards need not wait out the old interval.
		const nextDue = this.share.newest + this.share.intervalMs;
		this.due = Math.min(before.due, Math.max(nextDue, this.restedAt));
	}

	opensAt(): number {
		return Math.max(
			this.due,
			this.slowUntil,
			// Even when making up for lost time, two starts are half an interval apart.
			this.share.newest + this.share.intervalMs / 2,
			this.share.opensAt(),
			this.heldUntil,
		);
	}

	started(now: number): void {
		this.share.grow(now);
		const { intervalMs } = this.share;
		if (this.isIdle(now) && !this.isAlone) {
			this.unproven = { count: 0, from: now };
			this.due = now - (this.atOnce * intervalMs) / 2;
		}
		const makesUp = this.unproven !== undefined || now < this.makesUpUntil;
		const madeUpMs = makesUp ? this.periodMs : LONGEST_CATCH_UP_MS;
		this.due = Math.max(this.due, now - madeUpMs) + intervalMs;
		if (this.unproven) {
			const slower = ++this.unproven.count / this.atOnce;
			if (slower > 1) this.slowUntil = now + intervalMs * slower ** 2;
		}
		this.share.started(now);
	}

	/** The request that started then was answered. */
	answered(startedAt: number): void {
		const { unproven } = this;
		if (!unproven || startedAt < unproven.from + this.periodMs * ANSWERED_AFTER) return;
		this.unproven = undefined;
		this.slowUntil = Number.NEGATIVE_INFINITY;
		this.makesUpUntil = startedAt + this.periodMs * MADE_UP_PERIODS;
		this.isAlone = true;
	}

	/** Whether no earlier start and no wait that the service asked for still counts. */
	isIdle(now: number): boolean {
		return Math.max(this.share.opensWhollyAt, this.heldUntil) <= now;
	}

	/** There was nothing to start: idle time is not made up for. */
	rested(now: number): void {
		this.restedAt = now;
		this.due = Math.max(this.due, now);
		this.share.grow(now);
	}

	/**
	 * The service refused a request with a 429: something else uses the same limit.
	 * @param startedAt when that request was started
	 */
	refused(now: number, startedAt: number, holdMs = 0): void {
		this.heldUntil = Math.max(this.heldUntil, now + holdMs);
		this.share.refused(startedAt);
		if (!this.share.giveWay(now, startedAt)) return;
		this.isAlone = false;
		this.makesUpUntil = now;
	}
}
