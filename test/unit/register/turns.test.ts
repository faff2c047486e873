import type { NodeRow } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import {
	usedAmong,
	type Message,
	type Register,
} from '../../../nodes/MessagingService/engine/register';
import { turnName } from '../../../nodes/MessagingService/engine/register/names';
import { Database, opened, Simulation, type Opening } from './simulation';

/** What goes wrong with a slow database, an old n8n or an agent's calls only. */

let simulation: Simulation;
let database: Database;

/** A database that drops its oldest entries beyond a limit, and processes in which other things happen by chance. */
function prepare({ limit = 10_000, seed = 1 } = {}) {
	simulation = new Simulation(seed);
	database = new Database(simulation, { limit, fails: 0, hangs: 0 });
}

beforeEach(() => {
	prepare();
});

const start = () => database.start().row;

interface Given extends Omit<Partial<Opening>, 'row'> {
	/** Unless it is given, the row as a new process sees it. */
	row?: NodeRow;
}

const open = ({ row = start(), ...given }: Given) =>
	opened({ simulation, row: row.for(undefined), ...given });

const message = (item: number): Message => ({ item, key: undefined, call: undefined });
const callOf = (request: string): Message => ({ ...message(0), call: `login.${request}` });

const SENT = { ok: true as const, output: [{ ref_no: 'r' }] };

/** Sends what may leave; tells how many these were. */
async function sendAll(
	register: Register,
	messages: readonly Message[],
	stopAfter = Infinity,
	portionSize = 50,
) {
	const unknown = messages.filter((one) => register.known(one) === undefined);
	const { refused } =
		unknown.length === 0 ? { refused: new Map() } : await register.begin(unknown, portionSize);
	let sent = 0;
	for (const one of unknown) {
		if (refused.has(one.item) || sent === stopAfter) continue;
		const sending = register.sending(one, () => Promise.resolve(SENT));
		if (await sending.ready) continue;
		await sending.tryOnce();
		sending.settled(SENT);
		sent++;
	}
	await register.end();
	return sent;
}

const finished = async <T>(work: Promise<T>): Promise<T> => {
	await simulation.run(simulation.now + 300_000);
	return await work;
};

describe('Turns', () => {
	it('A turn stays taken after a crash if one call of an agent was late and another went on', async () => {
		const row = start();
		const { checkProcessedAndRecord } = row.helpers;
		let isFirst = true;
		row.helpers.checkProcessedAndRecord = async (...given) => {
			if (isFirst) {
				isFirst = false;
				await simulation.sleep(6_000);
			}
			return await checkProcessedAndRecord(...given);
		};
		const { register, note } = open({ row, execution: 'e1', isTool: true });
		const late = sendAll(register, [callOf('late')]);
		await simulation.run(simulation.now + 3_000);
		const second = open({ row, stored: note, execution: 'e1', isTool: true });
		const went = sendAll(second.register, [callOf('one')]);
		expect(await finished(late)).toBe(0);
		expect(await went).toBe(1);
		const retry = open({ execution: 'e2', isRetry: true, isTool: true });
		expect(await finished(sendAll(retry.register, [callOf('one')]))).toBe(0);
	});

	const calls = (row: NodeRow, requests: string[], given: Given, apartMs = 0) => {
		let { stored } = given;
		return Promise.all(
			requests.map(async (request, at) => {
				const { register, note } = open({ row, isTool: true, ...given, stored });
				stored = note;
				await simulation.sleep(at * apartMs);
				return await sendAll(register, [callOf(request)]);
			}),
		);
	};

	it.each([0, 5, 1500])(
		'A retry sends all calls of an agent that ask %i ms apart, if none had begun',
		async (apartMs) => {
			const given = { execution: 'e2', isRetry: true };
			const sent = calls(start(), ['one', 'two', 'three'], given, apartMs);
			expect(await finished(sent)).toEqual([1, 1, 1]);
		},
	);

	it.each([0, 5, 50, 1500])(
		'No call of an agent is sent that asks %i ms apart, if one had begun before a crash',
		async (apartMs) => {
			await finished(calls(start(), ['one'], { execution: 'e1' }));
			const given = { execution: 'e2', isRetry: true };
			const sent = calls(start(), ['another', 'one'], given, apartMs);
			expect(await finished(sent)).toEqual([0, 0]);
		},
	);

	it.each([
		['two were sent before', ['same', 'same'], [0, 0]],
		['one was sent before', ['same'], [0, 1]],
	])('A retry lets an agent say the same twice on purpose: %s', async (_, before, after) => {
		const row = start();
		const { note } = open({ row, execution: 'e1', isTool: true });
		const first = calls(row, before, { execution: 'e1', stored: note }, 100);
		expect(await finished(first)).toEqual(before.map(() => 1));
		const given = { execution: 'e2', isRetry: true, stored: structuredClone(note) };
		expect(await finished(calls(row, ['same', 'same'], given, 100))).toEqual(after);
	});

	it('A turn is not given again if n8n 1 runs a crashed execution a second time', async () => {
		const messages = [0, 1].map(message);
		const first = open({ execution: 'e1' });
		expect(await finished(sendAll(first.register, messages, 1))).toBe(1);
		const again = open({ execution: 'e1' });
		expect(await finished(sendAll(again.register, messages))).toBe(0);
	});

	/** One call of n8n's database fails, before or after it has written. */
	function failOnce(row: NodeRow, call: number, hasWritten: boolean): void {
		const { checkProcessedAndRecord } = row.helpers;
		let calls = 0;
		row.helpers.checkProcessedAndRecord = async (...given) => {
			const fails = ++calls === call;
			const result = fails && !hasWritten ? undefined : await checkProcessedAndRecord(...given);
			if (fails || !result) throw new Error('the database is away');
			return result;
		};
	}

	const SEEDS = [1, 2, 3, 4, 5];

	it.each([
		...SEEDS.map((seed) => [seed, 'nothing fails', 0, false, 0] as const),
		...SEEDS.map((seed) => [seed, 'a claim fails', 1, false, 100] as const),
		...SEEDS.map((seed) => [seed, 'the look after a claim fails', 2, true, 0] as const),
	])(
		'A turn is given to one of two retries of the same moment (seed %i), if %s',
		async (seed, _, failingCall, hasWritten, laterMs) => {
			prepare({ seed });
			const messages = [0, 1, 2].map(message);
			const first = open({ execution: 'e1' });
			expect(await finished(sendAll(first.register, messages, 0))).toBe(0);
			const rows = [start(), start()] as const;
			failOnce(rows[0], failingCall, hasWritten);
			const retries = rows.map(async (row, at) => {
				const stored = structuredClone(first.note);
				const { register } = open({ row, stored, isRetry: true, execution: `e${at + 2}` });
				await simulation.sleep(at * laterMs);
				return await sendAll(register, messages);
			});
			const [one = 0, other = 0] = await finished(Promise.all(retries));
			expect(one + other).toBeLessThanOrEqual(messages.length);
		},
	);

	it('A retry sends all if the look after its claim fails', async () => {
		const row = start();
		failOnce(row, 2, true);
		const { register } = open({ row, execution: 'e2', isRetry: true });
		expect(await finished(sendAll(register, [message(0)]))).toBe(1);
	});

	it('A retry proves no key any more once its first mark was dropped', async () => {
		prepare({ limit: 100 });
		const first = open({ execution: 'e1' });
		await finished(sendAll(first.register, [message(0)], 0));
		const others = Array.from({ length: 60 }, (_, at) => `other ${at}`);
		await finished(start().for(undefined).add(others));
		const stored = structuredClone(first.note);
		const retry = open({ stored, execution: 'e2', isRetry: true });
		const keyed = [0, 1].map((item) => ({ ...message(item), key: `order ${item}` }));
		const { refused } = await finished(retry.register.begin(keyed, 1));
		expect(refused.size).toBe(0);
		const [one, other] = keyed.map((each) =>
			retry.register.sending(each, () => Promise.resolve(SENT)),
		);
		expect(await finished(Promise.resolve(one?.ready))).toBeUndefined();
		database.data = database.data.filter((mark) => mark !== turnName('the same', 0));
		await one?.tryOnce();
		expect(await finished(Promise.resolve(other?.ready))).toMatchObject({ ok: false });
	});

	it('A retry proves all keys while the row grows beyond half', async () => {
		prepare({ limit: 100 });
		const first = open({ execution: 'e1' });
		await finished(sendAll(first.register, [message(0)], 0));
		const others = Array.from({ length: 35 }, (_, at) => `other ${at}`);
		await finished(start().for(undefined).add(others));
		const stored = structuredClone(first.note);
		const retry = open({ stored, execution: 'e2', isRetry: true });
		const keyed = Array.from({ length: 12 }, (_, at) => ({ ...message(at), key: `order ${at}` }));
		expect(await finished(sendAll(retry.register, keyed, Infinity, 4))).toBe(12);
	});

	it('A message is noted before it leaves', async () => {
		const { register, note } = open({ execution: 'e1' });
		await finished(register.begin([message(0)], 50));
		let noted: unknown;
		const sending = register.sending(message(0), () => {
			noted = structuredClone(note.items);
			return Promise.resolve(SENT);
		});
		await sending.tryOnce();
		expect(noted).toEqual({ 0: { state: 'uncertain' } });
	});

	it('A retry of a retry sends what that one had not begun in n8n 1', async () => {
		const row = start();
		const messages = [0, 1, 2, 3].map(message);
		const first = open({ row, execution: 'e2', isRetry: true, list: 'list' });
		expect(await finished(sendAll(first.register, messages, 2))).toBe(2);
		const stored = structuredClone(first.note);
		const second = open({ row, stored, execution: 'e3', isRetry: true, list: 'list' });
		expect(await finished(sendAll(second.register, messages))).toBe(2);
		const third = open({
			...{ row, execution: 'e4', isRetry: true, list: 'list' },
			stored: structuredClone(first.note),
		});
		expect(await finished(sendAll(third.register, messages))).toBe(0);
	});
});

describe('Send Once Keys', () => {
	const keyed: Message = { item: 0, key: 'order 1', call: undefined };

	let row: NodeRow;

	beforeEach(() => {
		row = start();
	});

	/** The first call does what it does, and something else happens then. */
	const atFirst = <Given extends unknown[], T>(
		call: (...given: Given) => Promise<T>,
		then: () => Promise<void>,
	) => {
		let isFirst = true;
		return async (...given: Given) => {
			const result = await call(...given);
			if (isFirst) {
				isFirst = false;
				await then();
			}
			return result;
		};
	};
	const claims = (then: () => Promise<void>) => {
		row.helpers.checkProcessedAndRecord = atFirst(row.helpers.checkProcessedAndRecord, then);
	};
	const sentWith = (execution: string) => sendAll(open({ row, execution }).register, [keyed]);
	const sentBy = (execution: string) => finished(sentWith(execution));

	it.each([6_000, 33_000])('A key is free again after a claim that took %i ms', async (ms) => {
		claims(() => simulation.sleep(ms));
		expect(await sentBy('first')).toBe(0);
		expect(await sentBy('second')).toBe(1);
	});

	it('A key is free again if the database broke off once as it was freed', async () => {
		row.helpers.removeProcessed = atFirst(row.helpers.removeProcessed, () =>
			Promise.reject(new Error('the connection broke')),
		);
		const { register } = open({ row, execution: 'first' });
		await finished(register.begin([keyed], 50));
		await finished(register.end());
		expect(await sentBy('second')).toBe(1);
	});

	it('A key is free again if its node run ended while it was claimed', async () => {
		await finished(row.for(undefined).add(['key used']));
		const { register } = open({ row, execution: 'retry', isRetry: true });
		const used = { ...keyed, item: 1, key: 'used' };
		const ended = register.begin([used, keyed], 1).then(() => register.end());
		await finished(ended);
		expect(await sentBy('second')).toBe(1);
	});

	it('A slow claim at the end of a node run claims no further keys', async () => {
		const claimed: string[] = [];
		const record = row.helpers.checkProcessedAndRecord;
		row.helpers.checkProcessedAndRecord = async (marks, ...rest) => {
			claimed.push(...marks.map(String));
			const result = await record(marks, ...rest);
			await simulation.sleep(6_000);
			return result;
		};
		const { register } = open({ row, execution: 'first' });
		const list = [0, 1, 2, 3].map((item) => ({ ...keyed, item, key: `order ${item}` }));
		const ended = register.begin(list, 1).then(() => register.end());
		await finished(ended);
		expect(claimed.filter((mark) => mark.startsWith('key '))).toEqual([
			'key order 0',
			'key order 1',
		]);
	});

	it('A list goes on although the keys of a portion cannot be freed', async () => {
		await finished(row.for(undefined).add(['key used']));
		row.helpers.removeProcessed = () => Promise.reject(new Error('the connection broke'));
		const list = ['used', 'b', 'c', 'd'].map((key, item) => ({ ...keyed, item, key }));
		const { register } = open({ row, execution: 'first' });
		expect(await finished(sendAll(register, list, Infinity, 2))).toBe(2);
	});

	it('A key that another process has undone is still taken for this process', async () => {
		const before = [...database.data];
		expect(await simulation.settled(sentWith('first'))).toBe(1);
		database.data = before;
		expect(await simulation.settled(sentWith('second'))).toBe(0);
	});

	it('A key of an uncertain message stays uncertain if the database breaks off once', async () => {
		await finished(row.for(undefined).add(['key order 1', 'key? order 1']));
		const record = row.helpers.checkProcessedAndRecord;
		row.helpers.checkProcessedAndRecord = (...given) => {
			row.helpers.checkProcessedAndRecord = record;
			return Promise.reject(new Error(`the connection broke before ${given[0].length} marks`));
		};
		const { register } = open({ row, execution: 'second' });
		await finished(register.begin([keyed], 1));
		expect(await register.sending(keyed, () => Promise.resolve(SENT)).ready).toMatchObject({
			ok: false,
			failure: { sent: 'unknown' },
		});
	});

	it('Many questions of Validate Only at the same moment drop no key', async () => {
		await finished(sentWith('first'));
		const questions = Array.from({ length: 60 }, (_, list) =>
			usedAmong(
				row.for(undefined),
				Array.from({ length: 100 }, (_unused, item) => `${list} ${item}`),
			),
		);
		await finished(Promise.all(questions));
		expect(database.data).toContain('key order 1');
	});

	it('A broken claim says what to do', async () => {
		claims(() => Promise.reject(new Error('the connection broke')));
		const { register } = open({ row, execution: 'first' });
		const { refused } = await finished(register.begin([keyed], 50));
		expect(refused.get(0)).toMatchObject({
			ok: false,
			failure: { sent: 'no', advice: expect.stringContaining('use another key') as unknown },
		});
	});
});
