import { LastStarts } from './lastStarts';

/** How many requests may have started beyond a limit before the first refusal arrives. */
const STARTED_TOO_MANY = 400;

/** More are not under way at once: if the limit was full already, they are refused. */
const MOST_UNANSWERED = 15;
/** Those who have much give up a part of it at a refusal, so that newcomers find room. */
const GIVES_UP = 1 / 16;
/** Then so many periods pass before it tries for more. */
const RESTS_PERIODS = 2;

/** One 429 may have another cause: only a request that is refused so often shows that the limit is full. */
const REFUSALS_OF_A_LIMIT = 3;
/** After so long without a refusal, those who filled the limit have gone. */
const QUIET_MS = 5 * 60_000;

/**
 * Limits the starts in any period, with a margin because requests take unequal times to arrive. If other processes fill
 * the limit too, what was accepted of ours in the last period is our share, and each of its starts frees its own place.
 */
export class Window {
	private readonly starts: LastStarts;
	private readonly periodMs: number;
	private heldUntil = Number.NEGATIVE_INFINITY;
	/** Until then, others use the limit too. */
	private sharedUntil = Number.NEGATIVE_INFINITY;
	private ours: number;
	/** The next period without a refusal adds so many. */
	private grows = 1;
	private changedAt = Number.NEGATIVE_INFINITY;
	private unanswered = 0;
	/** After a refusal only one request at a time goes, until one is accepted that started since. */
	private doubtsSince: number | undefined;

	/** @param always whether it always counts, or only while the service refuses requests */
	constructor(
		private readonly limit: number,
		periodMs: number,
		marginMs: number,
		private readonly always = true,
	) {
		this.ours = limit;
		this.periodMs = periodMs + marginMs;
		this.starts = new LastStarts(always ? limit : limit + STARTED_TOO_MANY);
	}

	opensAt(now: number): number {
		const counts = this.always || now < this.sharedUntil;
		const most = counts ? MOST_UNANSWERED : Number.POSITIVE_INFINITY;
		if (this.unanswered >= (this.doubtsSince === undefined ? most : 1)) {
			return Number.POSITIVE_INFINITY;
		}
		if (!counts) return this.heldUntil;
		return Math.max(this.starts.last(this.oursAt(now)) + this.periodMs, this.heldUntil);
	}

	/** Another process may have ended: each period without a refusal adds to what is ours, and ever more. */
	private oursAt(now: number): number {
		if (this.ours < this.limit && now >= this.changedAt + this.periodMs) {
			this.ours = Math.min(this.limit, this.ours + this.grows);
			this.grows *= 2;
			this.changedAt = now;
		}
		return this.ours;
	}

	started(now: number): void {
		this.starts.add(now);
		this.unanswered++;
	}

	/** The request that started then was answered, and not refused. */
	accepted(start: number): void {
		this.unanswered--;
		if (this.doubtsSince !== undefined && start >= this.doubtsSince) this.doubtsSince = undefined;
	}

	/**
	 * The service refused the request that started then, and did not count it.
	 * @param refusals how often it has refused that request
	 */
	refused(now: number, start: number, refusals: number): void {
		this.unanswered--;
		this.doubtsSince ??= now;
		this.starts.remove(start);
		if (now >= this.sharedUntil && refusals < REFUSALS_OF_A_LIMIT) return;
		this.sharedUntil = now + QUIET_MS;
		const accepted = this.starts.between(start - this.periodMs, start);
		// If we have nothing yet, only tries find what is free.
		this.ours =
			accepted === 0
				? this.limit
				: Math.min(this.limit, accepted - Math.floor(accepted * GIVES_UP));
		this.grows = 1;
		this.changedAt = now + this.periodMs * RESTS_PERIODS;
	}

	/** The service says that the window is full, whatever was counted here. */
	hold(until: number): void {
		this.heldUntil = Math.max(this.heldUntil, until);
	}

	/** Whether no earlier start still counts, and none is under way. */
	isIdle(now: number): boolean {
		const opensWhollyAt = Math.max(this.starts.newest() + this.periodMs, this.heldUntil);
		return this.unanswered === 0 && opensWhollyAt <= now;
	}
}
