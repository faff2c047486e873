import type { IExecuteFunctions } from 'n8n-workflow';

import { RecentlyUsed } from '../../../plain';
import { systemClock, type Clock } from '../pace';
import { NO_ROW, NoRow, type Row } from '../register';

/** n8n drops the oldest marks beyond the limit of any caller, so all calls for a row must name the same limit. */
export const MOST_MARKS = 20_000;
/**
 * `isWhole` proves by this that no mark is missing. A larger row may have been full, because removals have made room since. It
 * may never be raised: a row that was full under an older limit would count as whole.
 */
const WHOLE_BELOW = MOST_MARKS / 2;

const OPTIONS = { mode: 'entries', maxEntries: MOST_MARKS } as const;

/** A write of another process may have begun before ours and end after it. So marks are written again with each later write. */
const CARRIED_MS = 60_000;
/** Far fewer than n8n keeps, so that no mark that n8n has dropped comes back as a young one. */
const MOST_CARRIED = MOST_MARKS / 20;
/** And twice without a later write: soon, and after a write of another process that hung for most of a minute. */
const AGAIN_AFTER_MS = [4_900, 59_000];
/** Marks of the same second are written again together. */
const TOGETHER_MS = 1_000;

type Helpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/** n8n throws these errors if it is too old to keep marks, or if the workflow is not saved. */
const isUnavailable = (error: unknown): boolean =>
	/initialized before use|FOREIGN KEY|violates foreign key|workflow\.id/i.test(String(error));

/** n8n reads, changes and saves a row without a lock. So this process makes one call at a time and repeats what matters. */
export class NodeRow implements Row {
	private last: Promise<unknown> = Promise.resolve();
	private waiting = 0;
	/** Until when each mark is carried, from the oldest to the newest. */
	private readonly carried = new Map<string, number>();
	private carriedAt = Number.NEGATIVE_INFINITY;

	constructor(
		public helpers: Helpers,
		private readonly clock: Clock = systemClock,
		private readonly mostCarried = MOST_CARRIED,
	) {}

	get isInUse(): boolean {
		return this.waiting > 0;
	}

	async isWhole(): Promise<boolean> {
		return (await this.helpers.getProcessedDataCount('node', OPTIONS)) < WHOLE_BELOW;
	}

	async add(marks: readonly string[], withinMs = Infinity): Promise<ReadonlySet<string>> {
		return await this.inTurn(async () => {
			const began = this.clock.now();
			const carried = this.stillCarried();
			const all = [...new Set([...carried, ...marks])];
			const { processed } = await this.helpers.checkProcessedAndRecord(all, 'node', OPTIONS);
			const inRow = new Set(processed.map(String));
			// A process that has undone marks may undo them again, so they are carried for longer.
			this.carry(carried.filter((mark) => !inRow.has(mark)));
			// A carried mark counts as taken even if another process has undone it.
			for (const mark of carried) inRow.add(mark);
			if (this.clock.now() - began >= withinMs) throw new Error('n8n’s database takes too long');
			return new Set(marks.filter((mark) => inRow.has(mark)));
		});
	}

	async remove(marks: readonly string[]): Promise<void> {
		if (marks.length === 0) return;
		await this.inTurn(async () => {
			for (const mark of marks) this.carried.delete(mark);
			const removed = () => this.helpers.removeProcessed([...marks], 'node', OPTIONS);
			// A mark that stays would make a message uncertain, and to remove it twice does no harm.
			await removed().catch(removed);
		});
	}

	carry(marks: readonly string[]): void {
		if (marks.length === 0) return;
		const now = this.clock.now();
		for (const mark of marks) this.carried.set(mark, now + CARRIED_MS);
		for (const oldest of this.carried.keys()) {
			if (this.carried.size <= this.mostCarried) break;
			this.carried.delete(oldest);
		}
		if (now < this.carriedAt + TOGETHER_MS) return;
		this.carriedAt = now;
		for (const ms of AGAIN_AFTER_MS) {
			void this.clock.sleep(ms).then(() => {
				if (this.stillCarried().length > 0) this.add([]).catch(() => undefined);
			});
		}
	}

	private stillCarried(): string[] {
		const now = this.clock.now();
		for (const [mark, until] of this.carried) if (until < now) this.carried.delete(mark);
		return [...this.carried.keys()];
	}

	private async inTurn<T>(call: () => Promise<T>): Promise<T> {
		this.waiting++;
		const made = this.last.then(call).finally(() => this.waiting--);
		this.last = made.catch(() => undefined);
		return await made.catch((error: unknown) => {
			throw isUnavailable(error) ? new NoRow() : error;
		});
	}
}

const MOST_ROWS = 500;

/** One object for each row, since two would not wait for each other. */
const rows = new RecentlyUsed<NodeRow>(MOST_ROWS, ({ isInUse }) => isInUse);

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
