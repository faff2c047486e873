import type { NodeRow } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import { isFailure } from '../../../nodes/MessagingService/engine/outcome';
import type { Register } from '../../../nodes/MessagingService/engine/register';
import { change, messageOf, sendAll, type Opening } from './simulation';
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
const begun = async (given: Opening = {}) => {
	const { register } = database.open({ row, ...FIRST, ...given });
	await finished(register.begin([keyed()]));
	return register;
};
const claimed = async (register: Register, ...keys: string[]) => {
	const messages = keys.map((key, item) => keyed(key, item));
	const outcomes = await finished(register.claim(messages));
	return messages.map(({ item }) => {
		const outcome = outcomes.get(item);
		return isFailure(outcome) ? outcome.what : outcome?.fate;
	});
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
		const [outcome] = await claimed(await begun(), ORDER);
		expect(outcome ?? '').toMatch(why);
	});

	it('A broken claim says what to do', async () => {
		const register = await begun();
		change(row, (write) => write().then(broken));
		const outcomes = await finished(register.claim([keyed()]));
		expect(outcomes.get(0)).toMatchObject({
			fate: 'notSent',
			advice: expect.stringContaining('use another one') as unknown,
		});
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
		const register = await begun({ isRetry: true, retryOf: 'e0' });
		const from = simulation.now;
		await simulation.settled(register.claim([keyed('used')]));
		expect(simulation.now - from).toBeLessThan(900);
		await simulation.settled(register.claim([keyed('free')]));
		expect(simulation.now - from).toBeGreaterThanOrEqual(1000);
	});
});

describe('End of a key', () => {
	it('The end of a node run frees the keys of messages that never left', async () => {
		const register = await begun();
		await claimed(register, ORDER, 'order 2');
		await finished(register.end());
		expect(left()).toEqual([]);
	});

	it('A claim that is under way as the node run ends is freed too', async () => {
		const register = await begun();
		void register.claim([keyed()]);
		await finished(register.end());
		expect(left()).toEqual([]);
	});

	it('A key is free again if the database broke off once as it was freed', async () => {
		const { removeProcessed } = row.helpers;
		row.helpers.removeProcessed = async (...given) => {
			row.helpers.removeProcessed = removeProcessed;
			await removeProcessed(...given);
			await broken();
		};
		const register = await begun();
		await claimed(register, ORDER);
		await finished(register.end());
		expect(left()).toEqual([]);
	});

	it('A list goes on although its keys cannot be freed', async () => {
		await finished(row.add(['key used']));
		row.helpers.removeProcessed = broken;
		const list = ['used', 'b', 'c', 'd'].map((key, item) => keyed(key, item));
		expect((await database.ran({ row, ...FIRST }, list)).sent).toBe(3);
	});

	it('One slow message keeps only its own key uncertain, and at most 25 others', async () => {
		const register = await begun();
		const keys = Array.from({ length: 100 }, (_, at) => `k${at}`);
		await claimed(register, 'slow', ...keys);
		for (const at of keys.keys()) {
			const sending = register.sending(keyed('', at + 1), () => Promise.reject(new Error()));
			sending.ended({ fate: 'accepted', output: [] });
		}
		await finished(row.add([]));
		const open = left().filter((mark) => mark.startsWith('key?'));
		expect(open.length).toBeLessThanOrEqual(26);
		expect(open).toContain('key? slow');
	});
});
