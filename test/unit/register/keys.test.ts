import type { NodeRow } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import { isFailure } from '../../../nodes/MessagingService/engine/outcome';
import type { Lives } from '../../../nodes/MessagingService/engine/life';
import { change, livesOf, messageOf, SENT, sendAll, type Opening } from './simulation';
import { database, simulation } from './world';

const ORDER = 'order 1';
const FIRST: Opening = { execution: 'e1' };
const keyed = (key = ORDER, item = 0) => messageOf(item, key);
const broken = () => Promise.reject(new Error('the connection broke'));

let row: NodeRow;

beforeEach(() => {
	({ row } = database.start());
});

const finished = <T>(work: Promise<T>) => simulation.finished(work);
const begun = async (given: Opening = {}, messages = [keyed()]) => {
	const { register } = database.open({ row, ...FIRST, ...given });
	return await finished(livesOf(register, messages));
};
const claimed = async (lives: Lives) => {
	await finished(lives.claim(lives.all));
	return lives.all.map(({ outcome }) => (isFailure(outcome) ? outcome.what : outcome?.fate));
};
const left = () => database.data.filter((mark) => /key\??/.test(mark)).sort();

describe('Claim of a key', () => {
	it.each<[string, string[], string | RegExp]>([
		['nothing is there', [], /^$/],
		['its message was accepted', ['key order 1'], 'accepted'],
		['its message is uncertain', ['key order 1', 'key? order 1'], 'began to send an earlier'],
		['only the older of its two marks was dropped', ['key? order 1'], 'began to send an earlier'],
	])('A key is claimed, or why not, if %s', async (_, marks, why) => {
		await finished(row.add(marks));
		const [outcome] = await claimed(await begun());
		expect(outcome ?? '').toMatch(why);
	});

	it.each([
		['not sent, and says what to do', {}, 'notSent', 'use another one'],
		['uncertain in a Retry', { isRetry: true, wasStored: () => true }, 'uncertain', 'Find out'],
	])('A message whose claim broke is %s', async (_, given, fate, advice) => {
		const lives = await begun(given);
		change(row, (write) => write().then(broken));
		await claimed(lives);
		expect(lives.all[0]?.outcome).toMatchObject({
			fate,
			advice: expect.stringContaining(advice) as unknown,
		});
	});

	it('Keys that differ in upper and lower case are different keys', async () => {
		await finished(row.add(['key order 1', 'key? order 1']));
		expect(await claimed(await begun({}, [keyed('Order 1')]))).toEqual([undefined]);
	});

	it('A key that another process has undone is still taken for this process', async () => {
		const before = [...database.data];
		const { register } = database.open({ row, ...FIRST });
		expect(await simulation.settled(sendAll(register, [keyed()]))).toBe(1);
		database.data = before;
		const second = database.open({ row, execution: 'e2', lineage: 'another' });
		expect(await simulation.settled(sendAll(second.register, [keyed()]))).toBe(0);
	});

	it('A Retry waits a second for a key that is free, and not for one that is used', async () => {
		await finished(row.add(['key used', 'key? used']));
		const retry = { isRetry: true, retryOf: 'e0', wasStored: () => true };
		const lives = await begun(retry, [keyed('used'), keyed('free', 1)]);
		const from = simulation.now;
		await simulation.settled(lives.claim(lives.all.slice(0, 1)));
		expect(simulation.now - from).toBeLessThan(900);
		await simulation.settled(lives.claim(lives.all.slice(1)));
		expect(simulation.now - from).toBeGreaterThanOrEqual(1000);
	});
});

describe('End of a key', () => {
	it('The end of a node run frees the keys of messages that never left', async () => {
		const lives = await begun({}, [keyed(), keyed('order 2', 1)]);
		await claimed(lives);
		await finished(lives.end());
		expect(left()).toEqual([]);
	});

	it('A claim that is under way as the node run ends is freed too', async () => {
		const lives = await begun();
		void lives.claim(lives.all);
		await finished(lives.end());
		expect(left()).toEqual([]);
	});

	it('A key is free again if the database broke off once as it was freed', async () => {
		const { removeProcessed } = row.helpers;
		row.helpers.removeProcessed = async (...given) => {
			row.helpers.removeProcessed = removeProcessed;
			await removeProcessed(...given);
			await broken();
		};
		const lives = await begun();
		await claimed(lives);
		await finished(lives.end());
		expect(left()).toEqual([]);
	});

	it('A list goes on although its keys cannot be freed', async () => {
		await finished(row.add(['key used']));
		row.helpers.removeProcessed = broken;
		const list = ['used', 'b', 'c', 'd'].map((key, item) => keyed(key, item));
		expect((await database.ran({ row, ...FIRST }, list)).sent).toBe(3);
	});

	it('One slow message keeps only its own key uncertain, and at most 25 others', async () => {
		const keys = ['slow', ...Array.from({ length: 100 }, (_, at) => `k${at}`)];
		const lives = await begun(
			{},
			keys.map((key, item) => keyed(key, item)),
		);
		await claimed(lives);
		for (const life of lives.all.slice(1)) await life.leave(() => Promise.resolve(SENT));
		await finished(row.add([]));
		const open = left().filter((mark) => mark.startsWith('key?'));
		expect(open.length).toBeLessThanOrEqual(26);
		expect(open).toContain('key? slow');
	});
});
