import { createHash } from 'node:crypto';
import { sleep } from 'n8n-workflow';

import { RecentlyUsed } from '../../../plain';
import { Limit, type SharedLimit } from './limit';

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

/** Timers of n8n cannot be cancelled. A long one would keep running after the execution has ended. */
const LONGEST_NAP_MS = 250;

/** Waits, but no longer than something is not over. */
export async function nap(clock: Clock, ms: number, isOver: () => boolean): Promise<void> {
	const until = clock.now() + ms;
	for (let left = ms; left > 0 && !isOver(); left = until - clock.now()) {
		await clock.sleep(Math.min(left, LONGEST_NAP_MS));
	}
}

/** Messages of one sender are a random time in this range apart, so that they look less automatic. */
export interface PauseBetween {
	sender: string;
	fromMs: number;
	toMs: number;
}

export interface SenderPause extends PauseBetween {
	/** Resolves when the sender may send again. */
	turns: { last: Promise<void> };
}

/** Timers are imprecise by up to a millisecond. A start this early saves another timer. */
const EARLY_MS = 0.5;
/** A batch asks for its next start a moment after the last one. A longer time is a time with nothing to send. */
const BETWEEN_STARTS_MS = 5;

/** Requests wait for a limit one behind the other, and only the first of them looks at it. */
class Gate {
	private last: Promise<void> = Promise.resolve();
	private waiting = 0;
	private startedAt = Number.NEGATIVE_INFINITY;

	constructor(
		readonly limit: Limit,
		private readonly clock: Clock,
	) {}

	/**
	 * Resolves when a request may start, and has counted it.
	 * @param other another gate that it must pass, while the next request of this gate waits
	 */
	open(isOver: () => boolean, other?: () => Promise<void>): Promise<void> {
		const now = this.clock.now();
		// A time with nothing to send is not made up for, since that would be a burst.
		if (this.waiting === 0 && now > this.startedAt + BETWEEN_STARTS_MS) this.limit.rested(now);
		this.waiting++;
		this.last = this.last.then(async () => {
			await this.isOpen(isOver);
			await other?.();
			this.waiting--;
			if (isOver()) return;
			this.startedAt = this.clock.now();
			this.limit.started(this.startedAt);
		});
		return this.last;
	}

	private async isOpen(isOver: () => boolean): Promise<void> {
		for (;;) {
			const waitMs = this.limit.opensAt() - this.clock.now();
			if (waitMs <= EARLY_MS || isOver()) return;
			await this.clock.sleep(Math.min(waitMs, LONGEST_NAP_MS));
		}
	}
}

const MOST_KEPT = 1_000;
const SENDERS_KEPT = 10_000;
/** After this many 429s in a row for one request, the shared limit is certainly the full one. */
const SURELY_SHARED = 3;

/**
 * The limits of one API key. All executions of this process that use it wait here. Another order of steps may turn the trials of
 * test/unit/sharedPace red.
 */
export class Pacer {
	private readonly gate: Gate;
	private readonly shared = new RecentlyUsed<Gate>(MOST_KEPT);
	/** By execution and sender. They outlive a node run, so a loop keeps the pauses too. */
	private readonly turns = new RecentlyUsed<SenderPause['turns']>(SENDERS_KEPT);
	/** How many batches use it. */
	users = 0;

	constructor(
		readonly rate: number,
		readonly clock: Clock,
		readonly random: () => number = Math.random,
	) {
		this.gate = new Gate(Limit.ofRate(rate), clock);
	}

	/** Resolves when a request may start at once. */
	open(shared: SharedLimit | undefined, isOver: () => boolean): Promise<void> {
		const ofKey = () => this.gate.open(isOver);
		return shared ? this.gateOf(shared).open(isOver, ofKey) : ofKey();
	}

	/** The limits let a request pass, whatever became of it: any response but a 429. */
	passed(startedAt: number, shared: SharedLimit | undefined): void {
		const now = this.clock.now();
		this.gate.limit.passed(startedAt, now);
		if (shared) this.gateOf(shared).limit.passed(startedAt, now);
	}

	/** A 429 does not say which limit was full, so both slow down. Only the shared limit waits until the next try. */
	refused(
		startedAt: number,
		shared: SharedLimit | undefined,
		{ refusals, waitMs, askedMs }: Record<'refusals' | 'waitMs' | 'askedMs', number>,
	): void {
		const now = this.clock.now();
		if (shared) {
			const { limit } = this.gateOf(shared);
			limit.hold(now + waitMs);
			limit.refused(startedAt, now);
		} else this.gate.limit.hold(now + askedMs);
		if (!shared || refusals <= SURELY_SHARED) this.gate.limit.refused(startedAt, now);
	}

	pauseOf(execution: string, pause: PauseBetween): SenderPause {
		const key = JSON.stringify([execution, pause.sender]);
		return { ...pause, turns: this.turns.of(key, () => ({ last: Promise.resolve() })) };
	}

	private gateOf(shared: SharedLimit): Gate {
		return this.shared.of(shared.key, () => new Gate(Limit.ofShared(shared), this.clock));
	}
}

const pacers = new RecentlyUsed<Pacer>(MOST_KEPT, ({ users }) => users > 0);

/**
 * Executions of this process that use the same API key at the same rate share one pacer, since they share its limit.
 * @param identity address and login of the account. They are secret, so only a digest is kept
 */
export function pacerOf(identity: readonly string[], requestsPerSecond: number): Pacer {
	const whole = JSON.stringify([...identity, requestsPerSecond]);
	const key = createHash('sha256').update(whole).digest('base64');
	return pacers.of(key, () => new Pacer(requestsPerSecond, systemClock));
}
