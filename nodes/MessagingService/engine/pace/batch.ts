import { failed, type Outcome } from '../outcome';
import type { Pacer, Source, Startable } from './pacer';
import { AFTER_FULL_SHARED_LIMIT, LONGEST_FULL_MS, waitBefore } from './retryTiming';
import type { SenderPause } from './senderPause';
import type { SharedLimit } from './sharedLimit';

/** The result of one try of a job. A read that has not reached its goal asks again later. */
export type Tried = Outcome | { askAgainInMs: number };

export interface Job {
	/** Jobs start in this order, except that a job whose limit is full lets others pass. */
	order: number;
	limit: SharedLimit | undefined;
	pause?: SenderPause | undefined;
	/** The job waits for this promise before it may start. If it resolves to an outcome, the job never starts. */
	ready?: Promise<Outcome | undefined> | undefined;
	tryOnce: () => Promise<Tried>;
	/** Called once, with the outcome of the last try. It is not called for a job that a stop kept from ending. */
	settled: (outcome: Outcome) => void;
}

/** At 100 requests a second, this many are under way if each takes two seconds. */
const MOST_IN_FLIGHT = 200;

export interface BatchRules {
	stopOnFailure: boolean;
	/** Aborted when the user presses Stop: no further job starts, and requests under way finish. */
	cancelled: AbortSignal | undefined;
	mostInFlight?: number;
}

interface Try {
	job: Job;
	repeat: number;
	notBefore: number;
	refusedSince?: number | undefined;
}

const ownFault = (sent: 'no' | 'unknown'): Outcome =>
	failed({
		what: 'The node itself failed while it sent this item',
		advice: 'Please report this to the maintainers of the node.',
		sent,
	});

const queueOf = ({ pause, limit }: Job) => pause?.turn ?? limit?.key;

const openingOf = ({ limit, pause }: Job, now: number, opensAt: (limit: SharedLimit) => number) =>
	Math.max(now, limit ? opensAt(limit) : now, pause?.turn.opensAt ?? now);

/** The jobs of one account. A job that waits for its limit or its sender lets other jobs pass. */
class Lane implements Source {
	/** Jobs that have not started. Those with the same limit or paused sender wait in one queue. */
	private readonly queues = new Map<unknown, Job[]>();
	private repeats: Try[] = [];
	inFlight = 0;

	constructor(
		readonly pacer: Pacer,
		private readonly batch: Batch,
	) {}

	add(job: Job): void {
		const name = queueOf(job);
		const queue = this.queues.get(name) ?? [];
		this.queues.set(name, queue);
		const before = queue.findLastIndex(({ order }) => order <= job.order);
		queue.splice(before + 1, 0, job);
	}

	next(now: number, opensAt: (limit: SharedLimit) => number): Startable | number {
		if (this.batch.stopped || this.inFlight >= (this.batch.rules.mostInFlight ?? MOST_IN_FLIGHT)) {
			return Number.POSITIVE_INFINITY;
		}
		let soonest = Number.POSITIVE_INFINITY;
		for (const repeat of this.repeats) {
			const open = Math.max(repeat.notBefore, openingOf(repeat.job, now, opensAt));
			if (open <= now) return this.startable(repeat);
			soonest = Math.min(soonest, open);
		}
		let first: Job | undefined;
		for (const [job] of this.queues.values()) {
			if (!job) continue;
			const open = openingOf(job, now, opensAt);
			if (open > now) soonest = Math.min(soonest, open);
			else if (!first || job.order < first.order) first = job;
		}
		if (!first) return soonest;
		const queue = this.queues.get(queueOf(first));
		queue?.shift();
		if (queue?.length === 0) this.queues.delete(queueOf(first));
		return this.startable({ job: first, repeat: 0, notBefore: now });
	}

	private startable(next: Try): Startable {
		this.repeats = this.repeats.filter((other) => other !== next);
		return {
			limit: next.job.limit,
			start: (now) => {
				this.inFlight++;
				if (next.job.pause) next.job.pause.turn.opensAt = Number.POSITIVE_INFINITY;
				void this.run(next, now);
			},
		};
	}

	private async run(current: Try, startedAt: number): Promise<void> {
		const { job } = current;
		// An exception is a bug of the node. It must not hang the batch, and the message may have left before it.
		const tried = await job.tryOnce().catch(() => ownFault('unknown'));
		this.inFlight--;
		const repeat = this.repeatOf(current, startedAt, tried);
		if (job.pause) this.startPause(job.pause, repeat === undefined);
		// If the batch has stopped, a job to repeat stays unsettled. Its 429 is not why the batch stopped.
		if (repeat) this.repeats.push(repeat);
		else if ('ok' in tried) this.batch.settle(job, tried);
		this.batch.endIfDone();
		this.pacer.wake();
	}

	/** A message that is tried again did not leave, so its sender need not pause again. */
	private startPause({ turn, fromMs, toMs }: SenderPause, isOver: boolean): void {
		const pauseMs = isOver ? fromMs + (toMs - fromMs) * this.pacer.random() : 0;
		turn.opensAt = this.pacer.clock.now() + pauseMs;
	}

	/** Reports a try to the pacer. Returns the next try, if there is to be one. */
	private repeatOf({ job, ...last }: Try, startedAt: number, tried: Tried): Try | undefined {
		const { limit } = job;
		const now = this.pacer.clock.now();
		const again = 'ok' in tried && !tried.ok ? tried.failure.again : undefined;
		if (again?.rateLimit !== true) this.pacer.accepted(startedAt, limit);
		if (!('ok' in tried)) return { job, repeat: 0, notBefore: now + tried.askAgainInMs };
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
}

/** The jobs of one node run. Each account has a lane. With On Error: Stop Workflow, a failure in one lane stops them all. */
class Batch {
	stopped = false;
	private isOver = false;
	private remaining = 0;
	private readonly lanes: Lane[] = [];
	private finish: () => void = () => undefined;
	private readonly finished = new Promise<void>((resolve) => {
		this.finish = resolve;
	});

	constructor(
		jobsByPacer: ReadonlyMap<Pacer, readonly Job[]>,
		readonly rules: BatchRules,
	) {
		for (const [pacer, jobs] of jobsByPacer) {
			const lane = new Lane(pacer, this);
			this.lanes.push(lane);
			this.remaining += jobs.length;
			for (const job of jobs) {
				if (job.ready) void this.queueWhenReady(lane, job);
				else lane.add(job);
			}
		}
	}

	private async queueWhenReady(lane: Lane, job: Job): Promise<void> {
		const outcome = await job.ready?.catch(() => ownFault('no'));
		if (this.isOver) return;
		if (outcome === undefined) {
			lane.add(job);
			lane.pacer.wake();
		} else {
			this.settle(job, outcome);
			this.endIfDone();
		}
	}

	async run(): Promise<void> {
		const { cancelled } = this.rules;
		const stop = () => {
			this.stopped = true;
			this.endIfDone();
		};
		cancelled?.addEventListener('abort', stop);
		this.endIfDone();
		for (const lane of this.lanes) lane.pacer.join(lane);
		try {
			await this.finished;
		} finally {
			cancelled?.removeEventListener('abort', stop);
			for (const lane of this.lanes) lane.pacer.leave(lane);
		}
	}

	settle(job: Job, outcome: Outcome): void {
		try {
			job.settled(outcome);
		} catch {
			// An exception is a bug of the node, and must not hang the batch.
		}
		this.remaining--;
		if (!outcome.ok && outcome.failure.isEarlier !== true && this.rules.stopOnFailure) {
			this.stopped = true;
		}
	}

	endIfDone(): void {
		const isUnderWay = this.lanes.some(({ inFlight }) => inFlight > 0);
		if (isUnderWay || (this.remaining > 0 && !this.stopped)) return;
		this.isOver = true;
		this.finish();
	}
}

export async function runBatch(
	jobsByPacer: ReadonlyMap<Pacer, readonly Job[]>,
	rules: BatchRules,
): Promise<void> {
	if (rules.cancelled?.aborted) return;
	await new Batch(jobsByPacer, rules).run();
}
