import { isFailure, type Failure, type Outcome } from '../outcome';
import type { Pacer, SenderPause, Source, Startable } from './pacer';
import { AFTER_FULL_SHARED_LIMIT, LONGEST_FULL_MS, waitBefore, type Tried } from './retryTiming';
import type { SharedLimit } from './limit';

export interface Job {
	/** Jobs start in this order, except that a job whose limit is full lets others pass. */
	order: number;
	limit: SharedLimit | undefined;
	pause?: SenderPause | undefined;
	/** Called some time before the job starts. If it resolves to an outcome, the job never starts. */
	ready?: (() => Promise<Outcome | undefined>) | undefined;
	tryOnce: () => Promise<Tried>;
	/** Called once, with the outcome of the last try. It is not called for a job that a stop kept from ending. */
	ended: (outcome: Outcome) => void;
}

/** At 100 requests a second, this many are under way if each takes two seconds. */
const MOST_IN_FLIGHT = 200;
/** So many jobs that were made ready have not ended. A crash leaves them in doubt. */
const MOST_HELD = 125;

export interface BatchRules {
	stopOnFailure: boolean;
	/** Aborted when the user presses Stop: no further job starts, and requests under way finish. */
	cancelled: AbortSignal | undefined;
	/** So many jobs may be made ready, or be ready, before they start. */
	mostReady?: number;
}

interface Try {
	job: Job;
	repeat: number;
	notBefore: number;
	refusedSince?: number | undefined;
}

const ownFault = (fate: Failure['fate']): Failure => ({
	fate,
	what: 'The node itself failed while it sent this item',
	advice: 'Please report this to the maintainers of the node.',
});

const queueOf = ({ pause, limit }: Job) => pause?.gate ?? limit?.key;

const openingOf = ({ limit, pause }: Job, now: number, opensAt: (limit: SharedLimit) => number) =>
	Math.max(now, limit ? opensAt(limit) : now, pause?.gate.opensAt ?? now);

/** The jobs of one node run. A job that waits for its limit or its sender lets other jobs pass. */
class Batch implements Source {
	/** Jobs that have not started. Those with the same limit or paused sender wait in one queue. */
	private readonly queues = new Map<unknown, Job[]>();
	private repeats: Try[] = [];
	/** Jobs that must be made ready. */
	private readonly unready: Job[] = [];
	private readyOrSoon = 0;
	private inFlight = 0;
	private remaining: number;
	private isStopped = false;
	private isOver = false;
	private finish: () => void = () => undefined;

	constructor(
		private readonly pacer: Pacer,
		jobs: readonly Job[],
		private readonly rules: BatchRules,
	) {
		this.remaining = jobs.length;
		for (const job of jobs) {
			if (job.ready) this.unready.push(job);
			else this.queue(job);
		}
	}

	async run(): Promise<void> {
		const { cancelled } = this.rules;
		const stop = () => {
			this.isStopped = true;
			this.endIfDone();
		};
		const finished = new Promise<void>((resolve) => (this.finish = resolve));
		cancelled?.addEventListener('abort', stop);
		this.endIfDone();
		this.pacer.join(this);
		this.makeReady();
		try {
			await finished;
		} finally {
			cancelled?.removeEventListener('abort', stop);
			this.pacer.leave(this);
		}
	}

	next(now: number, opensAt: (limit: SharedLimit) => number): Startable | number {
		if (this.isStopped || this.inFlight >= MOST_IN_FLIGHT) return Number.POSITIVE_INFINITY;
		let soonest = Number.POSITIVE_INFINITY;
		let first: Try | undefined;
		const heads = [...this.queues.values()].flatMap(([job]) =>
			job ? [{ job, repeat: 0, notBefore: now }] : [],
		);
		for (const next of [...this.repeats, ...heads]) {
			const open = Math.max(next.notBefore, openingOf(next.job, now, opensAt));
			if (open > now) soonest = Math.min(soonest, open);
			else if (!first || next.job.order < first.job.order) first = next;
		}
		return first ? this.startable(first) : soonest;
	}

	private queue(job: Job): void {
		const name = queueOf(job);
		const queue = this.queues.get(name) ?? [];
		this.queues.set(name, queue);
		const before = queue.findLastIndex(({ order }) => order <= job.order);
		queue.splice(before + 1, 0, job);
	}

	/** Makes many ready together, so that they share one write of n8n's database. */
	private makeReady(): void {
		const { mostReady = 1 } = this.rules;
		const held = this.readyOrSoon + this.repeats.length + this.inFlight;
		const room = Math.min(mostReady - this.readyOrSoon, MOST_HELD - held);
		if (this.isStopped || room < mostReady / 2) return;
		for (const job of this.unready.splice(0, room)) {
			this.readyOrSoon++;
			void this.queueWhenReady(job);
		}
	}

	private async queueWhenReady(job: Job): Promise<void> {
		const outcome = await job.ready?.().catch(() => ownFault('notSent'));
		if (this.isOver) return;
		if (outcome === undefined) {
			this.queue(job);
			this.pacer.wake();
		} else {
			this.readyOrSoon--;
			this.end(job, outcome);
			this.makeReady();
			this.endIfDone();
		}
	}

	private startable(next: Try): Startable {
		const name = queueOf(next.job);
		const queue = this.queues.get(name);
		if (queue?.[0] === next.job) queue.shift();
		if (queue?.length === 0) this.queues.delete(name);
		this.repeats = this.repeats.filter((other) => other !== next);
		return {
			limit: next.job.limit,
			start: (now) => {
				this.inFlight++;
				if (next.job.ready && next.repeat === 0) this.readyOrSoon--;
				this.makeReady();
				if (next.job.pause) next.job.pause.gate.opensAt = Number.POSITIVE_INFINITY;
				void this.try(next, now);
			},
		};
	}

	private async try(current: Try, startedAt: number): Promise<void> {
		const { job } = current;
		// An exception is a bug of the node. It must not hang the batch, and the message may have left before it.
		const tried = await job.tryOnce().catch(() => ownFault('uncertain'));
		this.inFlight--;
		const repeat = this.repeatOf(current, startedAt, tried);
		if (job.pause) this.startPause(job.pause, repeat === undefined);
		// If the batch has stopped, a job to repeat stays unsettled. Its 429 is not why the batch stopped.
		if (repeat) this.repeats.push(repeat);
		else if ('fate' in tried) this.end(job, tried);
		this.makeReady();
		this.endIfDone();
		this.pacer.wake();
	}

	/** A message that is tried again did not leave, so its sender need not pause again. */
	private startPause({ gate, fromMs, toMs }: SenderPause, isDone: boolean): void {
		const pauseMs = isDone ? fromMs + (toMs - fromMs) * this.pacer.random() : 0;
		gate.opensAt = this.pacer.clock.now() + pauseMs;
	}

	/** Reports a try to the pacer. Returns the next try, if there is to be one. */
	private repeatOf({ job, ...last }: Try, startedAt: number, tried: Tried): Try | undefined {
		const { limit } = job;
		const now = this.pacer.clock.now();
		const again = 'what' in tried ? tried.again : undefined;
		if (again?.rateLimit !== true) this.pacer.passed(startedAt, limit);
		if (!('fate' in tried)) return { job, repeat: 0, notBefore: now + tried.askAgainInMs };
		if (!again) return undefined;
		const repeat = last.repeat + 1;
		const refusedSince = again.rateLimit ? (last.refusedSince ?? now) : last.refusedSince;
		const isFullLimit = again.rateLimit && limit !== undefined;
		const isTooLong = isFullLimit && now > (refusedSince ?? now) + LONGEST_FULL_MS;
		const schedule = isFullLimit ? AFTER_FULL_SHARED_LIMIT : again.schedule;
		const waitMs = isTooLong
			? undefined
			: waitBefore(schedule, repeat, this.pacer.random(), again.afterMs);
		if (again.rateLimit) {
			// If the service asks for a wait that is too long, only this request fails. Others need not wait.
			const askedMs = waitMs === undefined ? 0 : (again.afterMs ?? 0);
			this.pacer.refused(startedAt, limit, { refusals: repeat, waitMs: waitMs ?? 0, askedMs });
		}
		return waitMs === undefined
			? undefined
			: { job, repeat, notBefore: now + waitMs, refusedSince };
	}

	private end(job: Job, outcome: Outcome): void {
		try {
			job.ended(outcome);
		} catch {
			// An exception is a bug of the node, and must not hang the batch.
		}
		this.remaining--;
		if (isFailure(outcome) && outcome.isEarlier !== true && this.rules.stopOnFailure) {
			this.isStopped = true;
		}
	}

	private endIfDone(): void {
		if (this.inFlight > 0 || (this.remaining > 0 && !this.isStopped)) return;
		this.isOver = true;
		this.finish();
	}
}

export async function runBatch(
	pacer: Pacer,
	jobs: readonly Job[],
	rules: BatchRules,
): Promise<void> {
	if (rules.cancelled?.aborted) return;
	await new Batch(pacer, jobs, rules).run();
}
