import { LastStarts } from './lastStarts';
import { Rounds } from './rounds';

/** How many requests may have started beyond a limit before the first refusal arrives. */
const STARTED_TOO_MANY = 400;

/** More are not under way at once: if others have filled the limit, they are refused. Fewer where nothing was ours before. */
const MOST_UNANSWERED = 3;
const MOST_UNANSWERED_AT_FIRST = 2;
/** But so many times what fills the limit at the time that answers take now. */
const TO_FILL = 1.25;

/** Who has less than this part looks for the place that others leave free for a newcomer. */
const FEW = 1 / 5;
/** After so many looks in vain its time of day may not be that of the others: it looks at any time. */
const LOOKS_IN_VAIN = 4;

/** Who was refused one more rests for so long, for each place that it has. */
const RESTS_EACH_MS = 30_000;
const RESTS_AT_MOST_MS = 270_000;
/** Who found one more tries for another so much later, and at once after so many in a row: someone has ended. */
const AFTER_FOUND_MS = 1_000;
const FOUND_IN_A_ROW = 6;

/** One 429 may have another cause: only a request that is refused so often shows that the limit is full. */
const REFUSALS_OF_A_FULL_LIMIT = 2;
const REFUSALS_OF_AN_ASSUMED_LIMIT = 3;
/** After so long without a refusal, those who filled the limit have gone. */
const QUIET_MS = 5 * 60_000;

const NEVER = Number.POSITIVE_INFINITY;
const LONG_AGO = Number.NEGATIVE_INFINITY;

/**
 * Limits the starts in any period, with a margin because requests take unequal times to arrive. Other processes may fill
 * the limit too; none knows of the others.
 * - What was accepted of ours when the limit was full is ours: each start frees its own place a period later.
 * - Twice a period, by the time of day, each leaves one place free for a moment. Newcomers look for it only then; whoever
 *   misses the place that it left gives way, the more the more it has.
 * - Every few minutes each tries for one more: if it is refused it rests, else it goes on, for someone has ended.
 */
export class Window {
	private readonly starts: LastStarts;
	private readonly periodMs: number;
	private readonly rounds: Rounds;
	private heldUntil = LONG_AGO;
	/** Until then, others use the limit too. */
	private sharedUntil = LONG_AGO;
	/** Until then, a single refusal in a period is not taken for chance any more. */
	private chanceTakenUntil = LONG_AGO;
	private ours: number;
	/** When it tries for one more. Never, as long as nothing was refused: the whole limit is ours then. */
	private seeksAt = NEVER;
	/** What was started beyond what is ours, and is not answered yet. */
	private readonly sought = new Set<number>();
	private foundInARow = 0;
	private looksInVain = 0;
	/** When the place was used again that it had left free. */
	private usedAgainAt = LONG_AGO;
	private unanswered = 0;
	/** How long the last answer took. */
	private answersTakeMs = 0;
	/** Of an assumed limit: whether more than it were accepted in a period, since it was last full. */
	private hasRoom = true;
	/** Requests in a row that were refused in doubt. */
	private refusedInDoubt = 0;
	/** After a refusal only one request at a time goes, until one is accepted that started since. */
	private doubtsSince: number | undefined;

	/**
	 * @param always whether it always counts, or only while the service refuses requests
	 * @param epoch the time of day at which the clock was at 0
	 */
	constructor(
		private readonly limit: number,
		periodMs: number,
		marginMs: number,
		private readonly always = true,
		private readonly random: () => number = Math.random,
		epoch = 0,
	) {
		this.ours = limit;
		this.periodMs = periodMs + marginMs;
		this.rounds = new Rounds(this.periodMs, epoch);
		this.starts = new LastStarts(always ? limit : limit + STARTED_TOO_MANY);
	}

	opensAt(now: number): number {
		const counts = this.always || now < this.sharedUntil;
		if (this.unanswered >= this.mostUnanswered(now, counts)) return NEVER;
		if (!counts) return this.heldUntil;
		const more = this.ours < this.limit ? Math.max(this.seeksAt, this.opensFor(this.limit)) : NEVER;
		return Math.max(Math.min(this.freeAt(now), more), this.heldUntil);
	}

	private mostUnanswered(now: number, counts: boolean): number {
		if (this.doubtsSince !== undefined) return 1;
		if (!counts && this.hasRoom) return NEVER;
		const isFirst = this.starts.last(this.ours) < now - 2 * this.periodMs;
		const fills = Math.ceil((TO_FILL * this.limit * this.answersTakeMs) / this.periodMs);
		return Math.max(fills, isFirst ? MOST_UNANSWERED_AT_FIRST : MOST_UNANSWERED);
	}

	/** When the oldest of so many starts leaves the period. */
	private opensFor(places: number): number {
		return places > 0 ? this.starts.last(places) + this.periodMs : NEVER;
	}

	/** When one of our places is free, apart from those that are kept back for newcomers. */
	private freeAt(now: number): number {
		const opens = this.opensFor(this.ours);
		// It was free for so long that anyone could find it.
		if (!this.leavesPlaces() || opens < now - this.periodMs) return opens;
		const at = Math.max(opens, now);
		const kept = this.keptBack(at);
		if (kept === 0) return opens;
		return Math.min(Math.max(opens, this.rounds.at(at).ends), this.opensFor(this.ours - kept));
	}

	/** How many places are kept back, so that one is free as each of the next rounds ends. */
	private keptBack(at: number): number {
		const { begins, leaves, ends } = this.rounds.at(at);
		const forThis = at >= leaves || !this.becomesFreeFor(ends) ? 1 : 0;
		const isSettled = at >= begins + this.rounds.settlesMs;
		const forNext = isSettled && !this.becomesFreeFor(ends + this.rounds.lengthMs) ? 1 : 0;
		return forThis + forNext;
	}

	/** Whether a place was used again as that other round ended. */
	private becomesFreeFor(ends: number): boolean {
		const before = this.rounds.sameBefore(ends);
		return this.starts.between(before - 1, before + this.rounds.settlesMs) > 0;
	}

	private leavesPlaces(): boolean {
		return this.ours > this.rounds.inPeriod;
	}

	started(now: number): void {
		if (this.ours < this.limit && now >= this.seeksAt && now < this.freeAt(now)) {
			this.ours++;
			this.sought.add(now);
			this.seeksAt = NEVER;
		} else if (this.leavesPlaces()) {
			const { begins } = this.rounds.at(now);
			const opened = this.opensFor(this.ours);
			const wasLeftFree = opened > LONG_AGO && opened <= begins;
			if (wasLeftFree && this.usedAgainAt < begins) this.usedAgainAt = now;
		}
		this.starts.add(now);
		this.unanswered++;
	}

	/** The request that started then was answered, and not refused. */
	accepted(start: number, now: number): void {
		this.unanswered--;
		this.answersTakeMs = now - start;
		this.hasRoom ||=
			this.starts.between(start - this.periodMs, start) > this.limit + MOST_UNANSWERED;
		if (this.sought.delete(start)) {
			this.looksInVain = 0;
			this.foundInARow++;
			const pauseMs = this.foundInARow < FOUND_IN_A_ROW ? AFTER_FOUND_MS : 0;
			this.seekAt(now + pauseMs);
		}
		if (this.doubtsSince !== undefined && start >= this.doubtsSince) {
			this.doubtsSince = undefined;
			this.refusedInDoubt = 0;
		}
	}

	/**
	 * The service refused the request that started then, and did not count it.
	 * @param refusals how often it has refused that request
	 */
	refused(now: number, start: number, refusals: number): void {
		this.unanswered--;
		if (start >= (this.doubtsSince ?? NEVER)) this.refusedInDoubt++;
		this.doubtsSince ??= now;
		this.starts.remove(start);
		if (this.sought.delete(start)) {
			this.ours = Math.max(0, this.ours - 1);
			this.rest(now);
			return;
		}
		const isNewcomer =
			(this.always || now < this.sharedUntil) &&
			start >= this.usedAgainAt &&
			start < this.usedAgainAt + this.rounds.settlesMs;
		if (this.isChance(now, refusals, isNewcomer)) return;
		if (isNewcomer) this.usedAgainAt = LONG_AGO;
		const accepted = Math.min(this.ours, this.starts.between(start - this.periodMs, start));
		const gives = isNewcomer ? Math.round(accepted ** 2 / (accepted + this.limit)) : 0;
		this.ours = accepted - gives;
		if (gives > 0 || this.seeksAt === NEVER) this.rest(now);
	}

	/** Whether a refusal may have nothing to do with this limit. */
	private isChance(now: number, refusals: number, isNewcomer: boolean): boolean {
		const isShared = now < this.sharedUntil;
		if (isShared) {
			const mayBe = refusals < REFUSALS_OF_A_FULL_LIMIT && !isNewcomer;
			if (mayBe && now >= this.chanceTakenUntil) {
				this.chanceTakenUntil = now + this.periodMs;
				return true;
			}
		} else {
			// One request after the other: as if the same one had been refused.
			const inARow = this.always ? refusals : Math.max(refusals, this.refusedInDoubt + 1);
			if (inARow < (this.always ? REFUSALS_OF_A_FULL_LIMIT : REFUSALS_OF_AN_ASSUMED_LIMIT)) {
				return true;
			}
			if (!this.always) {
				this.hasRoom = false;
				this.ours = this.limit;
				this.seeksAt = NEVER;
			}
		}
		this.sharedUntil = now + QUIET_MS;
		this.chanceTakenUntil = now + this.periodMs;
		return false;
	}

	/** After one more was refused, or a newcomer came. */
	private rest(now: number): void {
		// What someone gave up is free within a period.
		const restMs =
			this.foundInARow > 0 && this.ours < this.limit * FEW
				? this.periodMs
				: Math.min(RESTS_AT_MOST_MS, RESTS_EACH_MS * this.ours);
		this.foundInARow = 0;
		const at = now + restMs * (0.75 + this.random() / 2);
		if (this.ours >= this.limit * FEW) {
			this.seekAt(at);
			return;
		}
		const isInTime = this.looksInVain++ < LOOKS_IN_VAIN;
		this.seeksAt = isInTime
			? this.rounds.whenLeft(at, this.random())
			: at + this.rounds.lengthMs * (0.5 + this.random());
	}

	/** Tries for one more then, but leaves to newcomers what is left for them. */
	private seekAt(at: number): void {
		const isNewcomer = this.ours < this.limit * FEW;
		this.seeksAt = isNewcomer ? at : this.rounds.whenNotLeft(at);
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
