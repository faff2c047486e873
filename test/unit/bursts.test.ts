import { Bursts } from '../../nodes/callbacks/groupMessages';
import { FakeClock } from '../support/fakeClock';

const GAP = 2000;

type Call = [at: number, conversation: string, text: string, size?: number];

describe('Grouping messages', () => {
	let clock: FakeClock;
	let bursts: Bursts<string>;
	/** Each call by its text, with the messages that it starts an execution with, and when. */
	let outcomes: [string, string[] | undefined, number][];

	const inRow = (count: number, apartMs: number) =>
		Array.from({ length: count }, (_, at): Call => [at * apartMs, 'a', String(at)]);

	const started = () =>
		outcomes.filter(([, all]) => all !== undefined).map(([, all, at]) => [all?.length, at]);

	async function arriving(...calls: Call[]): Promise<void> {
		const all = calls.map(async ([at, conversation, text, size = 1]) => {
			await clock.sleep(at);
			const entries = await bursts.join(conversation, text, size, GAP);
			outcomes.push([text, entries, clock.now()]);
		});
		await clock.until(Promise.all(all));
	}

	beforeEach(() => {
		clock = new FakeClock();
		bursts = new Bursts(clock);
		outcomes = [];
	});

	it('Messages within the gap start one execution, through the call of the last', async () => {
		await arriving([0, 'a', '1'], [1000, 'a', '2'], [2999, 'a', '3']);
		expect(outcomes).toEqual([
			['1', undefined, 1000],
			['2', undefined, 2999],
			['3', ['1', '2', '3'], 4999],
		]);
	});

	it('A gap just above the limit makes two executions', async () => {
		await arriving([0, 'a', '1'], [GAP + 1, 'a', '2']);
		expect(outcomes).toEqual([
			['1', ['1'], GAP],
			['2', ['2'], 2 * GAP + 1],
		]);
	});

	it('A group ends after 30 seconds though more messages follow', async () => {
		await arriving(...inRow(40, 1100));
		expect(started()).toEqual([
			[28, 30_000],
			[12, 39 * 1100 + GAP],
		]);
	});

	it('A group of 50 messages or more than 1 MB ends immediately', async () => {
		const large: Call = [1, 'b', 'large', 1024 * 1024];
		await arriving(...inRow(51, 1), [0, 'b', 'small'], large, [2, 'b', 'more']);

		expect(started()).toEqual([
			[2, 1],
			[50, 49],
			[1, GAP + 2],
			[1, GAP + 50],
		]);
	});

	it('A group ends immediately if 20 other conversations began later', async () => {
		await arriving(...inRow(21, 1).map(([at, , text]): Call => [at, `c${at}`, text]));
		expect(outcomes[0]).toEqual(['0', ['0'], 20]);
		expect(outcomes[1]).toEqual(['1', ['1'], GAP + 1]);
	});
});
