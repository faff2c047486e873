import { callOf, failedAs, livesOf, messageOf, sendAll, type Opening } from './simulation';
import { database, prepare, simulation } from './world';

/** Histories of an execution and its Retries. Each process has crashed or ended before the next one begins. */

const LIST = [0, 1, 2].map((item) => messageOf(item));
const KEYED = [0, 1, 2].map((item) => messageOf(item, `order ${item}`));
const KEY = 'the expression of the key';

const STORED = () => true;
const LOST = () => false;

const retry = (execution: string, retryOf: string, wasStored = STORED): Opening => ({
	execution,
	retryOf,
	wasStored,
	isRetry: true,
});

/** The execution crashes when it has sent so many. What the note says then may be lost with it. */
const crashed = async (given: Opening, messages = LIST, stopAfter = 1) =>
	await database.ran(given, messages, { stopAfter });

const copyOf = (note: unknown): unknown => structuredClone(note);

/** Later executions of the node fill its row, so that n8n drops marks. */
async function fill(count: number) {
	const marks = Array.from({ length: count }, (_, at) => `other ${at}`);
	await simulation.finished(database.start().row.add(marks));
}

describe('Retry without keys', () => {
	it('A Retry without keys sends nothing after a crash of which n8n kept no note', async () => {
		await crashed({ execution: 'e1' });
		expect((await database.ran(retry('e2', 'e1', LOST), LIST)).sent).toBe(0);
	});

	it('A Retry without keys sends the list if the node had never begun, and so does its own Retry', async () => {
		// The earlier node failed in e1 and in e2.
		expect((await database.ran(retry('e3', 'e2'), LIST)).sent).toBe(3);
	});

	it.each([
		['stored the execution', STORED, 3],
		['did not store it', LOST, 0],
	])(
		'A Retry without keys in a row that may have dropped marks sends the list only if n8n %s',
		async (_, stored, sent) => {
			prepare({ limit: 100 });
			await fill(60);
			expect((await database.ran(retry('e2', 'e1', stored), LIST)).sent).toBe(sent);
		},
	);

	it('A Retry without keys sends nothing if n8n does not say which execution it retries, and marks may have been dropped', async () => {
		prepare({ limit: 100 });
		await fill(60);
		const given = { ...retry('e2', 'e1'), retryOf: undefined };
		expect((await database.ran(given, LIST)).sent).toBe(0);
	});

	it('A Retry without keys sends nothing if n8n gives its executions nothing in common', async () => {
		const given = { ...retry('e2', 'e1'), isOriginKnown: false };
		expect((await database.ran(given, LIST)).sent).toBe(0);
	});

	it('A Retry without keys sends nothing after a crash and a Retry that failed before the node', async () => {
		await crashed({ execution: 'e1' });
		// e2 failed upstream, so n8n stored it, and it has no note.
		expect((await database.ran(retry('e3', 'e2'), LIST)).sent).toBe(0);
	});

	it.each([
		['a failed node', STORED, 2],
		['a crash with Save Execution Progress, or behind a Wait', LOST, 0],
	])(
		'A Retry without keys that has a note goes on from it only after %s',
		async (_, stored, sent) => {
			const { note } = await crashed({ execution: 'e1' });
			const given = { ...retry('e2', 'e1', stored), saved: copyOf(note) };
			expect((await database.ran(given, LIST)).sent).toBe(sent);
		},
	);

	it('A Retry without keys sends nothing if the same execution was retried before', async () => {
		const { note } = await crashed({ execution: 'e1' });
		await crashed({ ...retry('e2', 'e1'), saved: copyOf(note) });
		const again = { ...retry('e3', 'e1'), saved: copyOf(note) };
		expect((await database.ran(again, LIST)).sent).toBe(0);
	});

	it('A Retry without keys sends nothing after a Retry that crashed, and neither does the Retry after that', async () => {
		const { note: first } = await crashed({ execution: 'e1' });
		const { note } = await crashed({ ...retry('e2', 'e1'), saved: copyOf(first) });
		const third = await database.ran({ ...retry('e3', 'e2', LOST), saved: copyOf(note) }, LIST);
		const fourth = await database.ran({ ...retry('e4', 'e3'), saved: copyOf(third.note) }, LIST);
		expect([third.sent, fourth.sent]).toEqual([0, 0]);
	});

	it.each([1, 2, 3, 4, 5])(
		'A Retry without keys sends the rest once if two begin at the same moment (seed %i)',
		async (seed) => {
			prepare({ seed });
			const { note } = await crashed({ execution: 'e1' });
			const both = ['e2', 'e3'].map((execution) => {
				const { register } = database.open({ ...retry(execution, 'e1'), saved: copyOf(note) });
				return sendAll(register, LIST);
			});
			const [one = 0, other = 0] = await simulation.finished(Promise.all(both));
			expect(one + other).toBe(2);
		},
	);

	it('A Retry without keys sends nothing for rounds of a loop that a crashed execution may have sent', async () => {
		const { note } = await crashed({ execution: 'e1' }, LIST, 3);
		const saved = copyOf(note);
		await database.ran({ execution: 'e1', saved, run: 1 }, LIST);
		expect((await database.ran({ ...retry('e2', 'e1', LOST), saved, run: 1 }, LIST)).sent).toBe(0);
	});
});

describe('First execution', () => {
	it('An execution that is no Retry sends nothing if n8n runs it once more after a crash', async () => {
		await crashed({ execution: 'e1' });
		expect((await database.ran({ execution: 'e1' }, LIST)).sent).toBe(0);
	});

	it('An execution that is no Retry sends what was certainly not sent if n8n tries the node again', async () => {
		const row = database.start().row;
		const { note } = await crashed({ execution: 'e1', row });
		expect((await database.ran({ execution: 'e1', row, stored: note }, LIST)).sent).toBe(2);
	});

	it('An execution that is no Retry that n8n’s database does not note sends nothing, and may be tried again', async () => {
		const { row } = database.start();
		const { helpers } = row;
		row.helpers = { ...helpers, checkProcessedAndRecord: () => Promise.reject(new Error('away')) };
		const { note, sent } = await database.ran({ execution: 'e1', row }, LIST);
		row.helpers = helpers;
		expect(sent).toBe(0);
		expect((await database.ran({ execution: 'e1', row, stored: note }, LIST)).sent).toBe(3);
	});
});

describe('Retry with Send Once Keys', () => {
	const first: Opening = { execution: 'e1', keying: KEY };
	const second: Opening = { ...retry('e2', 'e1', LOST), keying: KEY };

	it('A Retry with keys sends the rest after a crash', async () => {
		await crashed(first, KEYED);
		expect((await database.ran(second, KEYED)).sent).toBe(2);
	});

	it('A Retry with keys sends the rest of another order, and the rest of a Retry that crashed too', async () => {
		await crashed(first, KEYED);
		await crashed(second, [...KEYED].reverse());
		const third = { ...retry('e3', 'e2', LOST), keying: KEY };
		expect((await database.ran(third, KEYED)).sent).toBe(1);
	});

	it('A Retry with keys sends the rest after a Retry that failed before the node', async () => {
		await crashed(first, KEYED);
		expect((await database.ran({ ...retry('e3', 'e2'), keying: KEY }, KEYED)).sent).toBe(2);
	});

	it.each([
		['added', undefined],
		['changed', 'another expression'],
	])('A Retry with keys that were %s after the crash sends nothing', async (_, keying) => {
		await crashed({ execution: 'e1', keying }, keying === undefined ? LIST : KEYED);
		const other = [0, 1, 2].map((item) => messageOf(item, `another ${item}`));
		expect((await database.ran(second, other)).sent).toBe(0);
	});

	it('A Retry with keys that were added for the second Retry sends nothing, though n8n stored the first one', async () => {
		for (const run of [0, 1, 2]) await database.ran({ execution: 'e1', run }, [messageOf(0)]);
		const { note } = await database.ran(retry('e2', 'e1', LOST), [messageOf(0)]);
		const third = { ...retry('e3', 'e2'), saved: copyOf(note), run: 2, keying: KEY };
		expect((await database.ran(third, [messageOf(0, 'order 2')])).sent).toBe(0);
	});

	it('A Retry with keys that were removed after the crash sends nothing', async () => {
		await crashed(first, KEYED);
		expect((await database.ran(retry('e2', 'e1', LOST), LIST)).sent).toBe(0);
	});

	it('A Retry with keys sends nothing once n8n may have dropped a key', async () => {
		prepare({ limit: 40 });
		await crashed(first, KEYED);
		await fill(39);
		expect((await database.ran(second, KEYED)).sent).toBe(0);
	});

	it.each([
		['that n8n stored', STORED],
		['that crashed', LOST],
	])('A second Retry with keys of an execution %s sends nothing', async (_, stored) => {
		const { note } = await crashed(first, KEYED);
		const saved = stored() ? copyOf(note) : undefined;
		await crashed({ ...retry('e2', 'e1', stored), saved, keying: KEY }, KEYED);
		const again = { ...retry('e3', 'e1', stored), saved, keying: KEY };
		const { note: left, sent } = await database.ran(again, KEYED);
		expect(sent).toBe(0);
		// Nor does its own Retry.
		const later = { ...retry('e4', 'e3'), saved: copyOf(left), keying: KEY };
		expect((await database.ran(later, KEYED)).sent).toBe(0);
	});

	it('A second Retry with keys of an execution that was itself a Retry in doubt sends nothing', async () => {
		await crashed(first, KEYED);
		const { note } = await crashed(second, KEYED);
		const saved = copyOf(note);
		expect((await crashed({ ...retry('e3', 'e2'), saved, keying: KEY }, KEYED)).sent).toBe(1);
		expect((await database.ran({ ...retry('e4', 'e2'), saved, keying: KEY }, KEYED)).sent).toBe(0);
	});

	it('A Retry with keys keeps its keys to itself if a question for them was broken off', async () => {
		await crashed({ execution: 'e1' }, LIST);
		const asking = database.start();
		const { removeProcessed: remove } = asking.row.helpers;
		// The claim before the question removes its own mark.
		asking.row.helpers.removeProcessed = (marks, ...scope) =>
			marks.some((mark) => String(mark).startsWith('keys '))
				? new Promise(() => undefined)
				: remove(marks, ...scope);
		const { register } = database.open({ ...second, row: asking.row });
		void livesOf(register, KEYED);
		await simulation.run(simulation.now + 60_000);
		expect((await database.ran({ ...retry('e3', 'e2', LOST), keying: KEY }, KEYED)).sent).toBe(0);
	});
});

describe('Tool of an agent', () => {
	const tool = (given: Opening): Opening => ({ ...given, isTool: true, run: -1 });

	it('An agent’s tool may send equal calls on purpose, and calls at the same moment', async () => {
		const { row } = database.start();
		const { note: stored } = database.open(tool({ execution: 'e1', row }));
		const calls = ['same', 'same', 'other'].map((request) => {
			const { register } = database.open(tool({ execution: 'e1', row, stored }));
			return sendAll(register, [callOf(request)]);
		});
		expect(await simulation.finished(Promise.all(calls))).toEqual([1, 1, 1]);
	});

	it('An agent’s tool does not repeat a call that may have been sent if n8n tries it again', async () => {
		const given = tool({ execution: 'e1', row: database.start().row });
		const send = () => Promise.resolve(failedAs('uncertain'));
		const { note: stored } = await database.ran(given, [callOf('one')], { send });
		expect((await database.ran({ ...given, stored }, [callOf('one')])).sent).toBe(0);
		expect((await database.ran({ ...given, stored }, [callOf('two')])).sent).toBe(1);
	});

	it.each([
		['that n8n stored', STORED],
		['that crashed', LOST],
	])(
		'An agent’s tool sends nothing without keys in a Retry of an execution %s',
		async (_, stored) => {
			const { note } = await database.ran(tool({ execution: 'e1' }), [callOf('one')]);
			const given = tool({ ...retry('e2', 'e1', stored), saved: copyOf(note) });
			expect((await database.ran(given, [callOf('another')])).sent).toBe(0);
		},
	);

	it('An agent’s tool sends in a Retry by its keys', async () => {
		const keyed = (key: string) => ({ ...callOf('one'), key });
		const { note } = await database.ran(tool({ execution: 'e1', keying: KEY }), [keyed('a')]);
		const given = tool({ ...retry('e2', 'e1'), saved: copyOf(note), keying: KEY });
		const first = await database.ran(given, [keyed('a')]);
		expect(first.sent).toBe(0);
		const next = { ...given, saved: undefined, stored: first.note };
		expect((await database.ran(next, [keyed('b')])).sent).toBe(1);
	});
});

describe('Many at the same moment', () => {
	it('60 Retries of different executions at the same moment all send', async () => {
		const { row } = database.start();
		const all = Array.from({ length: 60 }, (_, at) => {
			const given = { ...retry(`r${at}`, `e${at}`), row, lineage: `lineage ${at}` };
			return sendAll(database.open(given).register, [messageOf(0)]);
		});
		const sent = await simulation.finished(Promise.all(all));
		expect(sent.filter((count) => count === 1)).toHaveLength(60);
	});

	it('A note that cannot be read still counts in the next try', async () => {
		const { row } = database.start();
		const given = { ...retry('e2', 'e1'), row };
		const first = await database.ran({ ...given, stored: { version: 2 } }, LIST);
		const again = await database.ran({ ...given, stored: first.note }, LIST);
		expect([first.sent, again.sent]).toEqual([0, 0]);
	});
});
