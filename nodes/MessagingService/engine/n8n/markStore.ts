import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from '../clock';
import type { MarkStore } from '../ledger';
import { cancelSignal } from './cancel';

/** n8n drops the oldest ones beyond this, for all callers of the same row: so all use one limit. */
const MOST_MARKS = 20_000;

const TRIES = 3;
const PAUSE_MS = 100;

/** A database that has not answered by then will not before the run is given up. */
const ANSWERS_WITHIN_MS = 30_000;

const SHORTEST_NAP_MS = 10;
const LONGEST_NAP_MS = 250;

/** Once the execution is stopped, a call gets this long. */
const AFTER_STOP_MS = 2_000;

/** Removing is quadratic in n8n: never many at once. */
const MOST_REMOVED_AT_ONCE = 200;

/**
 * n8n reads, changes and writes a node's row without a transaction, so another process that writes at the same time can
 * undo a mark. What was written lately is therefore written again with the next marks.
 */
const REPEATED_FOR_MS = 3_000;
const MOST_REPEATED = 400;

const OPTIONS = { mode: 'entries', maxEntries: MOST_MARKS } as const;

interface Write {
	marks: readonly string[];
	/** It is not tried again: see MarkStore. */
	isQuestion: boolean;
	done: (before: ReadonlySet<string>) => void;
	failed: (error: unknown) => void;
}

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** As long as was waited so far: most calls take a moment, and what sleeps cannot be woken. */
const nap = (waitedMs: number, mostMs = LONGEST_NAP_MS) =>
	systemClock.sleep(Math.min(Math.max(waitedMs, SHORTEST_NAP_MS), LONGEST_NAP_MS, mostMs));

const UNANSWERED = new Error('n8n’s database does not answer');

/** Calls of n8n's database, of which one may never end. */
class Patience {
	private since: number | undefined;
	private giveUp: () => void = () => undefined;
	private isWatching = false;

	/** Rejects if the call takes too long, and until it has ended after all: it may still write what it had read. */
	async wait<T>(call: () => Promise<T>): Promise<T> {
		if (this.since !== undefined) throw UNANSWERED;
		this.since = systemClock.now();
		const givenUp = new Promise<never>((_, reject) => {
			this.giveUp = () => {
				reject(UNANSWERED);
			};
		});
		const answer = call().finally(() => {
			this.since = undefined;
		});
		answer.catch(() => undefined);
		if (!this.isWatching) void this.watch();
		return await Promise.race([answer, givenUp]);
	}

	/** One for all calls. */
	private async watch(): Promise<void> {
		this.isWatching = true;
		for (let ms = this.heldMs(); ms !== undefined; ms = this.heldMs()) {
			if (ms >= ANSWERS_WITHIN_MS) {
				this.giveUp();
				break;
			}
			await nap(ms);
		}
		this.isWatching = false;
	}

	private heldMs(): number | undefined {
		return this.since === undefined ? undefined : systemClock.now() - this.since;
	}
}

/** The marks of one node: one row in n8n's database. Within this process its writes follow one another. */
export class Row implements MarkStore {
	private waiting: Write[] = [];
	private removing: string[] = [];
	private lastWrites: { at: number; marks: readonly string[] }[] = [];
	private hasWorked = false;
	private running: Promise<void> | undefined;
	private readonly patience = new Patience();

	/** @param helpers of the run that used the row last */
	constructor(public helpers: Helpers) {}

	record(marks: readonly string[]): Promise<ReadonlySet<string>> {
		return this.added(marks, false);
	}

	ask(marks: readonly string[]): Promise<ReadonlySet<string>> {
		return this.added(marks, true);
	}

	private added(marks: readonly string[], isQuestion: boolean): Promise<ReadonlySet<string>> {
		return new Promise((done, failed) => {
			this.waiting.push({ marks, isQuestion, done, failed });
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
		let left = writes;
		for (let attempt = 1; left.length > 0; attempt++) {
			try {
				await this.writeOnce(left);
				return;
			} catch (error) {
				const isLast = attempt === TRIES || isUnavailable(error) || error === UNANSWERED;
				for (const { isQuestion, failed } of left) if (isLast || isQuestion) failed(error);
				left = isLast ? [] : left.filter(({ isQuestion }) => !isQuestion);
				if (left.length > 0) await systemClock.sleep(PAUSE_MS * attempt);
			}
		}
	}

	private async writeOnce(writes: readonly Write[]): Promise<void> {
		const wanted = new Set(writes.flatMap(({ marks }) => marks));
		const again = this.repeated().filter((mark) => !wanted.has(mark));
		const { processed } = await this.patience.wait(() =>
			this.helpers.checkProcessedAndRecord([...again, ...wanted], 'node', OPTIONS),
		);
		this.hasWorked = true;
		const written = writes.flatMap(({ marks, isQuestion }) => (isQuestion ? [] : marks));
		if (written.length > 0) this.lastWrites.push({ at: systemClock.now(), marks: written });
		const known = new Set(processed.map(String));
		for (const { marks, done } of writes) {
			done(new Set(marks.filter((mark) => known.has(mark))));
			// For the next one of the same write they are there already.
			for (const mark of marks) known.add(mark);
		}
	}

	get isKnownToWork(): boolean {
		return this.hasWorked;
	}

	private repeated(): string[] {
		const from = systemClock.now() - REPEATED_FOR_MS;
		this.lastWrites = this.lastWrites.filter(({ at }) => at >= from);
		return [...new Set(this.lastWrites.flatMap(({ marks }) => marks))].slice(-MOST_REPEATED);
	}

	private async erase(marks: readonly string[]): Promise<void> {
		const gone = new Set(marks);
		this.lastWrites = this.lastWrites.map(({ at, marks: written }) => ({
			at,
			marks: written.filter((mark) => !gone.has(mark)),
		}));
		try {
			await this.patience.wait(() => this.helpers.removeProcessed([...gone], 'node', OPTIONS));
		} catch {
			// A mark too many takes a little room and does no harm.
		}
	}
}

/** This n8n keeps no marks, or none for this workflow because it has not been saved. */
const isUnavailable = (error: unknown): boolean =>
	/initialized before use|FOREIGN KEY|violates foreign key|workflow\.id/i.test(String(error));

/** A store for one run: if the execution is stopped, nothing waits long for n8n's database any more. */
export function stoppable(store: MarkStore, cancelled: AbortSignal | undefined): MarkStore {
	if (cancelled === undefined) return store;
	let underWay = 0;
	/** Once all calls have ended, nobody waits. */
	const end = async (): Promise<never> => {
		const since = systemClock.now();
		for (let ms = 0; underWay > 0 && ms < AFTER_STOP_MS; ms = systemClock.now() - since) {
			await nap(ms, AFTER_STOP_MS - ms);
		}
		throw UNANSWERED;
	};
	const ended = new Promise<never>((_, reject) => {
		cancelled.addEventListener('abort', () => void end().catch(reject), { once: true });
	});
	ended.catch(() => undefined);
	const limited = async <T>(call: Promise<T>): Promise<T> => {
		underWay++;
		const ending = () => {
			underWay--;
		};
		call.then(ending, ending);
		return await Promise.race([call, cancelled.aborted ? end() : ended]);
	};
	return {
		record: (marks) => limited(store.record(marks)),
		ask: (marks) => limited(store.ask(marks)),
		remove: (marks) => limited(store.remove(marks)),
	};
}

async function isUsable(row: Row, cancelled: AbortSignal | undefined): Promise<boolean> {
	if (row.isKnownToWork) return true;
	try {
		await stoppable(row, cancelled).record([]);
		return true;
	} catch (error) {
		// Any other error may pass: until then, what cannot be noted is not sent.
		return !isUnavailable(error);
	}
}

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
	return (await isUsable(row, cancelSignal(context))) ? row : undefined;
}
