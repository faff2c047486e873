import type { Outcome } from '../outcome';
import { Lane, ownFault, type BatchRules, type Job } from './lane';
import type { Pacer } from './pacer';

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

	constructor(private readonly rules: BatchRules) {}

	add(pacer: Pacer, jobs: readonly Job[]): void {
		const lane = new Lane(pacer, this, this.rules);
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
