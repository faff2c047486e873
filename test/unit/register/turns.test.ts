import type { NodeRow } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import {
	usedAmong,
	type Message,
	type Register,
} from '../../../nodes/MessagingService/engine/register';
import { turnName } from '../../../nodes/MessagingService/engine/register/marks';
import { callOf, change, messageOf, sendAll, SENT, type Opening } from './simulation';
import { database, prepare, simulation } from './world';

const start = () => database.start().row;
const messagesOf = (count: number) => Array.from({ length: count }, (_, at) => messageOf(at));
const FIRST = { execution: 'e1' };
const RETRY = { execution: 'e2', isRetry: true };

describe('Turns', () => {
	it('A turn stays taken after a crash if one call of an agent failed to take it and another went on', async () => {
		const row = start();
		change(row, async (write, call) => {
			if (call > 1) return await write();
			await simulation.sleep(6_000);
			throw new Error('the database is away');
		});
		const { register, note } = database.open({ ...FIRST, row, isTool: true });
		const late = sendAll(register, [callOf('late')]);
		await simulation.run(simulation.now + 3_000);
		const second = { ...FIRST, row, stored: note, isTool: true };
		expect((await database.ran(second, [callOf('one')])).sent).toBe(1);
		expect(await late).toBe(0);
		expect((await database.ran({ ...RETRY, isTool: true }, [callOf('one')])).sent).toBe(0);
	});

	const calls = (requests: string[], given: Opening, apartMs = 0) => {
		const row = start();
		let { stored } = given;
		const sent = requests.map(async (request, at) => {
			const { register, note } = database.open({ row, isTool: true, ...given, stored });
			stored = note;
			await simulation.sleep(at * apartMs);
			return await sendAll(register, [callOf(request)]);
		});
		return simulation.finished(Promise.all(sent));
	};

	it.each([0, 5, 1500])('A retry sends new calls that ask %i ms apart', async (apartMs) => {
		expect(await calls(['one', 'two', 'three'], RETRY, apartMs)).toEqual([1, 1, 1]);
	});

	it.each([0, 5, 50, 1500])('A retry after a crash sends no call %i ms apart', async (apartMs) => {
		await calls(['one'], FIRST);
		expect(await calls(['another', 'one'], RETRY, apartMs)).toEqual([0, 0]);
	});

	it.each([
		['two were sent before', ['same', 'same'], [0, 0]],
		['one was sent before', ['same'], [0, 1]],
	])('A retry lets an agent say the same twice on purpose: %s', async (_, before, after) => {
		const { note: stored } = database.open({ ...FIRST, isTool: true });
		expect(await calls(before, { ...FIRST, stored }, 100)).toEqual(before.map(() => 1));
		const retry = { ...RETRY, stored: structuredClone(stored) };
		expect(await calls(['same', 'same'], retry, 100)).toEqual(after);
	});

	it('A turn is not given again if n8n runs a crashed execution a second time', async () => {
		const first = await database.ran(FIRST, messagesOf(2), { stopAfter: 1 });
		const again = await database.ran(FIRST, messagesOf(2));
		expect([first.sent, again.sent]).toEqual([1, 0]);
	});

	/** One call of n8n's database fails, before or after it has written. */
	const failOnce = (row: NodeRow, failing: number, hasWritten: boolean) => {
		change(row, async (write, call) => {
			const fails = call === failing;
			const result = fails && !hasWritten ? undefined : await write();
			if (fails || !result) throw new Error('the database is away');
			return result;
		});
	};

	const SEEDS = [1, 2, 3, 4, 5];

	it.each([
		...SEEDS.map((seed) => [seed, 'nothing fails', 0, false, 0] as const),
		...SEEDS.map((seed) => [seed, 'a claim fails', 1, false, 100] as const),
		...SEEDS.map((seed) => [seed, 'the look after a claim fails', 2, true, 0] as const),
	])(
		'A turn is given to one of two retries of the same moment (seed %i), if %s',
		async (seed, _, failingCall, hasWritten, laterMs) => {
			prepare({ seed });
			const messages = messagesOf(3);
			const { note: saved } = await database.ran(FIRST, messages, { stopAfter: 0 });
			const retries = [0, 1].map(async (at) => {
				const row = start();
				if (at === 0) failOnce(row, failingCall, hasWritten);
				const { register } = database.open({ ...RETRY, row, saved, execution: `e${at + 2}` });
				await simulation.sleep(at * laterMs);
				return await sendAll(register, messages);
			});
			const [one = 0, other = 0] = await simulation.finished(Promise.all(retries));
			expect(one + other).toBeLessThanOrEqual(messages.length);
		},
	);

	const keyedOf = (count: number) =>
		Array.from({ length: count }, (_, item) => messageOf(item, `order ${item}`));

	/** A retry in a row that holds so many other marks. */
	const retryAmong = async (others: number) => {
		prepare({ limit: 100 });
		const { note: saved } = await database.ran(FIRST, messagesOf(1), { stopAfter: 0 });
		const marks = Array.from({ length: others }, (_, at) => `other ${at}`);
		await simulation.finished(start().add(marks));
		return { ...RETRY, saved };
	};

	it('A retry proves no key any more once its first mark was dropped', async () => {
		const retry = await retryAmong(60);
		const { register } = database.open(retry);
		const keyed = keyedOf(2);
		expect((await simulation.finished(register.begin(keyed))).refused.size).toBe(0);
		const [one, other] = keyed.map((each) => register.sending(each, () => Promise.resolve(SENT)));
		expect(await simulation.finished(Promise.resolve(one?.ready?.()))).toBeUndefined();
		database.data = database.data.filter((mark) => mark !== turnName('the same', 0));
		await one?.tryOnce();
		const ready = simulation.finished(Promise.resolve(other?.ready?.()));
		expect(await ready).toMatchObject({ fate: 'uncertain' });
	});

	it('A retry proves all keys while the row grows beyond half', async () => {
		const retry = await retryAmong(35);
		expect((await database.ran(retry, keyedOf(12))).sent).toBe(12);
	});

	it('A retry in a full row proves keys that are claimed while others wait', async () => {
		const retry = await retryAmong(60);
		const { register } = database.open(retry);
		const keyed = keyedOf(2);
		await simulation.finished(register.begin(keyed));
		const ready = keyed.map(async (each, at) => {
			await simulation.sleep(at * 500);
			return await register.sending(each, () => Promise.resolve(SENT)).ready?.();
		});
		expect(await simulation.finished(Promise.all(ready))).toEqual([undefined, undefined]);
	});

	it('A message is noted before it leaves', async () => {
		const { register, note } = database.open(FIRST);
		let noted: unknown;
		const send = () => {
			noted = structuredClone(note.items);
			return Promise.resolve(SENT);
		};
		await simulation.finished(sendAll(register, messagesOf(1), { send }));
		expect(noted).toEqual({ 0: { state: 'uncertain' } });
	});
});

describe('Send Once Keys', () => {
	const keyed = messageOf(0, 'order 1');

	let row: NodeRow;

	beforeEach(() => {
		row = start();
	});

	const runOf = (execution: string) => database.ran({ row, execution }, [keyed]);
	const sentBy = async (execution: string) => (await runOf(execution)).sent;
	const open = () => database.open({ row, ...FIRST }).register;
	const sendingOf = (register: Register, one: Message) =>
		register.sending(one, () => Promise.resolve(SENT));
	const broken = () => Promise.reject(new Error('the connection broke'));
	const add = (...marks: string[]) => simulation.finished(row.add(marks));

	it.each([6_000, 33_000])('A key stays uncertain after a claim that took %i ms', async (ms) => {
		change(row, async (write, call) => {
			const written = await write();
			if (call === 2) await simulation.sleep(ms);
			return written;
		});
		expect(await sentBy('first')).toBe(0);
		expect(await sentBy('second')).toBe(0);
	});

	it('A key is free again if the database broke off once as it was freed', async () => {
		const { removeProcessed } = row.helpers;
		row.helpers.removeProcessed = async (...given) => {
			row.helpers.removeProcessed = removeProcessed;
			await removeProcessed(...given);
			await broken();
		};
		const register = open();
		await simulation.finished(register.begin([keyed]));
		await simulation.finished(Promise.resolve(sendingOf(register, keyed).ready?.()));
		await simulation.finished(register.end());
		expect(await sentBy('second')).toBe(1);
	});

	it('Keys that are claimed one after the other are free again if the node run ended meanwhile', async () => {
		await add('key used');
		const register = open();
		await simulation.finished(register.begin([keyed]));
		// The key that was used makes this claim end after the next one.
		for (const one of [messageOf(1, 'used'), keyed]) void sendingOf(register, one).ready?.();
		await simulation.run(simulation.now + 1);
		void sendingOf(register, messageOf(2, 'later')).ready?.();
		await simulation.finished(register.end());
		expect(await sentBy('second')).toBe(1);
	});

	it('A list goes on although its keys cannot be freed', async () => {
		await add('key used');
		row.helpers.removeProcessed = broken;
		const list = ['used', 'b', 'c', 'd'].map((key, item) => messageOf(item, key));
		const { sent } = await database.ran({ row, ...FIRST }, list);
		expect(sent).toBe(3);
	});

	it('A key that another process has undone is still taken for this process', async () => {
		const before = [...database.data];
		expect(await simulation.settled(sendAll(open(), [keyed]))).toBe(1);
		database.data = before;
		const { register } = database.open({ row, execution: 'second' });
		expect(await simulation.settled(sendAll(register, [keyed]))).toBe(0);
	});

	it('60 lookups of Validate Only at the same moment drop no key', async () => {
		await runOf('first');
		const questions = Array.from({ length: 60 }, (_, list) =>
			usedAmong(
				row,
				Array.from({ length: 100 }, (_unused, item) => `${list} ${item}`),
			),
		);
		await simulation.finished(Promise.all(questions));
		expect(database.data).toContain('key order 1');
	});

	it('A broken claim says what to do', async () => {
		const register = open();
		await simulation.finished(register.begin([keyed]));
		change(row, (write) => write().then(broken));
		const outcome = simulation.finished(Promise.resolve(sendingOf(register, keyed).ready?.()));
		expect(await outcome).toMatchObject({
			fate: 'notSent',
			advice: expect.stringContaining('use another key') as unknown,
		});
	});
});
