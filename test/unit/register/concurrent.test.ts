import { change, livesOf, messageOf, sendAll, SENT } from './simulation';
import { database, prepare, simulation } from './world';

/** What two Retries that overlap, or that follow one another, must leave of each other's marks. */

const start = () => database.start().row;

/** Two writes overlap as it takes in some of these. */
const SEEDS = [1, 2, 5, 7];
const ONE = [messageOf(0)];
const KEYED = [messageOf(0, 'order 1')];
const retryBy = (execution: string) => ({ execution, isRetry: true, retryOf: 'e1' });
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
		// The first execution had begun with keys and crashed: both Retries go on by their keys.
		const first = database.open({ execution: 'e1', keying: 'key' });
		await simulation.finished(livesOf(first.register, [messageOf(9, 'order 9')]));
		const rows = [start(), start()] as const;
		change(rows[0], async (write, _, marks) => {
			const result = await write();
			const isClaim = marks.includes('key order 1') && result.new.includes('key order 1');
			if (isClaim) await simulation.sleep(10_000);
			return result;
		});
		const retries = rows.map((row, at) =>
			database.open({ ...retryBy(`e${at + 2}`), row, keying: 'key' }),
		);
		const sent = Promise.all(retries.map(({ register }) => sendAll(register, KEYED)));
		const before = await simulation.finished(sent);
		const later = await database.ran({ execution: 'e9', lineage: 'another', keying: 'key' }, KEYED);
		expect(sum([...before, later.sent])).toBeLessThanOrEqual(1);
	});
});

describe('Executions of the same list in two processes', () => {
	const PORTION = 25;
	const KEYS = Array.from({ length: 400 }, (_, at) => messageOf(at, `order ${at}`));

	/** Sends a quarter of a second at a time, and claims the next keys meanwhile. */
	async function sendList(execution: string, sent: Map<string, number>) {
		const { register } = database.open({ execution, lineage: execution, keying: 'key' });
		const lives = await livesOf(register, KEYS);
		const portion = (at: number) => lives.all.slice(at, at + PORTION);
		let next = lives.claim(portion(0));
		for (let at = 0; at < KEYS.length; at += PORTION) {
			await next;
			next = lives.claim(portion(at + PORTION));
			for (const life of portion(at).filter(({ isUndecided }) => isUndecided)) {
				const { key = '' } = life.message;
				sent.set(key, (sent.get(key) ?? 0) + 1);
				await simulation.sleep(10);
				life.end(await life.leave(() => Promise.resolve(SENT)));
			}
		}
		await lives.end();
	}

	it.each([0, 20, 100, 1_000].flatMap((apartMs) => SEEDS.map((seed) => [apartMs, seed] as const)))(
		'Two lists with the same keys that begin %i ms apart send each message once (seed %i)',
		async (apartMs, seed) => {
			prepare({ seed });
			const sent = new Map<string, number>();
			const later = simulation.sleep(apartMs).then(() => sendList('e2', sent));
			await simulation.finished(Promise.all([sendList('e1', sent), later]));
			expect([...sent].filter(([, times]) => times > 1)).toEqual([]);
			expect(sent.size).toBe(KEYS.length);
		},
	);
});
