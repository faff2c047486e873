import type { Clock } from '../clock';
import type { Failure, Outcome } from '../outcome';
import type { Pacer, Source, Startable } from './pacer';
import { AFTER_FULL_SHARED_LIMIT, LONGEST_FULL_MS, waitBefore } from './retryTiming';
import type { SharedLimit } from './sharedLimit';

export interface Job {
	/** Jobs start in this order, as far as their limits allow. */
	order: number;
	limit: SharedLimit | undefined;
	/** One try. */
	tryOnce: () => Promise<Outcome>;
	/** Called once, when nothing more will be tried. */
	settled: (outcome: Outcome) => void;
}

export interface BatchRules {
	clock: Clock;
	random: () => number;
	/** Whether one failure keeps the rest from starting. */
	stopOnFailure: boolean;
	/** Cancelling keeps the rest from starting; requests under way are waited for. */
	cancelled: AbortSignal | undefined;
	mostInFlight: number;
}

/** A job that is due at some time, as its first try or as a repeat. */
interface Due {
	job: Job;
	repeat: number;
	notBefore: number;
	/** When it was first refused for its rate. */
	refusedSince?: number;
}

/** Enough to keep the full rate up to two seconds of latency. */
export const MOST_IN_FLIGHT = 200;

/** After more than this many 429s in a row, assume that the shared limit is full, not the API's. */
const SURELY_SHARED = 3;

const OWN_FAULT: Failure = {
	what: 'The node itself failed while it sent this item',
	advice: 'Please report this to the maintainers of the node.',
	sent: 'unknown',
};

class Queue {
	private head = 0;
	private readonly jobs: Job[] = [];

	constructor(readonly limit: SharedLimit | undefined) {}

	add(job: Job): void {
		this.jobs.push(job);
	}

	first(): Job | undefined {
		return this.jobs[this.head];
	}

	take(): void {
		this.head++;
	}
}

/** The jobs of one run of a node. Jobs whose shared limit is full let the others pass. */
class Batch implements Source {
	private readonly queues = new Map<string, Queue>();
	private repeats: Due[] = [];
	private inFlight = 0;
	private stopped = false;
	private remaining: number;
	private finish: () => void = () => undefined;
	readonly finished = new Promise<void>((resolve) => {
		this.finish = resolve;
	});

	constructor(
		jobs: readonly Job[],
		private readonly pacer: Pacer,
		private readonly rules: BatchRules,
	) {
		this.remaining = jobs.length;
		for (const job of jobs) {
			const name = job.limit?.key ?? '';
			let queue = this.queues.get(name);
			if (!queue) this.queues.set(name, (queue = new Queue(job.limit)));
			queue.add(job);
		}
	}

	/** Nothing new starts; requests under way finish. */
	stop(): void {
		this.stopped = true;
		this.endIfDone();
	}

	next(now: number, opensAt: (limit: SharedLimit) => number): Startable | number {
		if (this.stopped || this.inFlight >= this.rules.mostInFlight) return Number.POSITIVE_INFINITY;
		let soonest = Number.POSITIVE_INFINITY;
		for (const due of this.repeats) {
			const { limit } = due.job;
			const open = Math.max(due.notBefore, limit ? opensAt(limit) : due.notBefore);
			if (open <= now) return this.startable(due);
			soonest = Math.min(soonest, open);
		}
		let first: { queue: Queue; job: Job } | undefined;
		for (const queue of this.queues.values()) {
			const job = queue.first();
			if (!job) continue;
			const open = queue.limit ? opensAt(queue.limit) : now;
			if (open > now) soonest = Math.min(soonest, open);
			else if (!first || job.order < first.job.order) first = { queue, job };
		}
		if (!first) return soonest;
		first.queue.take();
		if (!first.queue.first()) this.queues.delete(first.queue.limit?.key ?? '');
		return this.startable({ job: first.job, repeat: 0, notBefore: now });
	}

	private startable(due: Due): Startable {
		this.repeats = this.repeats.filter((other) => other !== due);
		return {
			limit: due.job.limit,
			start: (now) => {
				this.inFlight++;
				void this.run(due, now);
			},
		};
	}

	private async run({ job, repeat, ...due }: Due, startedAt: number): Promise<void> {
		// A bug of ours must not hang the batch, nor count as a message that was not sent.
		const outcome = await job.tryOnce().catch((): Outcome => ({ ok: false, failure: OWN_FAULT }));
		this.inFlight--;
		this.pacer.answered(startedAt);
		const isRefused = !outcome.ok && outcome.failure.again?.rateLimit === true;
		if (job.limit && !isRefused) this.pacer.accepted(job.limit, startedAt);
		const now = this.rules.clock.now();
		const refusedSince = isRefused ? (due.refusedSince ?? now) : due.refusedSince;
		const waitMs = outcome.ok
			? undefined
			: this.waitBeforeRepeat(job, startedAt, outcome.failure, repeat + 1, refusedSince);
		if (waitMs === undefined) {
			try {
				job.settled(outcome);
			} catch {
				// A bug of ours must not hang the batch either.
			}
			this.remaining--;
			if (!outcome.ok && outcome.failure.isEarlier !== true && this.rules.stopOnFailure) {
				this.stopped = true;
			}
		} else if (!this.stopped) {
			this.repeats.push({
				job,
				repeat: repeat + 1,
				notBefore: now + waitMs,
				...(refusedSince !== undefined && { refusedSince }),
			});
		}
		// Stopped while this one waited for its retry: it stays not sent, so that it does not hide what stopped the batch.
		this.endIfDone();
		this.pacer.wake();
	}

	private waitBeforeRepeat(
		{ limit }: Job,
		startedAt: number,
		{ again }: Failure,
		repeat: number,
		refusedSince: number | undefined,
	): number | undefined {
		if (!again) return undefined;
		const isFullLimit = again.rateLimit && limit !== undefined;
		const schedule = isFullLimit ? AFTER_FULL_SHARED_LIMIT : again.schedule;
		const isTooLong =
			isFullLimit &&
			this.rules.clock.now() > (refusedSince ?? Number.POSITIVE_INFINITY) + LONGEST_FULL_MS;
		const waitMs = isTooLong
			? undefined
			: waitBefore(schedule, repeat, this.rules.random(), again.afterMs);
		if (again.rateLimit) {
			// The wait is too long to retry: fail this request without holding up the others.
			const askedMs = waitMs === undefined ? 0 : again.afterMs;
			const shared = limit && { limit, refusals: repeat, surely: repeat > SURELY_SHARED };
			this.pacer.refused(startedAt, waitMs ?? 0, askedMs, shared);
		}
		return waitMs;
	}

	private endIfDone(): void {
		if (this.inFlight === 0 && (this.remaining === 0 || this.stopped)) this.finish();
	}
}

/** Runs all jobs at the pacer's pace. When it returns, nothing is under way; jobs that never started were not settled. */
export async function runBatch(
	jobs: readonly Job[],
	pacer: Pacer,
	rules: BatchRules,
): Promise<void> {
	if (jobs.length === 0 || rules.cancelled?.aborted) return;
	const batch = new Batch(jobs, pacer, rules);
	const stop = () => {
		batch.stop();
	};
	rules.cancelled?.addEventListener('abort', stop);
	pacer.join(batch);
	try {
		await batch.finished;
	} finally {
		rules.cancelled?.removeEventListener('abort', stop);
		pacer.leave(batch);
	}
}
