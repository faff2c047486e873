import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from '../clock';
import type { MarkStore } from '../ledger';

/** n8n drops the oldest ones beyond this, for all callers of the same row: so all use one limit. */
const MOST_MARKS = 20_000;

const TRIES = 3;
const PAUSE_MS = 100;

/** Removing is quadratic in n8n: never many at once. */
const MOST_REMOVED_AT_ONCE = 200;

/**
 * n8n reads, changes and writes a node's row without a transaction, so another process that writes at the same time can
 * undo a mark. The newest marks are therefore written again with the next ones.
 */
const WRITTEN_AGAIN = 4;

const OPTIONS = { mode: 'entries', maxEntries: MOST_MARKS } as const;

interface Write {
	marks: readonly string[];
	done: (before: ReadonlySet<string>) => void;
	failed: (error: unknown) => void;
}

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** The marks of one node: one row in n8n's database. Within this process its writes follow one another. */
class Row implements MarkStore {
	private waiting: Write[] = [];
	private removing: string[] = [];
	private newest: string[] = [];
	private hasWorked = false;
	private running: Promise<void> | undefined;

	/** @param helpers of the run that used the row last */
	constructor(public helpers: Helpers) {}

	record(marks: readonly string[]): Promise<ReadonlySet<string>> {
		return new Promise((done, failed) => {
			this.waiting.push({ marks, done, failed });
			this.running ??= this.run();
		});
	}

	async remove(marks: readonly string[]): Promise<void> {
		if (marks.length === 0) return;
		this.removing = this.removing.concat(marks);
		this.running ??= this.run();
		await this.running;
	}

	get isIdle(): boolean {
		return this.running === undefined;
	}

	private async run(): Promise<void> {
		while (this.waiting.length > 0 || this.removing.length > 0) {
			if (this.waiting.length > 0) await this.write(this.waiting.splice(0));
			else await this.erase(this.removing.splice(0, MOST_REMOVED_AT_ONCE));
		}
		this.running = undefined;
	}

	/** All that is waiting goes into one write. */
	private async write(writes: readonly Write[]): Promise<void> {
		const wanted = new Set(writes.flatMap(({ marks }) => marks));
		const again = this.newest.filter((mark) => !wanted.has(mark));
		try {
			const before = await this.tried([...again, ...wanted]);
			this.newest = [...this.newest, ...wanted].slice(-WRITTEN_AGAIN);
			const known = new Set(before);
			for (const { marks, done } of writes) {
				done(new Set(marks.filter((mark) => known.has(mark))));
				// For the next one of the same write they are there already.
				for (const mark of marks) known.add(mark);
			}
		} catch (error) {
			for (const { failed } of writes) failed(error);
		}
	}

	private async tried(marks: string[]): Promise<ReadonlySet<string>> {
		for (let attempt = 1; attempt < TRIES; attempt++) {
			try {
				return await this.once(marks);
			} catch (error) {
				if (isUnavailable(error)) break;
				await systemClock.sleep(PAUSE_MS * attempt);
			}
		}
		return await this.once(marks);
	}

	private async once(marks: string[]): Promise<ReadonlySet<string>> {
		const { processed } = await this.helpers.checkProcessedAndRecord(marks, 'node', OPTIONS);
		this.hasWorked = true;
		return new Set(processed.map(String));
	}

	async isUsable(): Promise<boolean> {
		if (this.hasWorked) return true;
		try {
			await this.record([]);
			return true;
		} catch (error) {
			// Any other error may pass: until then, what cannot be noted is not sent.
			return !isUnavailable(error);
		}
	}

	private async erase(marks: readonly string[]): Promise<void> {
		const gone = new Set(marks);
		this.newest = this.newest.filter((mark) => !gone.has(mark));
		try {
			await this.helpers.removeProcessed([...gone], 'node', OPTIONS);
		} catch {
			// A mark too many takes a little room and does no harm.
		}
	}
}

/** This n8n keeps no marks, or none for this workflow because it has not been saved. */
const isUnavailable = (error: unknown): boolean =>
	/initialized before use|FOREIGN KEY|violates foreign key|workflow\.id/i.test(String(error));

const MOST_ROWS = 500;

const rows = new Map<string, Row>();

/** Undefined if this n8n, or this workflow, has no place for marks. */
export async function markStoreOf(context: IExecuteFunctions): Promise<MarkStore | undefined> {
	const { id: workflow } = context.getWorkflow();
	const helpers = context.helpers as Partial<Helpers>;
	const { checkProcessedAndRecord, removeProcessed } = helpers;
	if (workflow === undefined || workflow === '') return undefined;
	if (checkProcessedAndRecord === undefined || removeProcessed === undefined) return undefined;
	const key = JSON.stringify([workflow, context.getNode().id]);
	const row = rows.get(key) ?? new Row({ checkProcessedAndRecord, removeProcessed });
	row.helpers = { checkProcessedAndRecord, removeProcessed };
	rows.delete(key);
	rows.set(key, row);
	for (const [other, { isIdle }] of rows) {
		if (rows.size <= MOST_ROWS) break;
		if (isIdle) rows.delete(other);
	}
	return (await row.isUsable()) ? row : undefined;
}
