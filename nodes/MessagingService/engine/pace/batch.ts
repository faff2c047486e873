import { failed, type Outcome } from '../outcome';
import type { Pacer, Source, Startable } from './pacer';
import { AFTER_FULL_SHARED_LIMIT, LONGEST_FULL_MS, waitBefore } from './retryTiming';
import type { SenderPause } from './senderPause';
import type { SharedLimit } from './sharedLimit';

/** The result of one try of a job. A read may be repeated after a while. */
export type Tried = Outcome | { askAgainInMs: number };

export interface Job {
	/** Jobs start in this order, as far as their limits allow. */
	order: number;
	limit: SharedLimit | undefined;
	pause?: SenderPause | undefined;
	/** The job is queued after this, and other jobs pass it before. With an outcome, there is nothing to send. */
	ready?: Promise<Outcome | undefined> | undefined;
	tryOnce: () => Promise<Tried>;
	/** Called once, after the last try. A job that never started is not settled. */
	settled: (outcome: Outcome) => void;
}

/** Enough for the full rate up to two seconds of latency. */
const MOST_IN_FLIGHT = 200;

export interface BatchRules {
	/** Whether one failure keeps all other jobs from starting, at every account. */
	stopOnFailure: boolean;
	/** After this signal no job starts. Requests under way are waited for. */
	cancelled: AbortSignal | undefined;
	mostInFlight?: number;
}

interface Due {
	job: Job;
	repeat: number;
	notBefore: number;
	/** The time of the first refusal for the rate. */
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

/** The part of a batch that is sent with one account. Jobs that wait for their limit or pause let the others pass. */
class Lane implements Source {
	/** Ready jobs in their order, by their limit or paused sender. */
	private readonly queues = new Map<unknown, Job[]>();
	private repeats: Due[] = [];
	inFlight = 0;

	constructor(
		readonly pacer: Pacer,
		private readonly batch: Batch,
	) {}

	add(job: Job): void {
		const name = queueOf(job);
		const queue = this.queues.get(name) ?? [];
		this.queues.set(name, queue);
		let at = queue.length;
		while (at > 0 && (queue[at - 1]?.order ?? 0) > job.order) at--;
		queue.splice(at, 0, job);
	}

	next(now: number, opensAt: (limit: SharedLimit) => number): Startable | number {
		if (this.batch.stopped || this.inFlight >= (this.batch.rules.mostInFlight ?? MOST_IN_FLIGHT)) {
			return Number.POSITIVE_INFINITY;
		}
		let soonest = Number.POSITIVE_INFINITY;
		for (const due of this.repeats) {
			const open = Math.max(due.notBefore, openingOf(due.job, now, opensAt));
			if (open <= now) return this.startable(due);
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

	private startable(due: Due): Startable {
		this.repeats = this.repeats.filter((other) => other !== due);
		return {
			limit: due.job.limit,
			start: (now) => {
				this.inFlight++;
				if (due.job.pause) due.job.pause.turn.opensAt = Number.POSITIVE_INFINITY;
				void this.run(due, now);
			},
		};
	}

	private async run(due: Due, startedAt: number): Promise<void> {
		const { job } = due;
		// A bug of the node must not hang the batch, nor count as a message that was not sent.
		const tried = await job.tryOnce().catch(() => ownFault('unknown'));
		this.inFlight--;
		const again = this.afterTry(due, startedAt, tried);
		if (job.pause) this.startPause(job.pause, again === undefined);
		if (again === undefined) {
			if ('ok' in tried) this.batch.settle(job, tried);
		} else {
			// A stopped batch leaves it unsettled, so that it does not hide the failure that stopped the batch.
			this.repeats.push({ job, ...again });
		}
		this.batch.endIfDone();
		this.pacer.wake();
	}

	/** A message that is tried again did not leave, so its sender has waited already. */
	private startPause({ turn, fromMs, toMs }: SenderPause, isOver: boolean): void {
		const pauseMs = isOver ? fromMs + (toMs - fromMs) * this.pacer.random() : 0;
		turn.opensAt = this.pacer.clock.now() + pauseMs;
	}

	private afterTry(
		{ job: { limit }, ...due }: Due,
		startedAt: number,
		tried: Tried,
	): Omit<Due, 'job'> | undefined {
		const now = this.pacer.clock.now();
		const again = 'ok' in tried && !tried.ok ? tried.failure.again : undefined;
		if (again?.rateLimit !== true) this.pacer.accepted(startedAt, limit);
		if (!('ok' in tried)) return { repeat: 0, notBefore: now + tried.askAgainInMs };
		if (!again) return undefined;
		const repeat = due.repeat + 1;
		const refusedSince = again.rateLimit ? (due.refusedSince ?? now) : due.refusedSince;
		const isFullLimit = again.rateLimit && limit !== undefined;
		const isTooLong = isFullLimit && now > (refusedSince ?? now) + LONGEST_FULL_MS;
		const schedule = isFullLimit ? AFTER_FULL_SHARED_LIMIT : again.schedule;
		const waitMs = isTooLong
			? undefined
			: waitBefore(schedule, repeat, this.pacer.random(), again.afterMs);
		if (again.rateLimit) {
			// A wait that is too long fails this request and holds up no others.
			const askedMs = waitMs === undefined ? 0 : (again.afterMs ?? 0);
			this.pacer.refused(startedAt, limit, { refusals: repeat, waitMs: waitMs ?? 0, askedMs });
		}
		return waitMs === undefined ? undefined : { repeat, notBefore: now + waitMs, refusedSince };
	}
}

/** The jobs of one node run, with a lane for each account and one stop for all. */
class Batch {
	stopped = false;
	private isOver = false;
	private remaining = 0;
	private readonly lanes: Lane[] = [];
	private finish: () => void = () => undefined;
	private readonly finished = new Promise<void>((resolve) => {
		this.finish = resolve;
	});

	constructor(readonly rules: BatchRules) {}

	add(pacer: Pacer, jobs: readonly Job[]): void {
		const lane = new Lane(pacer, this);
		this.lanes.push(lane);
		this.remaining += jobs.length;
		for (const job of jobs) {
			if (job.ready) void this.queueWhenReady(lane, job);
			else lane.add(job);
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
			// A bug of the node must not hang the batch.
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

/** Runs all jobs, each account at its pace. When it returns, no request is under way. */
export async function runBatch(
	jobsByPacer: ReadonlyMap<Pacer, readonly Job[]>,
	rules: BatchRules,
): Promise<void> {
	if (rules.cancelled?.aborted) return;
	const batch = new Batch(rules);
	for (const [pacer, jobs] of jobsByPacer) batch.add(pacer, jobs);
	await batch.run();
}
