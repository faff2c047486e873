import { LastStarts } from './lastStarts';

/** How many requests may have started beyond a limit before the first refusal arrives. */
const STARTED_TOO_MANY = 400;

/** More are not under way at once: if the limit was full already, they are refused. */
const MOST_UNANSWERED = 6;
/** After it changed, so many periods pass before it tries for more. */
const RESTS_PERIODS = 2;

/** Who has less than this part when it is refused has just come to a limit that others fill. */
const NEWCOMER = 1 / 12;
/** A newcomer looks for places for so long, at least so often, and sooner after each that it finds, until it has enough. */
const SEEKS_PERIODS = 3;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 6_000;
const AFTER_FOUND = 0.7;
const ENOUGH = 1 / 5;
/** Once a period, whoever fills the limit leaves one place free for so long, for a newcomer to find. */
const INVITES_MS = 8_000;

/** One 429 may have another cause: only a request that is refused so often shows that the limit is full. */
const REFUSALS_OF_A_LIMIT = 3;
/** After so long without a refusal, those who filled the limit have gone. */
const QUIET_MS = 5 * 60_000;

/**
 * Limits the starts in any period, with a margin because requests take unequal times to arrive. If other processes fill
 * the limit too, what was accepted of ours in the last period is our share, and each of its starts frees its own place.
 * A newcomer takes such a place: whoever misses it gives way, the more the more it has.
 */
export class Window {
	private readonly starts: LastStarts;
	private readonly periodMs: number;
	private heldUntil = Number.NEGATIVE_INFINITY;
	/** Until then, others use the limit too. */
	private sharedUntil = Number.NEGATIVE_INFINITY;
	private ours: number;
	/** What was ours before it last grew: only beyond it a refusal is our own doing. */
	private surelyOurs = 0;
	/** The next period without a refusal adds so many. */
	private grows = 1;
	private changedAt: number | undefined;
	private gaveWayAt = Number.NEGATIVE_INFINITY;
	private invitedAt = Number.NEGATIVE_INFINITY;
	private seeksUntil = Number.NEGATIVE_INFINITY;
	private pauseMs = FIRST_PAUSE_MS;
	private unanswered = 0;
	/** After a refusal only one request at a time goes, until one is accepted that started since. */
	private doubtsSince: number | undefined;

	/** @param always whether it always counts, or only while the service refuses requests */
	constructor(
		private readonly limit: number,
		periodMs: number,
		marginMs: number,
		private readonly always = true,
		private readonly random: () => number = Math.random,
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
		return Math.max(this.freeAt(this.oursAt(now), now), this.heldUntil);
	}

	/** When one of so many places is free, the invitation left aside. */
	private freeAt(ours: number, now: number): number {
		const opens = this.starts.last(ours) + this.periodMs;
		if (ours === 1) return opens;
		if (opens <= now && opens >= this.invitedAt + this.periodMs) this.invitedAt = opens;
		const invitedUntil = this.invitedAt + INVITES_MS;
		if (now >= invitedUntil) return opens;
		return Math.min(invitedUntil, this.starts.last(ours - 1) + this.periodMs);
	}

	/** Another process may have ended: each period without a refusal adds to what is ours, and ever more. */
	private oursAt(now: number): number {
		this.changedAt ??= now;
		if (now >= this.changedAt + this.periodMs) {
			this.surelyOurs = this.ours;
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
	accepted(start: number, now: number): void {
		this.unanswered--;
		if (now < this.seeksUntil) {
			this.pauseMs = Math.max(FIRST_PAUSE_MS, this.pauseMs * AFTER_FOUND);
			this.hold(now + this.pauseMs);
		}
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
		if (now >= this.sharedUntil && refusals < (this.always ? 2 : REFUSALS_OF_A_LIMIT)) return;
		this.sharedUntil = now + QUIET_MS;
		const accepted = this.starts.between(start - this.periodMs, start);
		if (now >= this.seeksUntil && accepted < this.limit * NEWCOMER && this.surelyOurs <= accepted) {
			this.seeksUntil = now + this.periodMs * SEEKS_PERIODS;
			this.pauseMs = FIRST_PAUSE_MS;
		}
		if (accepted >= this.limit * ENOUGH) this.seeksUntil = now;
		if (now < this.seeksUntil) {
			this.hold(now + this.pauseMs * (0.5 + this.random() / 2));
			this.pauseMs = Math.min(LONGEST_PAUSE_MS, this.pauseMs * 2);
			this.ours = this.limit;
			this.surelyOurs = 0;
			this.changedAt = this.seeksUntil;
			return;
		}
		// A place that surely was ours: someone else has it.
		const isStolen = accepted < this.surelyOurs;
		// One refusal may be chance.
		if (isStolen && (refusals < 2 || now < this.gaveWayAt + this.periodMs)) return;
		if (isStolen) this.gaveWayAt = now;
		const gives = isStolen ? Math.round(accepted ** 2 / (accepted + this.limit)) : 0;
		this.ours = Math.min(this.limit, Math.max(1, accepted - gives));
		this.surelyOurs = this.ours;
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
