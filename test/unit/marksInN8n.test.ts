import { Row, stoppable } from '../../nodes/MessagingService/engine/n8n/markStore';
import { openMarks } from '../../nodes/MessagingService/engine/ledger';
import { MarkSweeper } from '../../nodes/MessagingService/engine/markSweeper';

type Helpers = ConstructorParameters<typeof Row>[0];

/** A row of n8n's database, by the calls that n8n gives a node. */
class Database {
	readonly marks = new Set<string>();
	/** Called before and after each write: either may fail, or never end. */
	before: () => Promise<void> = () => Promise.resolve();
	after: (marks: readonly string[]) => Promise<void> = () => Promise.resolve();
	readonly writes: string[][] = [];

	readonly helpers: Helpers = {
		checkProcessedAndRecord: async (items) => {
			const marks = items.map(String);
			await this.before();
			const processed = marks.filter((mark) => this.marks.has(mark));
			for (const mark of marks) this.marks.add(mark);
			this.writes.push(marks);
			await this.after(marks);
			return { processed, new: marks.filter((mark) => !processed.includes(mark)) };
		},
		removeProcessed: async (items) => {
			await this.before();
			for (const mark of items) this.marks.delete(String(mark));
		},
	};
}

const never = () => new Promise<never>(() => undefined);

const onceLost = (database: Database) => () => {
	database.after = () => Promise.resolve();
	return Promise.reject(new Error('the connection broke'));
};

const items = 12;
const runOf = (row: Row, isRetry: boolean) =>
	openMarks({
		store: row,
		place: { workflow: 'w', node: 'n', execution: isRetry ? '2' : '1', run: 0 },
		identity: {
			...{ nodeName: 'Messages', carried: '', parameters: '', isTool: false },
			...{ lineage: '1', firstItem: undefined },
		},
		descent: { lineage: 1, own: 1, isForgetful: false, parent: undefined },
		...{ isRetry, startedOver: true, items, list: 'list', requestsPerSecond: 6 },
		known: Array.from({ length: items }, () => undefined),
		isKnown: false,
		toSend: new Map(Array.from({ length: items }, (_, item) => [item, undefined])),
		clock: { epoch: 0, now: () => 0, sleep: () => Promise.resolve() },
	});

describe('Notes in n8n’s database', () => {
	it('are written again if the answer to writing them was lost', async () => {
		const database = new Database();
		database.after = onceLost(database);

		await new Row(database.helpers).record(['a']);

		expect(database.writes).toEqual([['a'], ['a']]);
	});

	it('are not asked for a second time if the answer was lost: asking had written them', async () => {
		const database = new Database();
		database.after = onceLost(database);

		await expect(new Row(database.helpers).ask(['a'])).rejects.toThrow('the connection broke');
	});

	it.each(Array.from({ length: 14 }, (_, at) => at))(
		'never let Retry call sent what was not, whichever answer is lost (%i)',
		async (lost) => {
			const database = new Database();
			const first = await runOf(new Row(database.helpers), false);
			await first.marks.begin(0);
			const row = new Row(database.helpers);
			let answers = 0;
			database.after = () =>
				answers++ === lost ? Promise.reject(new Error('lost')) : Promise.resolve();

			const retries = [
				await runOf(row, true).catch(() => undefined),
				await runOf(row, true).catch(() => undefined),
			];

			const verdicts = retries.flatMap((retry) => retry?.verdicts ?? []);
			expect(verdicts).not.toContain('accepted');
			// The first item was begun.
			for (const retry of retries) expect(retry?.verdicts[0]).not.toBe('unsent');
		},
	);

	it('are repeated by the writes of the next seconds, since another process may undo one', async () => {
		jest.useFakeTimers();
		const database = new Database();
		const row = new Row(database.helpers);
		await row.record(['a', 'b', 'c', 'd', 'e', 'f']);

		for (let second = 1; second <= 5; second++) {
			await jest.advanceTimersByTimeAsync(1_000);
			await row.record([String(second)]);
		}
		jest.useRealTimers();

		const repeats = database.writes.map((marks) => marks.includes('a') && marks.includes('f'));
		expect(repeats).toEqual([true, true, true, true, false, false]);
	});

	it('still answer a retry that all was sent, if another process had undone that', async () => {
		const database = new Database();
		const row = new Row(database.helpers);
		const sweeper = new MarkSweeper();
		const run = await runOf(row, false);
		for (let item = 0; item < items; item++) {
			await run.marks.begin(item);
			run.marks.settle(item, 'accepted');
		}
		const leftovers = await run.marks.end(false);
		for (const mark of leftovers?.answers ?? []) database.marks.delete(mark);
		const many = Array.from({ length: 100 }, (_, at) => `another ${String(at)}`);
		if (leftovers) sweeper.add(row, { ...leftovers, useless: [...leftovers.useless, ...many] });
		await row.record(['whatever comes next']);
		await row.remove(['nothing']);

		const { verdicts } = await runOf(new Row(database.helpers), true);

		expect(new Set(verdicts)).toEqual(new Set(['accepted']));
	});
});

describe('n8n’s database, if it does not answer', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	it('is given up after half a minute, and asked again once it answers', async () => {
		const database = new Database();
		let answer: () => void = () => undefined;
		database.before = () =>
			new Promise((resolve) => {
				answer = resolve;
			});
		const row = new Row(database.helpers);
		const first = row.record(['a']).catch(String);
		await jest.advanceTimersByTimeAsync(32_000);

		expect(await first).toContain('does not answer');
		// What hangs may still write what it had read: nothing else may write before.
		await expect(row.record(['b'])).rejects.toThrow('does not answer');
		database.before = () => Promise.resolve();
		answer();
		await jest.advanceTimersByTimeAsync(0);
		expect(await row.record(['a'])).toEqual(new Set(['a']));
	});

	it('does not keep an execution from being stopped', async () => {
		const database = new Database();
		database.before = never;
		const stop = new AbortController();
		const noted = stoppable(new Row(database.helpers), stop.signal).record(['a']).catch(String);

		stop.abort();
		await jest.advanceTimersByTimeAsync(2_000);

		expect(await noted).toContain('does not answer');
	});

	it('has nothing wait for it after a stop once it has answered', async () => {
		const stop = new AbortController();
		await stoppable(new Row(new Database().helpers), stop.signal).record(['a']);

		stop.abort();
		await jest.advanceTimersByTimeAsync(10);

		expect(jest.getTimerCount()).toBe(0);
	});
});
