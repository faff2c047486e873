import { Limit } from './limit';

/** A limit for some requests only, such as those of one channel. The limit of the API key counts too. */
export interface SharedLimit {
	/** Requests with the same text here share the limit. */
	key: string;
	limit: number;
	periodMs: number;
	advice: string;
	/** The service documents no such limit, so it counts only once the service has refused requests. */
	onceRefused?: true;
}

/** This many refusals in a row show that an assumed limit exists. A single 429 may have another cause. */
const REFUSALS_OF_AN_ASSUMED_LIMIT = 3;
/** An assumed limit is given up once the share has grown to this many times the limit. */
const WIDE = 100;
/** Requests take unequal times to arrive, so each period is counted as this much longer. */
export const SHARED_MARGIN_MS = 250;

export class Shared {
	private limit: Limit;
	private counts: boolean;
	private heldUntil = Number.NEGATIVE_INFINITY;
	private underWay = 0;
	/** The time of a refusal, until the service accepts a request that started later. */
	private refusedSince: number | undefined;
	private furtherRefusals = 0;

	constructor(private readonly of: SharedLimit) {
		this.counts = of.onceRefused !== true;
		this.limit = this.newLimit();
	}

	opensAt(now: number): number {
		if (this.counts) return Math.max(this.limit.opensAt(), this.heldUntil);
		// After a refusal, one request at a time finds out whether there is a limit.
		const isProbing = this.refusedSince !== undefined && this.underWay > 0;
		return isProbing ? Number.POSITIVE_INFINITY : Math.max(this.heldUntil, now);
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
		if (startedAt >= (this.refusedSince ?? now)) this.refusedSince = undefined;
	}

	/** @param refusals how often the service has refused this request, which is tried again after `waitMs` */
	refused(startedAt: number, now: number, refusals: number, waitMs: number): void {
		this.underWay--;
		if (this.refusedSince === undefined) {
			this.refusedSince = now;
			this.furtherRefusals = 0;
		} else if (startedAt >= this.refusedSince) this.furtherRefusals++;
		this.heldUntil = Math.max(this.heldUntil, now + waitMs);
		this.limit.refused(startedAt, now);
		// Refusals in a row count the same, whether of one request or of several.
		const inARow = Math.max(refusals, this.furtherRefusals + 1);
		this.counts ||= inARow >= REFUSALS_OF_AN_ASSUMED_LIMIT;
	}

	get isInUse(): boolean {
		return this.underWay > 0;
	}

	private newLimit(): Limit {
		const { limit, periodMs, onceRefused } = this.of;
		const most = onceRefused ? limit * WIDE : limit;
		return new Limit(limit, periodMs + SHARED_MARGIN_MS, undefined, most);
	}
}
