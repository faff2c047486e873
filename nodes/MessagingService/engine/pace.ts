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

/** The first refusal may be chance; those that follow closely mean that others use the same limit. */
const SLOWER_FIRST = 1.02;
const SLOWER_AT_MOST = 1.5;
const SLOWEST = 20;
/** Refusals this close together are one event. */
const ONE_EVENT_MS = 100;
/** After so long without another refusal, the next one is a first one again. */
const FORGOTTEN_AFTER_MS = 2_000;
const SLOWNESS_HALVES_IN_MS = 2_000;

/** The pace of the whole API for one key: requests one interval apart, and only so many in any period. */
export class Pace {
	private readonly window: LastStarts;
	private readonly periodMs: number;
	private readonly intervalMs: number;
	private due = Number.NEGATIVE_INFINITY;
	private heldUntil = Number.NEGATIVE_INFINITY;
	private slowdown = 1;
	private nextSlower = SLOWER_FIRST;
	private lastRefusal = Number.NEGATIVE_INFINITY;
	private fadedAt = Number.NEGATIVE_INFINITY;

	/** @param before the pace until now, where only its rate changes */
	constructor(requestsPerSecond: number, before?: Pace) {
		const counted = Math.min(MOST_COUNTED, Math.max(1, Math.floor(requestsPerSecond)));
		this.window = new LastStarts(counted);
		this.periodMs = ((1000 * counted) / requestsPerSecond) * (1 + MARGIN);
		this.intervalMs = this.periodMs / counted;
		if (!before) return;
		for (const start of before.window.all().slice(-counted)) this.window.add(start);
		this.due = before.due;
		this.heldUntil = before.heldUntil;
		this.slowdown = before.slowdown;
		this.nextSlower = before.nextSlower;
		this.lastRefusal = before.lastRefusal;
		this.fadedAt = before.fadedAt;
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
		const since = now - this.fadedAt;
		this.fadedAt = now;
		if (this.slowdown > 1) {
			this.slowdown = 1 + (this.slowdown - 1) * 0.5 ** (since / SLOWNESS_HALVES_IN_MS);
		}
	}

	/** Whether nothing that was ever started or asked still counts. */
	isIdle(now: number): boolean {
		return Math.max(this.window.newest() + this.periodMs * this.slowdown, this.heldUntil) <= now;
	}

	/** There was nothing to start: time that nobody wanted is not made up for. */
	rested(now: number): void {
		this.due = Math.max(this.due, now);
		this.fade(now);
	}

	/** The service refused a request for its rate. */
	refused(now: number, holdMs = 0): void {
		this.heldUntil = Math.max(this.heldUntil, now + holdMs);
		if (now - this.lastRefusal < ONE_EVENT_MS) return;
		if (now - this.lastRefusal > FORGOTTEN_AFTER_MS) this.nextSlower = SLOWER_FIRST;
		this.lastRefusal = now;
		this.fade(now);
		this.slowdown = Math.min(SLOWEST, this.slowdown * this.nextSlower);
		this.nextSlower = Math.min(SLOWER_AT_MOST, 1 + (this.nextSlower - 1) * 2);
	}
}
