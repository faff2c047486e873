import { Limit } from './limit';

/** A limit that some requests share, within the limit of the whole API. */
export interface SharedLimit {
	/** Requests with the same key share the limit. */
	key: string;
	limit: number;
	periodMs: number;
	/** What a person does if it stays full. */
	advice: string;
	/** It is not known which requests share it: it counts only while the service refuses requests. */
	onceRefused?: true;
}

/** A request that is refused so often shows that the assumed limit is full: one 429 may have another cause. */
const REFUSALS_OF_AN_ASSUMED_LIMIT = 3;
/** An assumed limit counts no more when our share has grown to so many times of it. */
const WIDE = 100;
/** How unequal the times are that requests take to arrive, however long the period. */
export const SHARED_MARGIN_MS = 250;

/** What a pacer knows of a shared limit. */
export class Shared {
	private limit: Limit;
	private counts: boolean;
	private heldUntil = Number.NEGATIVE_INFINITY;
	private underWay = 0;
	/** Something was refused, and nothing accepted that started since. */
	private doubtsSince: number | undefined;
	/** How many requests in a row were refused that started since. */
	private refusedInDoubt = 0;

	constructor(private readonly of: SharedLimit) {
		this.counts = of.onceRefused !== true;
		this.limit = this.newLimit();
	}

	opensAt(now: number): number {
		if (this.counts) return Math.max(this.limit.opensAt(), this.heldUntil);
		// In doubt, one at a time goes.
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

	/**
	 * @param refusals how often the service has refused this request
	 * @param waitMs until it is repeated
	 */
	refused(startedAt: number, now: number, refusals: number, waitMs: number): void {
		this.underWay--;
		if (this.doubtsSince === undefined) {
			this.doubtsSince = now;
			this.refusedInDoubt = 0;
		} else if (startedAt >= this.doubtsSince) this.refusedInDoubt++;
		this.heldUntil = Math.max(this.heldUntil, now + waitMs);
		this.limit.refused(startedAt, now);
		// One request after the other: as if the same one had been refused.
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
