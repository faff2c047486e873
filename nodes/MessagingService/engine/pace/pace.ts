/** When the next request may start. Pure arithmetic over times that are passed in. */

import { Share } from './share';

/** More counted starts need more memory: for a higher rate, a shorter period is counted instead. */
const MOST_COUNTED = 10_000;

/** Requests take unequal times to arrive: give up 2 % of the rate so that none is refused. */
export const MARGIN = 0.02;

/** Make up for at most this much of a late timer, and never by starting more than twice as fast. */
const LONGEST_CATCH_UP_MS = 100;

/** The pace of the whole API for one key: requests start one interval apart, and their number in any period is limited. */
export class Pace {
	private readonly share: Share;
	private due = Number.NEGATIVE_INFINITY;
	private heldUntil = Number.NEGATIVE_INFINITY;
	private restedAt = Number.NEGATIVE_INFINITY;

	/** @param before the pace until now, if only its rate changes */
	constructor(requestsPerSecond: number, before?: Pace) {
		const counted = Math.min(MOST_COUNTED, Math.max(1, Math.floor(requestsPerSecond)));
		const periodMs = ((1000 * counted) / requestsPerSecond) * (1 + MARGIN);
		this.share = new Share(counted, periodMs, before?.share);
		if (!before) return;
		this.heldUntil = before.heldUntil;
		this.restedAt = before.restedAt;
		// A rate that was corrected upwards need not wait out the old interval.
		const nextDue = this.share.newest + this.share.intervalMs;
		this.due = Math.min(before.due, Math.max(nextDue, this.restedAt));
	}

	opensAt(): number {
		return Math.max(
			this.due,
			// Even when making up for lost time, two starts are half an interval apart.
			this.share.newest + this.share.intervalMs / 2,
			this.share.opensAt(),
			this.heldUntil,
		);
	}

	started(now: number): void {
		this.share.grow(now);
		this.due = Math.max(this.due, now - LONGEST_CATCH_UP_MS) + this.share.intervalMs;
		this.share.started(now);
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
		this.share.giveWay(now, startedAt);
	}
}
