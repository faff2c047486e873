import type { IExecuteFunctions } from 'n8n-workflow';

import type { Added, Row } from '../register';
import { Calls, systemTimers, type Timers } from './calls';

/** n8n drops the oldest marks beyond this, for all callers of the same row: so all use one limit. */
export const MOST_MARKS = 10_000;
/** Removals make room again, so a row that was full once may look half empty. Below this it never was. */
const WHOLE_BELOW = MOST_MARKS / 2;

const OPTIONS = { mode: 'entries', maxEntries: MOST_MARKS } as const;

/** Removing is quadratic in n8n. */
const MOST_REMOVED_AT_ONCE = 200;

const CARRIED_MS = 5_000;
/** A write that comes sooner may itself be undone by one that had begun before. */
const SETTLES_MS = 1_000;
/** If no write came until then, one is made. */
const WRITTEN_AGAIN_MS = 4_900;
const MOST_CARRIED = 2_000;
const MOST_LOOKS = 3;

type Helpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

interface Adding {
	marks: readonly string[];
	isRemoval: false;
	/** Its node run does not wait for it any more. */
	isGivenUp?: boolean;
	done: (added: Added) => void;
	failed: (error: unknown) => void;
}

interface Removing {
	marks: readonly string[];
	isRemoval: true;
	done: () => void;
	failed: (error: unknown) => void;
}

type Work = Adding | Removing;

/** Nobody waits for it. */
const UNHEARD = { done: () => undefined, failed: () => undefined };

/**
 * One node's row. Within this process its writes follow one another, and those that wait go out together. n8n reads,
 * changes and writes a row without a lock, so another process may undo a write: see `carry`.
 */
export class NodeRow {
	private queue: Work[] = [];
	private running = false;
	private readonly calls: Calls;
	private carried = new Map<string, number>();
	private wroteAt = Number.NEGATIVE_INFINITY;
	/** How many marks other processes have undone until now. */
	private undone = 0;

	/** @param helpers of the node run that used the row last */
	constructor(
		public helpers: Helpers,
		private readonly timers: Timers = systemTimers,
	) {
		this.calls = new Calls(timers);
	}

	/** The row as one node run uses it: when its execution is stopped, nothing waits long any more. */
	for(cancelled: AbortSignal | undefined): Row {
		const add = async (marks: readonly string[]) => {
			const adding: Adding = { marks, isRemoval: false, ...UNHEARD };
			const added = new Promise<Added>((done, failed) => Object.assign(adding, { done, failed }));
			this.enqueue(adding);
			return await this.calls.inTime(added, cancelled).catch((error: unknown) => {
				adding.isGivenUp = true;
				throw error;
			});
		};
		return {
			add,
			remove: async (marks) => {
				if (marks.length === 0) return;
				const removed = new Promise<void>((done, failed) => {
					this.enqueue({ marks, isRemoval: true, done, failed });
				});
				await this.calls.inTime(removed, cancelled);
			},
			carry: (marks) => {
				this.carry(marks);
			},
			confirm: async () => {
				let { undone } = this;
				for (let time = 0; time < MOST_LOOKS && this.undone > 0; time++) {
					await this.timers.sleep(SETTLES_MS);
					await add([]);
					if (this.undone === undone) return;
					({ undone } = this);
				}
			},
			isWhole: async () => {
				const count = this.calls.make(() => this.helpers.getProcessedDataCount('node', OPTIONS));
				const { result } = await this.calls.inTime(count, cancelled);
				return result < WHOLE_BELOW;
			},
		};
	}

	get isIdle(): boolean {
		return !this.running;
	}

	private enqueue(work: Work): void {
		this.queue.push(work);
		if (!this.running) void this.run();
	}

	private async run(): Promise<void> {
		this.running = true;
		// What is asked for in the same moment goes into the same write.
		await Promise.resolve();
		for (let next = this.queue[0]; next !== undefined; next = this.queue[0]) {
			if (!next.isRemoval) await this.add(this.taken((work): work is Adding => !work.isRemoval));
			else await this.remove(this.taken((work): work is Removing => work.isRemoval));
		}
		this.running = false;
	}

	/** The work of one kind at the head of the queue. What a caller removes together stays together. */
	private taken<One extends Work>(isOfKind: (work: Work) => work is One): One[] {
		const taken: One[] = [];
		let marks = 0;
		for (let next = this.queue[0]; next !== undefined && isOfKind(next); next = this.queue[0]) {
			if (next.isRemoval) marks += next.marks.length;
			if (marks > MOST_REMOVED_AT_ONCE && taken.length > 0) break;
			taken.push(next);
			this.queue.shift();
		}
		return taken;
	}

	private async add(adding: readonly Adding[]): Promise<void> {
		const wanted = new Set(adding.flatMap(({ marks }) => marks));
		const carried = this.stillCarried().filter((mark) => !wanted.has(mark));
		const all = [...carried, ...wanted];
		/** Nobody relies on it any more. */
		const undo = (marks: readonly string[]) => {
			if (marks.length > 0) this.enqueue({ marks, isRemoval: true, ...UNHEARD });
		};
		try {
			const { result, isUnsure } = await this.calls.make(
				() => this.helpers.checkProcessedAndRecord(all, 'node', OPTIONS),
				(late) => {
					undo(late.new.map(String).filter((mark) => wanted.has(mark)));
				},
			);
			this.wroteAt = this.timers.now();
			const known = new Set(result.processed.map(String));
			// Another process had undone these, and may do so again.
			const undone = carried.filter((mark) => !known.has(mark));
			this.undone += undone.length;
			this.carry(undone);
			for (const { marks, done, isGivenUp } of adding) {
				if (isGivenUp === true) undo(marks.filter((mark) => !known.has(mark)));
				else done({ found: new Set(marks.filter((mark) => known.has(mark))), isUnsure });
				// For the next one of the same write they are there already.
				for (const mark of marks) known.add(mark);
			}
		} catch (error) {
			for (const { failed } of adding) failed(error);
		}
	}

	private async remove(removing: readonly Removing[]): Promise<void> {
		const gone = [...new Set(removing.flatMap(({ marks }) => marks))];
		for (const mark of gone) this.carried.delete(mark);
		try {
			await this.calls.make(() => this.helpers.removeProcessed(gone, 'node', OPTIONS));
			for (const { done } of removing) done();
		} catch (error) {
			for (const { failed } of removing) failed(error);
		}
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
			this.enqueue({ marks: [], isRemoval: false, ...UNHEARD });
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

export function rowOf(
	context: IExecuteFunctions,
	cancelled: AbortSignal | undefined,
): Row | undefined {
	const { id: workflow } = context.getWorkflow();
	const { checkProcessedAndRecord, removeProcessed, getProcessedDataCount } =
		context.helpers as Partial<Helpers>;
	if (workflow === undefined || workflow === '') return undefined;
	if (!checkProcessedAndRecord || !removeProcessed || !getProcessedDataCount) return undefined;
	const helpers = { checkProcessedAndRecord, removeProcessed, getProcessedDataCount };
	const key = JSON.stringify([workflow, context.getNode().id]);
	const row = rows.get(key) ?? new NodeRow(helpers);
	row.helpers = helpers;
	rows.delete(key);
	rows.set(key, row);
	for (const [other, { isIdle }] of rows) {
		if (rows.size <= MOST_ROWS) break;
		if (isIdle) rows.delete(other);
	}
	return row.for(cancelled);
}
