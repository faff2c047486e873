import { isFailure, type Failure, type Outcome } from '../outcome';
import type { SharedLimit } from './limit';
import { nap, type Pacer, type SenderPause } from './pacer';
import { AFTER_FULL_SHARED_LIMIT, LONGEST_FULL_MS, waitBefore, type Tried } from './retryTiming';

export interface Job {
	limit?: SharedLimit | undefined;
	pause?: SenderPause | undefined;
	tryOnce: () => Promise<Tried>;
	/** Called once, with the outcome of the last try. It is not called for a job that a stop kept from ending. */
	ended: (outcome: Outcome) => void;
}

export interface Claims<J> {
	/** Called some time before these jobs start. Those with an outcome never start. A crash leaves the others in doubt. */
	claim: (jobs: readonly J[]) => Promise<readonly (Outcome | undefined)[]>;
	/** How many are claimed in one call. */
	together: number;
}

export interface BatchRules<J> {
	stopOnFailure: boolean;
	/** Aborted when the user presses Stop: no further job starts, and requests under way finish. */
	cancelled: AbortSignal | undefined;
	claims?: Claims<J> | undefined;
}

/** At 100 requests a second, this many are under way if each takes two seconds. wire/transport.ts counts on it. */
const MOST_IN_FLIGHT = 200;
/** Jobs in doubt, both under way and claimed for the next moment. docs/reliability.md promises at most as many after a crash. */
const MOST_IN_DOUBT = 150;
const FEWEST_IN_FLIGHT = 50;

/** For an exception, which is a bug of the node and must not hang the batch. */
const ownFault = (fate: Failure['fate']): Failure => ({
	fate,
	what: 'The node itself failed while it sent this item',
	advice: 'Please report this to the maintainers of the node.',
});

/** Jobs that wait for the same limit or the same sender. They start in their order, and pass those of other lanes. */
function lanesOf<J extends Job>(jobs: readonly J[]): J[][] {
	const lanes = new Map<unknown, J[]>();
	for (const job of jobs) {
		const name = job.pause?.turns ?? job.limit?.key;
		const lane = lanes.get(name);
		if (lane) lane.push(job);
		else lanes.set(name, [job]);
	}
	return [...lanes.values()];
}

/** So many at a time. Those who wait get a seat in their order. */
class Seats {
	private readonly waiting: (() => void)[] = [];

	constructor(private free: number) {}

	async take(): Promise<void> {
		if (this.free > 0) this.free--;
		else await new Promise<void>((seated) => this.waiting.push(seated));
	}

	leave(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.free++;
	}
}

/** How often a job was tried, and since when its limit has been full. */
interface Past {
	repeats: number;
	refusedSince?: number;
}

/**
 * A job waits for its claim, its turn, a seat and its gates, in this order. After each, a stop may have come: it must not start.
 * The trials of test/unit/sharedPace hold for their seeds, so another order of steps may turn them red.
 */
class Batch<J extends Job> {
	private isStopped = false;
	private stop: () => void = () => undefined;
	private readonly requests = new Set<Promise<unknown>>();
	private readonly lanes: J[][];
	private readonly seats: Seats;
	/** How many jobs of a lane are claimed in one call. */
	private readonly together: number;

	constructor(
		private readonly pacer: Pacer,
		jobs: readonly J[],
		private readonly rules: BatchRules<J>,
	) {
		const { claims } = rules;
		this.lanes = lanesOf(jobs);
		this.together = Math.max(1, Math.floor((claims?.together ?? 1) / this.lanes.length));
		// Those of a lane that start now are claimed, and so are those that start next.
		const ahead = 2 * this.together * this.lanes.length;
		const inFlight = Math.max(FEWEST_IN_FLIGHT, MOST_IN_DOUBT - ahead);
		this.seats = new Seats(claims ? inFlight : MOST_IN_FLIGHT);
	}

	/** Resolves when all jobs have ended or, after a stop, when no request is under way. `go` runs on then, and frees its turns and seats. */
	async run(): Promise<void> {
		const { cancelled } = this.rules;
		const stopped = new Promise<void>((resolve) => {
			this.stop = () => {
				this.isStopped = true;
				resolve();
			};
		});
		cancelled?.addEventListener('abort', this.stop);
		await Promise.race([Promise.all(this.lanes.map((lane) => this.go(lane))), stopped]);
		await Promise.all(this.requests);
		cancelled?.removeEventListener('abort', this.stop);
	}

	private readonly isOver = () => this.isStopped;

	private async go(lane: readonly J[]): Promise<void> {
		const claimed = (at: number) => this.claimed(lane.slice(at, at + this.together));
		const tries: Promise<void>[] = [];
		let next = claimed(0);
		for (
			let at = this.together;
			!this.isStopped && at < lane.length + this.together;
			at += this.together
		) {
			const jobs = await next;
			next = claimed(at);
			for (const job of jobs) {
				const paused = await this.turnOf(job);
				await this.seats.take();
				await this.open(job);
				// Nobody waits for its end here, so requests overlap.
				tries.push(this.tried(job).finally(paused));
			}
		}
		await Promise.all(tries);
	}

	/** Resolves to those that may start. */
	private async claimed(jobs: readonly J[]): Promise<readonly J[]> {
		const { claims } = this.rules;
		if (!claims || jobs.length === 0 || this.isStopped) return jobs;
		const outcomes = await claims.claim(jobs).catch(() => jobs.map(() => ownFault('notSent')));
		if (this.isOver()) return [];
		return jobs.filter((job, at) => {
			const outcome = outcomes[at];
			// What an earlier execution may have sent is no reason to stop the others. That a key is not stored is one.
			if (outcome) this.end(job, outcome, outcome.fate === 'notSent');
			return !outcome;
		});
	}

	private open = async ({ limit }: J): Promise<void> => {
		if (!this.isStopped) await this.pacer.open(limit, this.isOver);
	};

	/** One message of a sender is under way, and a pause follows it. Resolves to what begins that pause. */
	private async turnOf({ pause }: J): Promise<() => void> {
		if (!pause) return () => undefined;
		const { turns, fromMs, toMs } = pause;
		const before = turns.last;
		let done: () => void = () => undefined;
		turns.last = new Promise((resolve) => (done = resolve));
		await before;
		const { clock, random } = this.pacer;
		// What a stop keeps from leaving needs no pause.
		const pauseMs = this.isStopped ? 0 : fromMs + (toMs - fromMs) * random();
		// After a failure the execution may go on, and its next node run keeps the pause.
		const isCancelled = () => this.rules.cancelled?.aborted === true;
		return () => void nap(clock, pauseMs, isCancelled).then(done);
	}

	/**
	 * If the batch stops, a job to repeat has no outcome. Its 429 is not why the batch stopped. A job whose key is claimed
	 * keeps its seat while it waits, since a crash would leave it in doubt.
	 */
	private async tried(job: J): Promise<void> {
		const past: Past = { repeats: 0 };
		const isInDoubt = this.rules.claims !== undefined;
		while (!this.isStopped) {
			const request = this.request(job, past);
			this.requests.add(request);
			const waitMs = await request;
			this.requests.delete(request);
			if (waitMs === undefined) break;
			if (!isInDoubt) this.seats.leave();
			await nap(this.pacer.clock, waitMs, this.isOver);
			if (!isInDoubt) await this.seats.take();
			await this.open(job);
		}
		this.seats.leave();
	}

	/** Resolves to the wait before the next try, if there is to be one. */
	private async request(job: J, past: Past): Promise<number | undefined> {
		const { limit } = job;
		const { clock, random } = this.pacer;
		const startedAt = clock.now();
		// The message may have left before an exception.
		const tried = await job.tryOnce().catch(() => ownFault('uncertain'));
		const now = clock.now();
		const again = 'what' in tried ? tried.again : undefined;
		if (again?.rateLimit !== true) this.pacer.passed(startedAt, limit);
		if (!('fate' in tried)) {
			past.repeats = 0;
			return tried.askAgainInMs;
		}
		let waitMs: number | undefined;
		if (again) {
			const { rateLimit, afterMs } = again;
			past.repeats++;
			if (rateLimit) past.refusedSince ??= now;
			const isFull = rateLimit && limit !== undefined;
			const isTooLong = isFull && now > (past.refusedSince ?? now) + LONGEST_FULL_MS;
			const schedule = isFull ? AFTER_FULL_SHARED_LIMIT : again.schedule;
			if (!isTooLong) waitMs = waitBefore(schedule, past.repeats, random(), afterMs);
			if (rateLimit) {
				// If the service asks for a wait that is too long, only this request fails. Others need not wait.
				const askedMs = waitMs === undefined ? 0 : (afterMs ?? 0);
				const refusals = past.repeats;
				this.pacer.refused(startedAt, limit, { refusals, waitMs: waitMs ?? 0, askedMs });
			}
		}
		if (waitMs === undefined) this.end(job, tried);
		return waitMs;
	}

	private end(job: J, outcome: Outcome, fails = isFailure(outcome)): void {
		try {
			job.ended(outcome);
		} catch {
			// A bug of the node must not hang the batch.
		}
		if (fails && this.rules.stopOnFailure) this.stop();
	}
}

/** Runs the jobs of one node run. A job that waits for its limit or its sender lets those of other lanes pass. */
export async function runBatch<J extends Job>(
	pacer: Pacer,
	jobs: readonly J[],
	rules: BatchRules<J>,
): Promise<void> {
	if (rules.cancelled?.aborted || jobs.length === 0) return;
	pacer.users++;
	await new Batch(pacer, jobs, rules).run().finally(() => pacer.users--);
}
