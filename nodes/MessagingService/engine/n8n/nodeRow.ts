import type { IExecuteFunctions } from 'n8n-workflow';

import { RecentlyUsed } from '../../../plain';
import { systemClock, type Clock } from '../pace';
import { NO_ROW, NoRow, type Row } from '../register';

/** n8n drops the oldest marks beyond the limit of any caller, so all calls for a row must name the same limit. */
export const MOST_MARKS = 10_000;
/** A row below this count was never full. A larger row may have been, because removals have made room since. */
const WHOLE_BELOW = MOST_MARKS / 2;

const OPTIONS = { mode: 'entries', maxEntries: MOST_MARKS } as const;

/** A write of another process may have begun before ours and end after it. So marks are written again with each later write. */
const CARRIED_MS = 60_000;
/** Far fewer than n8n keeps, so that no mark that n8n has dropped comes back as a young one. */
const MOST_CARRIED = MOST_MARKS / 10;
/** And twice without a later write, so that a write of another process that hung for 45 seconds undoes nothing for good. */
const WRITTEN_AGAIN = [
	{ afterMs: 4_900, unlessAfterMs: 2_000 },
	{ afterMs: 59_000, unlessAfterMs: 45_000 },
];
/** Marks of the same second are written again together. */
const TOGETHER_MS = 1_000;

const ANSWERS_WITHIN_MS = 30_000;

export interface Timers extends Pick<Clock, 'now' | 'sleep'> {
	/** Unlike `sleep`, this does not keep the process from ending. */
	after: (ms: number, then: () => void) => void;
}

const systemTimers: Timers = {
	...systemClock,
	after: (ms, then) => {
		AbortSignal.timeout(ms).addEventListener('abort', then);
	},
};

type Helpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

interface Write {
	marks: readonly string[];
	isRemoval: boolean;
	done: (found: ReadonlySet<string>) => void;
	failed: (error: unknown) => void;
}

/** n8n throws these errors if it is too old to keep marks, or if the workflow is not saved. */
const isUnavailable = (error: unknown): boolean =>
	/initialized before use|FOREIGN KEY|violates foreign key|workflow\.id/i.test(String(error));

/** n8n reads, changes and saves a row without a lock. So this process makes one write at a time and repeats what matters. */
export class NodeRow implements Row {
	private readonly queue: Write[] = [];
	isWriting = false;
	private readonly carried = new Map<string, number>();
	private carriedAt = Number.NEGATIVE_INFINITY;
	private wroteAt = Number.NEGATIVE_INFINITY;
	/** Calls that were given up and go on. */
	private hanging = 0;

	constructor(
		public helpers: Helpers,
		private readonly timers: Timers = systemTimers,
		private readonly mostCarried = MOST_CARRIED,
	) {}

	add = (marks: readonly string[]): Promise<ReadonlySet<string>> => this.enqueue(marks, false);

	async remove(marks: readonly string[]): Promise<void> {
		if (marks.length > 0) await this.enqueue(marks, true);
	}

	async isWhole(): Promise<boolean> {
		const count = await this.inTime(() => this.helpers.getProcessedDataCount('node', OPTIONS));
		return count < WHOLE_BELOW;
	}

	carry(marks: readonly string[]): void {
		const since = this.timers.now();
		for (const mark of marks) this.carried.set(mark, since + CARRIED_MS);
		for (const oldest of this.carried.keys()) {
			if (this.carried.size <= this.mostCarried) break;
			this.carried.delete(oldest);
		}
		if (marks.length === 0 || since < this.carriedAt + TOGETHER_MS) return;
		this.carriedAt = since;
		for (const { afterMs, unlessAfterMs } of WRITTEN_AGAIN) {
			this.timers.after(afterMs, () => {
				if (this.wroteAt > since + unlessAfterMs || this.stillCarried().length === 0) return;
				void this.add([]);
			});
		}
	}

	private stillCarried(): string[] {
		const now = this.timers.now();
		for (const [mark, until] of this.carried) if (until < now) this.carried.delete(mark);
		return [...this.carried.keys()];
	}

	private enqueue(marks: readonly string[], isRemoval: boolean): Promise<ReadonlySet<string>> {
		const result = new Promise<ReadonlySet<string>>((done, failed) => {
			this.queue.push({ marks, isRemoval, done, failed });
		});
		// Without this line, a failure for which no caller waits would end the process.
		result.catch(() => undefined);
		if (!this.isWriting) void this.write();
		return result;
	}

	/** Additions that wait share one write, and so do removals. */
	private async write(): Promise<void> {
		this.isWriting = true;
		// Callers of the same moment are waited for, so that they share one write.
		await Promise.resolve();
		for (let next = this.queue[0]; next !== undefined; next = this.queue[0]) {
			const { isRemoval } = next;
			const others = this.queue.findIndex((one) => one.isRemoval !== isRemoval);
			const writes = this.queue.splice(0, others === -1 ? this.queue.length : others);
			try {
				await (isRemoval ? this.removeAll(writes) : this.addAll(writes));
			} catch (error) {
				for (const { failed } of writes) failed(isUnavailable(error) ? new NoRow() : error);
			}
		}
		this.isWriting = false;
	}

	private async addAll(writes: readonly Write[]): Promise<void> {
		const carried = this.stillCarried();
		const all = [...new Set([...carried, ...writes.flatMap(({ marks }) => marks)])];
		const { processed } = await this.inTime(() =>
			this.helpers.checkProcessedAndRecord(all, 'node', OPTIONS),
		);
		this.wroteAt = this.timers.now();
		const inRow = new Set(processed.map(String));
		// A process that has undone marks may undo them again, so they are carried for longer.
		this.carry(carried.filter((mark) => !inRow.has(mark)));
		// A carried mark counts as taken even if another process has undone it.
		const taken = new Set([...inRow, ...carried]);
		for (const { marks, done } of writes) {
			done(new Set(marks.filter((mark) => taken.has(mark))));
			// Of two callers that share a write, only the first may find a mark free.
			for (const mark of marks) taken.add(mark);
		}
	}

	private async removeAll(writes: readonly Write[]): Promise<void> {
		const marks = [...new Set(writes.flatMap((write) => write.marks))];
		for (const mark of marks) this.carried.delete(mark);
		const removed = () => this.inTime(() => this.helpers.removeProcessed(marks, 'node', OPTIONS));
		// A mark that stays would make a message uncertain, and to remove it twice does no harm.
		await removed().catch(removed);
		for (const { done } of writes) done(new Set());
	}

	/** A call that was given up may write later what it read long ago. So no other call is made until it ends. */
	private async inTime<T>(call: () => Promise<T>): Promise<T> {
		if (this.hanging > 0) throw new Error('n8n’s database still hangs');
		let hasEnded = false;
		const called = call().finally(() => (hasEnded = true));
		return await new Promise<T>((done, failed) => {
			this.timers.after(ANSWERS_WITHIN_MS, () => {
				if (hasEnded) return;
				this.hanging++;
				const end = () => {
					this.hanging--;
				};
				called.then(end, end);
				failed(new Error('n8n’s database does not answer'));
			});
			called.then(done, failed);
		});
	}
}

const MOST_ROWS = 500;

const rows = new RecentlyUsed<NodeRow>(MOST_ROWS, ({ isWriting }) => isWriting);

export function rowOf(context: IExecuteFunctions): Row {
	const { id: workflow } = context.getWorkflow();
	const { checkProcessedAndRecord, removeProcessed, getProcessedDataCount } =
		context.helpers as Partial<Helpers>;
	if (workflow === undefined || workflow === '') return NO_ROW;
	if (!checkProcessedAndRecord || !removeProcessed || !getProcessedDataCount) return NO_ROW;
	const helpers = { checkProcessedAndRecord, removeProcessed, getProcessedDataCount };
	const key = JSON.stringify([workflow, context.getNode().id]);
	const row = rows.of(key, () => new NodeRow(helpers));
	row.helpers = helpers;
	return row;
}
