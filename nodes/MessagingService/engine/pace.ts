/** When the next request may start. Pure arithmetic over times that are passed in. */

/** The start times of the last requests: the nth last says when a window of n has room again. */
class LastStarts {
	private readonly times: Float64Array;
	private at = 0;

	/** @param kept how many, which may be more than the limit */
	constructor(
		private readonly limit: number,
		private readonly kept = limit,
	) {
		this.times = new Float64Array(kept).fill(Number.NEGATIVE_INFINITY);
	}

	private last(nth: number): number {
		return this.times[(this.at + this.kept - nth) % this.kept] ?? Number.NEGATIVE_INFINITY;
	}

	/** The start that has to leave the window before another may come in. */
	oldest(): number {
		return this.last(this.limit);
	}

	newest(): number {
		return this.last(1);
	}

	add(now: number): void {
		this.times[this.at] = now;
		this.at = (this.at + 1) % this.kept;
	}

	/** As if this start had not been. */
	remove(start: number): void {
		const times = this.all();
		const found = times.lastIndexOf(start);
		if (found < 0) return;
		times.splice(found, 1);
		this.times.set([Number.NEGATIVE_INFINITY, ...times]);
		this.at = 0;
	}

	/** From the oldest to the newest. */
	all(): number[] {
		return [...this.times.slice(this.at), ...this.times.slice(0, this.at)];
	}
}

/** So many may have started beyond a limit before the first of them is refused. */
const STARTED_TOO_MANY = 400;

/** At most so many starts in any period, with a margin for requests that take unequal times to arrive. */
export class Window {
	private readonly starts: LastStarts;
	private heldUntil = Number.NEGATIVE_INFINITY;

	/** @param counts whether it counts from the beginning, or from the first refusal on */
	constructor(
		limit: number,
		private readonly periodMs: number,
		private readonly marginMs: number,
		private counts = true,
	) {
		this.starts = new LastStarts(limit, counts ? limit : limit + STARTED_TOO_MANY);
	}

	opensAt(): number {
		if (!this.counts) return this.heldUntil;
		return Math.max(this.starts.oldest() + this.periodMs + this.marginMs, this.heldUntil);
	}

	take(now: number): void {
		this.starts.add(now);
	}

	/** A start that the service refused. */
	giveBack(start: number): void {
		this.starts.remove(start);
		this.counts = true;
	}

	/** The service says that it is full, whatever was counted here. */
	hold(until: number): void {
		this.heldUntil = Math.max(this.heldUntil, until);
	}

	/** Whether nothing that was ever taken still counts. */
	isIdle(now: number): boolean {
		return Math.max(this.starts.newest() + this.periodMs + this.marginMs, this.heldUntil) <= now;
	}
}

/** The more starts are counted, the more memory: beyond this the period shrinks instead. */
const MOST_COUNTED = 10_000;

/** Requests take unequal times to arrive: two in a hundred of the rate are given up so that none is refused. */
const MARGIN = 0.02;

/** A late timer's time is made up for, though never by starting more than twice as fast, and not more than this. */
const LONGEST_CATCH_UP_MS = 100;

/** So small a share of the requests may be refused by chance. */
const CHANCE = 0.03;
/** What the service did not refuse is what it has room for, less this, since there was no room for one more. */
const BELOW_WHAT_FITS = 0.02;
/** Where nothing is known of how much fits. */
const SLOWER_BLINDLY = 1.5;
const SLOWEST = 20;
/** Others may be done soon: first it keeps to what fitted, then it looks for more. */
const KEEPS_SLOW_MS = 1_000;
const SLOWNESS_HALVES_IN_MS = 2_000;
/** A refusal takes its way: it tells of the time before its request was started. */
const PERIODS_REMEMBERED = 3;

/** The pace of the whole API for one key: requests one interval apart, and only so many in any period. */
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
	/** When those were started that the service refused. */
	private refusals: number[] = [];

	/** @param before the pace until now, where only its rate changes */
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
			// Making up for lost time, two starts are still half an interval apart.
			this.window.newest() + interval / 2,
			this.window.oldest() + this.periodMs * this.slowdown,
			this.heldUntil,
		);
	}

	take(now: number): void {
		this.due = Math.max(this.due, now - LONGEST_CATCH_UP_MS) + this.intervalMs * this.slowdown;
		this.window.add(now);
		this.fade(now);
	}

	/** However long ago it was, a refusal is forgotten little by little. */
	private fade(now: number): void {
		const since = now - Math.max(this.fadedAt, this.slowedAt + KEEPS_SLOW_MS);
		this.fadedAt = now;
		if (this.slowdown > 1 && since > 0) {
			this.slowdown = 1 + (this.slowdown - 1) * 0.5 ** (since / SLOWNESS_HALVES_IN_MS);
		}
	}

	/** Whether nothing that was ever started or asked still counts. */
	isIdle(now: number): boolean {
		return Math.max(this.window.newest() + this.periodMs * this.slowdown, this.heldUntil) <= now;
	}

	/** There was nothing to start: time that nobody wanted is not made up for. */
	rested(now: number): void {
		this.restedAt = now;
		this.due = Math.max(this.due, now);
		this.fade(now);
	}

	/**
	 * The service refused a request for its rate: others use the same limit.
	 * @param startedAt when that request was started
	 */
	refused(now: number, startedAt: number, holdMs = 0): void {
		this.heldUntil = Math.max(this.heldUntil, now + holdMs);
		const from = startedAt - this.periodMs * this.slowdown;
		this.refusals = [...this.refusals.filter((start) => start > from), startedAt];
		if (this.refusals.length <= this.counted * CHANCE) return;
		// What was under way when it slowed down says nothing of the pace since then.
		if (startedAt <= this.slowedAt) return;
		this.fade(now);
		const slower = Math.max(this.slowdown, this.slownessThatFits(startedAt));
		this.slowdown = Math.min(SLOWEST, slower * (1 + BELOW_WHAT_FITS));
		this.slowedAt = now;
	}

	/** How far apart those were, in intervals, that the service took just before that start. */
	private slownessThatFits(startedAt: number): number {
		// Where there was little to start, little was taken, and that tells nothing.
		const from = Math.max(startedAt - this.periodMs, this.restedAt);
		const before = (start: number) => start < startedAt && start >= from;
		const started = this.window.all().filter(before);
		const [first] = started;
		if (first === undefined)
			return this.restedAt < startedAt - this.periodMs ? this.slowdown * SLOWER_BLINDLY : 1;
		const taken = started.length - this.refusals.filter(before).length;
		return (startedAt - first) / (Math.max(1, taken) * this.intervalMs);
	}
}
