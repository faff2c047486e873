import type { IExecuteFunctions } from 'n8n-workflow';

import { NO_ROW, type Added, type Row } from '../register';
import { Calls, systemTimers, type Timers } from './calls';
import { cancelSignal } from './execution';

/** n8n drops the oldest marks beyond the limit of any caller, so all calls for a row must name the same limit. */
export const MOST_MARKS = 10_000;
/** A row below this count was never full. A larger row may have been, because removals have made room since. */
const WHOLE_BELOW = MOST_MARKS / 2;

const OPTIONS = { mode: 'entries', maxEntries: MOST_MARKS } as const;

/** The time that n8n takes to remove marks grows with the square of their number. */
const MOST_REMOVED_TOGETHER = 200;

/** How long a mark is written again with each write of the row. */
const CARRIED_MS = 5_000;
/** Within this time, a write of another process that had begun before may still undo ours. */
const SETTLES_MS = 1_000;
/** Carried marks are written once more after this time, even if nothing else is written. */
const WRITTEN_AGAIN_MS = 4_900;
const MOST_CARRIED = 2_000;
const MOST_CONFIRMATIONS = 3;

type Helpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

interface Work {
	marks: readonly string[];
	isRemoval: boolean;
	/** Whether the node run has stopped waiting for the result. */
	isGivenUp: () => boolean;
	/** Whether added marks are removed if they are given up. Those of a retry stay, since another retry may hold them. */
	isUndone: boolean;
	done: (added: Added) => void;
	failed: (error: unknown) => void;
}

/** n8n reads, changes and saves a row without a lock. So this process makes one write at a time and repeats what matters. */
export class NodeRow {
	private queue: Work[] = [];
	isRunning = false;
	private readonly calls: Calls;
	private carried = new Map<string, number>();
	private wroteAt = Number.NEGATIVE_INFINITY;
	private undone = 0;

	constructor(
		public helpers: Helpers,
		private readonly timers: Timers = systemTimers,
	) {
		this.calls = new Calls(timers);
	}

	/** The row for one node run, which stops waiting for n8n's database soon after its execution is cancelled. */
	for(cancelled: AbortSignal | undefined, isRetry = false): Row {
		const add = async (marks: readonly string[]) => {
			let isGivenUp = false;
			const added = this.enqueue(marks, false, { isGivenUp: () => isGivenUp, isUndone: !isRetry });
			return await this.calls.inTime(added, cancelled).catch((error: unknown) => {
				isGivenUp = true;
				throw error;
			});
		};
		return {
			add,
			remove: async (marks) => {
				if (marks.length === 0) return;
				await this.calls.inTime(this.enqueue(marks, true), cancelled);
			},
			carry: (marks) => {
				this.carry(marks);
			},
			confirm: async () => {
				for (let time = 0; time < MOST_CONFIRMATIONS && this.undone > 0; time++) {
					const { undone } = this;
					await this.timers.sleep(SETTLES_MS);
					await add([]);
					if (this.undone === undone) return;
				}
			},
			isWhole: async () => {
				const count = this.calls.make(() => this.helpers.getProcessedDataCount('node', OPTIONS));
				const { result } = await this.calls.inTime(count, cancelled);
				return result < WHOLE_BELOW;
			},
		};
	}

	private enqueue(
		marks: readonly string[],
		isRemoval: boolean,
		ifGivenUp = { isGivenUp: () => false, isUndone: true },
	): Promise<Added> {
		const result = new Promise<Added>((done, failed) => {
			this.queue.push({ marks, isRemoval, ...ifGivenUp, done, failed });
		});
		// Without this line, a failure for which no caller waits would end the process.
		result.catch(() => undefined);
		if (!this.isRunning) void this.run();
		return result;
	}

	private async run(): Promise<void> {
		this.isRunning = true;
		// Callers of the same moment are waited for, so that they share one write.
		await Promise.resolve();
		for (let next = this.queue[0]; next !== undefined; next = this.queue[0]) {
			const works = this.taken(next.isRemoval);
			try {
				await (next.isRemoval ? this.remove(works) : this.add(works));
			} catch (error) {
				for (const { failed } of works) failed(error);
			}
		}
		this.isRunning = false;
	}

	/** Takes additions or removals from the head of the queue. The marks of one caller are never split. */
	private taken(isRemoval: boolean): Work[] {
		const taken: Work[] = [];
		let marks = 0;
		for (let next = this.queue[0]; next?.isRemoval === isRemoval; next = this.queue[0]) {
			marks += next.marks.length;
			if (isRemoval && marks > MOST_REMOVED_TOGETHER && taken.length > 0) break;
			taken.push(next);
			this.queue.shift();
		}
		return taken;
	}

	private async add(works: readonly Work[]): Promise<void> {
		const wanted = new Set(works.flatMap(({ marks }) => marks));
		const carried = this.stillCarried();
		const all = [...new Set([...carried, ...wanted])];
		const undoable = new Set(works.flatMap(({ marks, isUndone }) => (isUndone ? marks : [])));
		const undo = (added: readonly string[]) => {
			const marks = added.filter((mark) => undoable.has(mark));
			if (marks.length > 0) void this.enqueue(marks, true);
		};
		const { result, isUnsure } = await this.calls.make(
			() => this.helpers.checkProcessedAndRecord(all, 'node', OPTIONS),
			(late) => {
				undo(late.new.map(String).filter((mark) => !carried.includes(mark)));
			},
		);
		this.wroteAt = this.timers.now();
		const inRow = new Set(result.processed.map(String));
		// A carried mark counts as taken even if another process has undone it.
		const known = new Set([...inRow, ...carried]);
		// A process that has undone marks may undo them again, so they are carried for longer.
		const undone = carried.filter((mark) => !inRow.has(mark));
		this.undone += undone.length;
		this.carry(undone);
		for (const { marks, done, isGivenUp } of works) {
			if (isGivenUp()) undo(marks.filter((mark) => !known.has(mark)));
			else done({ found: new Set(marks.filter((mark) => known.has(mark))), isUnsure });
			// Of two callers that share a write, only the first may find a mark free.
			for (const mark of marks) known.add(mark);
		}
	}

	private async remove(works: readonly Work[]): Promise<void> {
		const marks = [...new Set(works.flatMap((work) => work.marks))];
		for (const mark of marks) this.carried.delete(mark);
		await this.calls.make(() => this.helpers.removeProcessed(marks, 'node', OPTIONS));
		for (const { done } of works) done({ found: new Set(), isUnsure: false });
	}

	private carry(marks: readonly string[]): void {
		const since = this.timers.now();
		for (const mark of marks) {
			this.carried.delete(mark);
			this.carried.set(mark, since + CARRIED_MS);
		}
		for (const oldest of this.carried.keys()) {
			if (this.carried.size <= MOST_CARRIED) break;
			this.carried.delete(oldest);
		}
		if (marks.length === 0) return;
		this.timers.after(WRITTEN_AGAIN_MS, () => {
			if (this.wroteAt > since + SETTLES_MS || this.stillCarried().length === 0) return;
			void this.enqueue([], false);
		});
	}

	private stillCarried(): string[] {
		const now = this.timers.now();
		for (const [mark, until] of this.carried) if (until < now) this.carried.delete(mark);
		return [...this.carried.keys()];
	}
}

const MOST_ROWS = 500;

const rows = new Map<string, NodeRow>();

export function rowOf(context: IExecuteFunctions): Row {
	const { id: workflow } = context.getWorkflow();
	const { checkProcessedAndRecord, removeProcessed, getProcessedDataCount } =
		context.helpers as Partial<Helpers>;
	if (workflow === undefined || workflow === '') return NO_ROW;
	if (!checkProcessedAndRecord || !removeProcessed || !getProcessedDataCount) return NO_ROW;
	const helpers = { checkProcessedAndRecord, removeProcessed, getProcessedDataCount };
	const key = JSON.stringify([workflow, context.getNode().id]);
	const row = rows.get(key) ?? new NodeRow(helpers);
	row.helpers = helpers;
	rows.delete(key);
	rows.set(key, row);
	for (const [other, { isRunning }] of rows) {
		if (rows.size <= MOST_ROWS) break;
		if (!isRunning) rows.delete(other);
	}
	return row.for(cancelSignal(context), context.getMode() === 'retry');
}
