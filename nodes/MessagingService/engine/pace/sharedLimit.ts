import { Limit } from './limit';

/** A limit that some requests share, within the limit of the whole API. */
export interface SharedLimit {
	/** Requests with the same key share the limit. */
	key: string;
	limit: number;
	periodMs: number;
	/** For users, if the limit stays full. */
	advice: string;
	/** Set if the limit is only assumed: it counts only while the service refuses requests. */
	onceRefused?: true;
}

/** So many refusals of a request show that an assumed limit is full. One 429 may have another cause. */
const REFUSALS_OF_AN_ASSUMED_LIMIT = 3;
/** An assumed limit no longer counts when our share has grown to so many times of it. */
const WIDE = 100;
/** Requests take unequal times to arrive, so this part of a period is kept free. */
export const SHARED_MARGIN_MS = 250;

/** A pacer's record of a shared limit. */
export class Shared {
	private limit: Limit;
	private counts: boolean;
	private heldUntil = Number.NEGATIVE_INFINITY;
	private underWay = 0;
	/** The time of a refusal, until a request that started later is accepted. */
	private doubtsSince: number | undefined;
	private refusedInDoubt = 0;

	constructor(private readonly of: SharedLimit) {
		this.counts = of.onceRefused !== true;
		this.limit = this.newLimit();
	}

	opensAt(now: number): number {
		if (this.counts) return Math.max(this.limit.opensAt(), this.heldUntil);
		// In doubt, requests start one at a time.
		const isOver = this.doubtsSince !== undefined && this.underWay > 0;
		return isOver ? Number.POSITIVE_INFINITY : Math.max(this.heldUntil, now);
	}

	started(now: number): void {
		this.underWay++;
		if (this.counts) this.limit.started(now);
		if (!this.limit.isWide) return;
		this.counts = false;
		this.limit = this.newLimit();
	}

	accepted(startedAt: number, now: number): void {
		this.underWay--;
		this.limit.accepted(startedAt, now);
		if (startedAt >= (this.doubtsSince ?? now)) this.doubtsSince = undefined;
	}

	/** @param refusals how often the service has refused this request, which is repeated after `waitMs` */
	refused(startedAt: number, now: number, refusals: number, waitMs: number): void {
		this.underWay--;
		if (this.doubtsSince === undefined) {
			this.doubtsSince = now;
			this.refusedInDoubt = 0;
		} else if (startedAt >= this.doubtsSince) this.refusedInDoubt++;
		this.heldUntil = Math.max(this.heldUntil, now + waitMs);
		this.limit.refused(startedAt, now);
		// Refusals of several requests in a row count like refusals of one.
		const inARow = Math.max(refusals, this.refusedInDoubt + 1);
		this.counts ||= inARow >= REFUSALS_OF_AN_ASSUMED_LIMIT;
	}

	isIdle(now: number): boolean {
		return this.underWay === 0 && this.limit.isIdle(now) && this.heldUntil <= now;
	}

	private newLimit(): Limit {
		const { limit, periodMs, onceRefused } = this.of;
		const most = onceRefused ? limit * WIDE : limit;
		return new Limit(limit, periodMs + SHARED_MARGIN_MS, undefined, most);
	}
}
