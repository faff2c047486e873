import type { Message } from '../../../nodes/MessagingService/engine/register';
import { callOf, change, messageOf, sendAll, type Opening } from './simulation';
import { database, prepare, simulation } from './world';

/** What two Retries that overlap, or that follow one another, must leave of each other's marks. */

const start = () => database.start().row;

/** Two writes overlap as it takes in some of these. */
const SEEDS = [1, 2, 5, 7];
const ONE = [messageOf(0)];
const KEYED = [messageOf(0, 'order 1')];
const retryBy = (execution: string) => ({ execution, isRetry: true });
const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

/** Two Retries at the same moment. The row of the first is written immediately, and its first response comes late. */
const two = (lateMs: number) => {
	const row = start();
	change(row, async (write, call) => {
		const result = await write();
		if (call === 1) await simulation.sleep(lateMs);
		return result;
	});
	const late = database.open({ ...retryBy('e2'), row });
	const other = database.open(retryBy('e3'));
	const sent = Promise.all([late, other].map(({ register }) => sendAll(register, ONE)));
	return { row, late, sent };
};

describe('Marks of another Retry', () => {
	it.each(SEEDS.flatMap((seed) => [10_000, 33_000].map((lateMs) => [seed, lateMs] as const)))(
		'A Retry of the Retry that was late sends nothing again (seed %i, response after %i ms)',
		async (seed, lateMs) => {
			prepare({ seed });
			const { late, sent } = two(lateMs);
			const before = await simulation.finished(sent);
			const after = await database.ran({ ...retryBy('e4'), saved: late.note }, ONE);
			expect(sum([...before, after.sent])).toBeLessThanOrEqual(1);
		},
	);

	it.each(SEEDS)('Retry On Fail of a late Retry sends nothing again (seed %i)', async (seed) => {
		prepare({ seed });
		const { row, late, sent } = two(1_500);
		await simulation.run(simulation.now + 2_600);
		// e2 has failed with was_sent: no, and n8n runs the node again after a second.
		const again = await database.ran({ ...retryBy('e2'), row, stored: late.note }, ONE);
		expect(sum([...(await sent), again.sent])).toBeLessThanOrEqual(1);
	});

	it.each(SEEDS)('A used key stays used if another Retry is late (seed %i)', async (seed) => {
		prepare({ seed });
		// The first execution took its turn and crashed: both Retries go on by their keys.
		const first = database.open({ execution: 'e1' });
		await simulation.finished(first.register.begin([messageOf(9)]));
		const rows = [start(), start()] as const;
		change(rows[0], async (write, _, marks) => {
			const result = await write();
			const isClaim = marks.includes('key order 1') && result.new.includes('key order 1');
			if (isClaim) await simulation.sleep(10_000);
			return result;
		});
		const retries = rows.map((row, at) => database.open({ ...retryBy(`e${at}`), row }));
		const sent = Promise.all(retries.map(({ register }) => sendAll(register, KEYED)));
		const before = await simulation.finished(sent);
		const later = await database.ran({ execution: 'e9', lineage: 'another' }, KEYED);
		expect(sum([...before, later.sent])).toBeLessThanOrEqual(1);
	});
});

interface Run extends Opening {
	messages: readonly Message[];
}

/** Node runs of one execution, one after the other, which begin with what n8n saved. */
async function runsOf(given: Opening, runs: readonly Run[]) {
	const row = start();
	let stored: unknown;
	const sent: number[] = [];
	for (const { messages, ...run } of runs) {
		const ran = await database.ran({ row, ...given, ...run, stored }, messages);
		stored = ran.note;
		sent.push(ran.sent);
	}
	return { sent, note: stored };
}

describe('A turn of a Retry that another run of the same note has taken', () => {
	/** An agent's calls, one after the other, in one execution. */
	const agent = (given: Opening, ...requests: string[]) =>
		runsOf(
			{ ...given, isTool: true, run: -1 },
			requests.map((request) => ({ messages: [callOf(request)] })),
		);

	it.each([
		// The agent's node failed, so n8n saved the note. Its Retry sends one call, and crashes: its note is lost.
		['a crashed Retry', retryBy('e2'), ['zero', 'two'], [0, 1]],
		// The same execution goes on after n8n saved it, sends one call, and crashes.
		['a crashed execution with Save Execution Progress', { execution: 'e1' }, ['two'], [1]],
	])('A call that %s sent is not sent again in another order', async (_, given, requests, sent) => {
		const { note: saved } = await agent({ execution: 'e1' }, 'zero');
		const crashed = await agent({ ...given, saved }, ...requests);
		expect(crashed.sent).toEqual(sent);
		const next = await agent({ ...retryBy('e3'), saved }, 'zero', 'one', 'two');
		expect(next.sent).toEqual([0, 0, 0]);
	});

	it.each([
		['a Retry', retryBy('e2')],
		['the execution itself, after n8n saved its progress', { execution: 'e1' }],
	])(
		'A round of a loop is not sent again if the database was away in the round before, in %s, which crashes then',
		async (_, given) => {
			const one = { run: 1, messages: ONE };
			const other = { ...one, run: 2 };
			const { note: saved } = await database.ran({ execution: 'e1' }, ONE);
			const row = start();
			change(row, () => Promise.reject(new Error('the database is away')));
			// On Error: Continue.
			const crashing = await runsOf({ ...given, saved }, [{ ...one, row }, other]);
			expect(crashing.sent).toEqual([0, 1]);
			// It crashes here. Its Retry begins from what n8n had saved before, and comes to the same two rounds.
			const again = await runsOf({ ...retryBy('e3'), saved }, [one, other]);
			expect(again.sent[1]).toBe(0);
		},
	);
});
