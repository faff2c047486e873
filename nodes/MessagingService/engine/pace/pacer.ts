import { createHash } from 'node:crypto';
import { sleep } from 'n8n-workflow';

import { RecentlyUsed } from '../../../plain';
import { Limit, Shared, type SharedLimit } from './limit';

/** This clock only goes forward, so that a changed system time cannot make the pace jump. */
export interface Clock {
	now(): number;
	sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	sleep: async (ms) => {
		await sleep(ms);
	},
};

/** Messages of one sender are a random time in this range apart, so that they look less automatic. */
export interface PauseBetween {
	sender: string;
	fromMs: number;
	toMs: number;
}

export interface SenderPause extends PauseBetween {
	/** When the sender may send again. It is infinite while one of its requests is under way. */
	gate: { opensAt: number };
}

export interface Startable {
	limit: SharedLimit | undefined;
	start: (now: number) => void;
}

/** A batch, or one look-up of the editor, as far as it uses this pacer. */
export interface Source {
	/** Returns a request that may start now, or else the time of the next one. Infinite means: wait for a call of `wake`. */
	next(now: number, opensAt: (limit: SharedLimit) => number): Startable | number;
}

/** Timers are imprecise by up to a millisecond. A start this early saves another timer. */
const EARLY_MS = 0.5;
/** Timers of n8n cannot be cancelled. A long one would keep running after the batch has ended. */
const LONGEST_NAP_MS = 250;
const ACCOUNTS_KEPT = 1_000;
const SHARED_KEPT = 1_000;
const SENDERS_KEPT = 10_000;
/** After this many 429s in a row for one request, the shared limit is certainly the full one. */
const SURELY_SHARED = 3;

/** Starts the requests of one API key as fast as the limits allow. Executions take turns. */
export class Pacer {
	private readonly limit: Limit;
	private readonly shared = new RecentlyUsed<Shared>(SHARED_KEPT, ({ isInUse }) => isInUse);
	/** The gates of paused senders, by execution. They outlive a node run, so a loop keeps the pauses too. */
	private readonly gates = new RecentlyUsed<SenderPause['gate']>(SENDERS_KEPT);
	private readonly sources: Source[] = [];
	isSending = false;
	private wakeUp: (() => void) | undefined;

	constructor(
		readonly rate: number,
		readonly clock: Clock,
		readonly random: () => number = Math.random,
	) {
		this.limit = Limit.ofRate(rate);
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

	/** The limits let a request pass, whatever became of it: any response but a 429. */
	passed(startedAt: number, shared: SharedLimit | undefined): void {
		const now = this.clock.now();
		this.limit.passed(startedAt, now);
		if (shared) this.sharedOf(shared).passed(startedAt, now);
	}

	/** A 429 does not say which limit was full, so both slow down. Only the shared limit waits until the next try. */
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

	pauseOf(execution: string, pause: PauseBetween): SenderPause {
		const key = JSON.stringify([execution, pause.sender]);
		return { ...pause, gate: this.gates.of(key, () => ({ opensAt: Number.NEGATIVE_INFINITY })) };
	}

	private sharedOf(limit: SharedLimit): Shared {
		return this.shared.of(limit.key, () => new Shared(limit));
	}

	/** Asks each source in turn for a request, so that no batch has to wait for another to end. */
	private pick(now: number): Startable | number {
		let soonest = Number.POSITIVE_INFINITY;
		for (const source of [...this.sources]) {
			this.sources.push(...this.sources.splice(0, 1));
			const next = source.next(now, ({ key }) => this.shared.get(key)?.opensAt(now) ?? now);
			if (typeof next !== 'number') return next;
			soonest = Math.min(soonest, next);
		}
		return soonest;
	}

	private async run(): Promise<void> {
		try {
			this.limit.rested(this.clock.now());
			while (this.sources.length > 0) await this.startOrWait();
		} finally {
			// Nothing is awaited after the last check for sources, so a source that joins later starts a new loop.
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
		const next = this.pick(now);
		if (typeof next === 'number') {
			await this.rest(next - now);
			this.limit.rested(this.clock.now());
			return;
		}
		this.limit.started(now);
		if (next.limit) this.sharedOf(next.limit).started(now);
		next.start(now);
	}

	private async rest(ms: number): Promise<void> {
		const woken = new Promise<void>((resolve) => {
			this.wakeUp = resolve;
		});
		const nap = () => this.clock.sleep(Math.min(Math.max(ms, 1), LONGEST_NAP_MS));
		await (ms === Number.POSITIVE_INFINITY ? woken : Promise.race([woken, nap()]));
	}
}

const pacers = new RecentlyUsed<Pacer>(ACCOUNTS_KEPT, ({ isSending }) => isSending);

/**
 * Executions of this process that use the same API key at the same rate share one pacer, since they share its limit.
 * @param identity address and login of the account. They are secret, so only a digest is kept
 */
export function pacerOf(identity: readonly string[], requestsPerSecond: number): Pacer {
	const whole = JSON.stringify([...identity, requestsPerSecond]);
	const key = createHash('sha256').update(whole).digest('base64');
	return pacers.of(key, () => new Pacer(requestsPerSecond, systemClock));
}
