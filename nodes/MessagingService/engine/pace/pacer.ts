import type { Clock } from '../clock';
import { Limit } from './limit';
import { PausedSenders } from './senderPause';
import { Shared, type SharedLimit } from './sharedLimit';

export interface Startable {
	limit: SharedLimit | undefined;
	/** Returns immediately, because requests overlap. */
	start: (now: number) => void;
}

/** A source has requests to send: one batch of items, or one look-up. */
export interface Source {
	/** The request that may start now, or the time at which one may: infinite if the source must call `wake` first. */
	next(now: number, opensAt: (limit: SharedLimit) => number): Startable | number;
}

/** Timers are up to a millisecond off, so a start may be this early. */
const EARLY_MS = 0.5;
/** Timers cannot be cancelled, so none is long. */
const LONGEST_NAP_MS = 250;
const SHARED_KEPT = 1_000;
/** After this many 429s in a row, the shared limit is certainly the full one. */
const SURELY_SHARED = 3;

/** Starts the requests of all its sources in turn, as fast as the limits allow. */
export class Pacer {
	private limit: Limit;
	private readonly shared = new Map<string, Shared>();
	private readonly sources: Source[] = [];
	readonly pausedSenders = new PausedSenders();
	isSending = false;
	private wakeUp: (() => void) | undefined;
	private nap: { ends: number; over: Promise<void> } | undefined;

	constructor(
		public rate: number,
		readonly clock: Clock,
		readonly random: () => number = Math.random,
	) {
		this.limit = Limit.ofRate(rate);
	}

	/** If two credentials have the same key, the last one used sets the rate. */
	setRate(rate: number): void {
		if (rate === this.rate) return;
		this.rate = rate;
		this.limit = Limit.ofRate(rate, this.limit);
	}

	join(source: Source): void {
		this.sources.push(source);
		if (!this.isSending) {
			this.isSending = true;
			void this.run();
		}
		this.wake();
	}

	leave(source: Source): void {
		const at = this.sources.indexOf(source);
		if (at >= 0) this.sources.splice(at, 1);
		this.wake();
	}

	wake(): void {
		this.wakeUp?.();
		this.wakeUp = undefined;
	}

	accepted(startedAt: number, shared: SharedLimit | undefined): void {
		const now = this.clock.now();
		this.limit.accepted(startedAt, now);
		if (shared) this.sharedOf(shared).accepted(startedAt, now);
	}

	/** A 429 does not say which limit was full, so both slow down. Only the shared one waits with its request. */
	refused(
		startedAt: number,
		shared: SharedLimit | undefined,
		{ refusals, waitMs, askedMs }: Record<'refusals' | 'waitMs' | 'askedMs', number>,
	): void {
		const now = this.clock.now();
		if (shared) this.sharedOf(shared).refused(startedAt, now, refusals, waitMs);
		else this.limit.hold(now + askedMs);
		if (!shared || refusals <= SURELY_SHARED) this.limit.refused(startedAt, now);
	}

	isIdle(): boolean {
		const now = this.clock.now();
		return (
			!this.isSending &&
			this.limit.isIdle(now) &&
			this.pausedSenders.isIdle(now) &&
			[...this.shared.values()].every((shared) => shared.isIdle(now))
		);
	}

	private sharedOf(limit: SharedLimit): Shared {
		const known = this.shared.get(limit.key);
		if (known) return known;
		const now = this.clock.now();
		for (const [key, shared] of this.shared.size < SHARED_KEPT ? [] : this.shared) {
			if (shared.isIdle(now)) this.shared.delete(key);
		}
		const shared = new Shared(limit);
		this.shared.set(limit.key, shared);
		return shared;
	}

	/** Asks the sources in turn, so that two batches get equal shares. */
	private pick(now: number): Startable | number {
		let soonest = Number.POSITIVE_INFINITY;
		for (const source of [...this.sources]) {
			this.sources.push(...this.sources.splice(0, 1));
			const found = source.next(now, ({ key }) => this.shared.get(key)?.opensAt(now) ?? now);
			if (typeof found !== 'number') return found;
			soonest = Math.min(soonest, found);
		}
		return soonest;
	}

	private async run(): Promise<void> {
		try {
			this.limit.rested(this.clock.now());
			while (this.sources.length > 0) await this.startOrWait();
		} finally {
			// No other code runs between the last look at the sources and this line, so the next source starts a new loop.
			this.isSending = false;
		}
	}

	private async startOrWait(): Promise<void> {
		const now = this.clock.now();
		const opensAt = this.limit.opensAt();
		if (opensAt > now + EARLY_MS) {
			await this.clock.sleep(Math.min(opensAt - now, LONGEST_NAP_MS));
			return;
		}
		const found = this.pick(now);
		if (typeof found === 'number') {
			await this.rest(found - now);
			this.limit.rested(this.clock.now());
			return;
		}
		this.limit.started(now);
		if (found.limit) this.sharedOf(found.limit).started(now);
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

	/** If `wake` ends a rest early, its timer still runs: the next rest uses it, unless it would end too late. */
	private async napFor(ms: number): Promise<void> {
		const ends = this.clock.now() + ms;
		if (!this.nap || this.nap.ends > ends) this.nap = { ends, over: this.clock.sleep(ms) };
		const { nap } = this;
		await nap.over;
		if (this.nap === nap) this.nap = undefined;
	}
}
