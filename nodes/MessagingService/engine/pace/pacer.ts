import type { Clock } from '../clock';
import { Pace } from './pace';
import type { SharedLimit } from './sharedLimit';
import { Window } from './window';

/** A request that may start now. */
export interface Startable {
	limit: SharedLimit | undefined;
	/** Sends it and returns at once: requests overlap. */
	start: (now: number) => void;
}

/** Something that has requests to send: one batch of items, or one look-up. */
export interface Source {
	/**
	 * The next request that may start now, or else the time at which one may. The time is infinite if only an event
	 * inside the source can change that; the source then calls `wake`.
	 */
	next(now: number, opensAt: (limit: SharedLimit) => number): Startable | number;
}

/** Timers are up to a millisecond off: a start this early is on time. */
const EARLY_MS = 0.5;
/** Our timers cannot be cancelled, so none is long. */
const LONGEST_NAP_MS = 250;
const WINDOWS_KEPT = 1_000;
/** The times that requests take to arrive do not grow with the window, so a fixed margin is enough. */
const WINDOW_MARGIN_MS = 250;

/** Starts the requests of all its sources in turn, as fast as the limits allow. */
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
		private readonly random: () => number = Math.random,
	) {
		this.pace = new Pace(requestsPerSecond);
	}

	get rate(): number {
		return this.requestsPerSecond;
	}

	/** The credential was changed, or two credentials hold the same key: the last one used sets the rate. */
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
	 * The service refused a request with a 429.
	 * @param startedAt when that request was started
	 * @param waitMs until it is repeated
	 * @param askedMs how long the service asked everyone to wait
	 * @param shared the limit that the request shares with others, how often the request was refused, and whether it
	 *   must be that limit
	 */
	refused(
		startedAt: number,
		waitMs: number,
		askedMs = 0,
		shared?: { limit: SharedLimit; refusals: number; surely: boolean },
	): void {
		const now = this.clock.now();
		// A 429 does not say which limit was full: the narrower one waits with its request, the wider one slows down.
		if (shared) {
			const window = this.windowOf(shared.limit);
			window.hold(now + waitMs);
			// The service did not count it; otherwise its place would stay occupied for the whole period.
			window.refused(now, startedAt, shared.refusals);
		}
		if (shared?.surely !== true) this.pace.refused(now, startedAt, shared ? 0 : askedMs);
	}

	/** The request that started then was answered. */
	answered(startedAt: number): void {
		this.pace.answered(startedAt);
	}

	/** The request that started then, within that limit, was answered and not refused. */
	accepted({ key }: SharedLimit, startedAt: number): void {
		this.windows.get(key)?.accepted(startedAt, this.clock.now());
	}

	/** Whether requests are waiting to start. */
	isSending(): boolean {
		return this.running;
	}

	/** Whether nothing is under way and no earlier start still counts against a window. */
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
			const always = onceRefused !== true;
			const { epoch } = this.clock;
			window = new Window(limit, periodMs, WINDOW_MARGIN_MS, always, this.random, epoch);
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

	/** Asks the sources in turn, so that two batches get equal shares. */
	private pick(now: number): Startable | number {
		let soonest = Number.POSITIVE_INFINITY;
		for (const source of [...this.sources]) {
			this.sources.push(...this.sources.splice(0, 1));
			const found = source.next(now, ({ key }) => this.windows.get(key)?.opensAt(now) ?? now);
			if (typeof found !== 'number') return found;
			soonest = Math.min(soonest, found);
		}
		return soonest;
	}

	private async run(): Promise<void> {
		try {
			this.pace.rested(this.clock.now());
			while (this.sources.length > 0) await this.startOrWait();
		} finally {
			// In the same moment in which the last source was seen to have left: the next one starts the loop again.
			this.running = false;
		}
	}

	private async startOrWait(): Promise<void> {
		const now = this.clock.now();
		const opensAt = this.pace.opensAt();
		if (opensAt > now + EARLY_MS) {
			await this.clock.sleep(Math.min(opensAt - now, LONGEST_NAP_MS));
			return;
		}
		const found = this.pick(now);
		if (typeof found === 'number') {
			await this.rest(found - now);
			this.pace.rested(this.clock.now());
			return;
		}
		this.pace.started(now);
		if (found.limit) this.windowOf(found.limit).started(now);
		found.start(now);
	}

	/** Waits until a time has come or a source calls `wake`. */
	private async rest(ms: number): Promise<void> {
		const woken = new Promise<void>((resolve) => {
			this.wakeUp = resolve;
		});
		await (ms === Number.POSITIVE_INFINITY
			? woken
			: Promise.race([woken, this.napFor(Math.min(Math.max(ms, 1), LONGEST_NAP_MS))]));
	}

	/** A nap goes on when `wake` ends a rest early, so the next rest reuses it if it ends soon enough. */
	private async napFor(ms: number): Promise<void> {
		const ends = this.clock.now() + ms;
		if (!this.nap || this.nap.ends > ends) this.nap = { ends, over: this.clock.sleep(ms) };
		const { nap } = this;
		await nap.over;
		if (this.nap === nap) this.nap = undefined;
	}
}
