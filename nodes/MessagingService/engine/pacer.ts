import type { Clock } from './clock';
import type { SharedLimit } from './operation';
import { Pace, Window } from './pace';

/** A request that is ready to go. */
export interface Ready {
	limit: SharedLimit | undefined;
	/** Sends it, and returns at once: requests overlap. */
	start: (now: number) => void;
}

/** Somebody with requests to send: one batch of items, one look-up. */
export interface Source {
	/**
	 * The next request that may start now; else the time at which one may, infinite when only an event of the
	 * source's own (then it calls `wake`) can change that.
	 */
	next(now: number, opensAt: (limit: SharedLimit) => number): Ready | number;
}

/** Timers fire up to a millisecond off: a start this much early is on time. */
const EARLY_MS = 0.5;
/** No timer of ours can be called off, so none is long. */
const LONGEST_NAP_MS = 250;
const WINDOWS_KEPT = 1_000;
/** Arrivals at a minute's window differ by as much as those at a second's: a fixed margin does. */
const WINDOW_MARGIN_MS = 250;

/** Starts the requests of all its sources, in turn, as fast as the limits allow. */
export class Pacer {
	private pace: Pace;
	private readonly windows = new Map<string, Window>();
	private readonly sources: Source[] = [];
	private running = false;
	private wakeUp: (() => void) | undefined;
	private nap: { ends: number; over: Promise<void> } | undefined;

	constructor(
		private requestsPerSecond: number,
		private readonly clock: Clock,
	) {
		this.pace = new Pace(requestsPerSecond);
	}

	/** The credential was changed, or two credentials hold the same key: the last one used says the rate. */
	setRate(requestsPerSecond: number): void {
		if (requestsPerSecond === this.requestsPerSecond) return;
		this.requestsPerSecond = requestsPerSecond;
		this.pace = new Pace(requestsPerSecond, this.pace);
	}

	join(source: Source): void {
		this.sources.push(source);
		if (!this.running) {
			this.running = true;
			void this.run();
		}
		this.wake();
	}

	leave(source: Source): void {
		const at = this.sources.indexOf(source);
		if (at >= 0) this.sources.splice(at, 1);
		this.wake();
	}

	/** Something changed at a source. */
	wake(): void {
		this.wakeUp?.();
		this.wakeUp = undefined;
	}

	/**
	 * The service refused a request for its rate.
	 * @param startedAt when that request was started
	 * @param waitMs until it is repeated
	 * @param askedMs what the service asked everybody to wait
	 * @param shared the limit that the request shares with others, and whether it must be that limit
	 */
	refused(
		startedAt: number,
		waitMs: number,
		askedMs = 0,
		shared?: { limit: SharedLimit; surely?: boolean },
	): void {
		const now = this.clock.now();
		// Which of the two limits it was is not said: the narrower one waits with its request, the wider one slows down.
		if (shared) {
			const window = this.windowOf(shared.limit);
			window.hold(now + waitMs);
			// The service did not count it: else its place would stay taken for the whole period.
			window.giveBack(startedAt);
		}
		if (shared?.surely !== true) this.pace.refused(now, startedAt, shared ? 0 : askedMs);
	}

	/** Somebody has requests that are to be started. */
	isSending(): boolean {
		return this.running;
	}

	/** Nothing is under way, and nothing that started still counts against a window. */
	isIdle(): boolean {
		const now = this.clock.now();
		return (
			!this.running &&
			this.pace.isIdle(now) &&
			[...this.windows.values()].every((window) => window.isIdle(now))
		);
	}

	private windowOf({ key, limit, periodMs, onceRefused }: SharedLimit): Window {
		let window = this.windows.get(key);
		if (!window) {
			if (this.windows.size >= WINDOWS_KEPT) this.forgetIdleWindows();
			window = new Window(limit, periodMs, WINDOW_MARGIN_MS, onceRefused !== true);
			this.windows.set(key, window);
		}
		return window;
	}

	private forgetIdleWindows(): void {
		const now = this.clock.now();
		for (const [key, window] of this.windows) {
			if (window.isIdle(now)) this.windows.delete(key);
		}
	}

	/** Asks the sources in turn, so that two batches get the same share. */
	private pick(now: number): Ready | number {
		let soonest = Number.POSITIVE_INFINITY;
		for (const source of [...this.sources]) {
			this.sources.push(...this.sources.splice(0, 1));
			const found = source.next(now, ({ key }) => this.windows.get(key)?.opensAt() ?? now);
			if (typeof found !== 'number') return found;
			soonest = Math.min(soonest, found);
		}
		return soonest;
	}

	private async run(): Promise<void> {
		try {
			this.pace.rested(this.clock.now());
			await this.startAll();
		} finally {
			// Whatever happened, whoever comes next finds it ready.
			this.running = false;
		}
	}

	private async startAll(): Promise<void> {
		while (this.sources.length > 0) {
			const now = this.clock.now();
			const opensAt = this.pace.opensAt();
			if (opensAt > now + EARLY_MS) {
				await this.clock.sleep(Math.min(opensAt - now, LONGEST_NAP_MS));
				continue;
			}
			const found = this.pick(now);
			if (typeof found === 'number') {
				await this.rest(found - now);
				this.pace.rested(this.clock.now());
				continue;
			}
			this.pace.take(now);
			if (found.limit) this.windowOf(found.limit).take(now);
			found.start(now);
		}
	}

	/** Until a time has come, or a source has news. */
	private async rest(ms: number): Promise<void> {
		const woken = new Promise<void>((resolve) => {
			this.wakeUp = resolve;
		});
		await (ms === Number.POSITIVE_INFINITY
			? woken
			: Promise.race([woken, this.napFor(Math.min(Math.max(ms, 1), LONGEST_NAP_MS))]));
	}

	/** A nap outlives the news that ends a rest, so the next rest takes it over where it ends early enough. */
	private async napFor(ms: number): Promise<void> {
		const ends = this.clock.now() + ms;
		if (!this.nap || this.nap.ends > ends) this.nap = { ends, over: this.clock.sleep(ms) };
		const { nap } = this;
		await nap.over;
		if (this.nap === nap) this.nap = undefined;
	}
}
