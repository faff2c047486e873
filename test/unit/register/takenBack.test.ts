import type { NodeRow } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import type { Message, Register } from '../../../nodes/MessagingService/engine/register';
import { Database, opened, Simulation } from './simulation';

/** What two Retries that overlap, or that follow one another, must leave of each other's marks. */

let simulation: Simulation;
let database: Database;

const prepare = (seed: number) => {
	simulation = new Simulation(seed);
	database = new Database(simulation, { limit: 10_000, fails: 0, hangs: 0 });
};

const start = () => database.start().row;

const SENT = { ok: true as const, output: [{ ref_no: 'r' }] };

async function sendAll(register: Register, messages: readonly Message[]) {
	const unknown = messages.filter((one) => register.known(one) === undefined);
	if (unknown.length === 0) return 0;
	const { refused } = await register.begin(unknown, 50);
	let sent = 0;
	for (const one of unknown) {
		if (refused.has(one.item)) continue;
		const sending = register.sending(one, () => Promise.resolve(SENT));
		const not = await sending.ready;
		if (not) {
			sending.settled(not);
			continue;
		}
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

/** The row is written at once, and its first answer comes so late. */
const answersAfter = (row: NodeRow, ms: number) => {
	const { checkProcessedAndRecord } = row.helpers;
	let isFirst = true;
	row.helpers.checkProcessedAndRecord = async (...given) => {
		const result = await checkProcessedAndRecord(...given);
		if (isFirst) {
			isFirst = false;
			await simulation.sleep(ms);
		}
		return result;
	};
};

/** Two writes overlap as it takes in some of these. */
const SEEDS = [1, 2, 5, 7];
const messages = (key?: string): Message[] => [{ item: 0, key, call: undefined }];

const two = (slowMs: number, signal?: AbortSignal, key?: string) => {
	const rows = [start(), start()] as const;
	answersAfter(rows[0], slowMs);
	const slow = opened({
		...{ simulation, row: rows[0].for(signal, true), execution: 'e2', isRetry: true },
	});
	const other = opened({
		simulation,
		row: rows[1].for(undefined, true),
		execution: 'e3',
		isRetry: true,
	});
	const sent = Promise.all([
		sendAll(slow.register, messages(key)),
		sendAll(other.register, messages(key)),
	]);
	return { rows, slow, sent };
};

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

describe('Marks of another Retry', () => {
	it.each(
		SEEDS.flatMap(
			(seed) =>
				[
					[seed, 10_000],
					[seed, 33_000],
				] as const,
		),
	)(
		'A Retry of the Retry that was late sends nothing again (seed %i, answer after %i ms)',
		async (seed, slowMs) => {
			prepare(seed);
			const { slow, sent } = two(slowMs);
			const before = await finished(sent);
			const stored = structuredClone(slow.note);
			const retry = opened({
				...{
					simulation,
					row: start().for(undefined, true),
					stored,
					execution: 'e4',
					isRetry: true,
				},
			});
			const after = await finished(sendAll(retry.register, messages()));
			expect([...before, after].toString()).toMatch(/^(0,0,[01]|1,0,0|0,1,0)$/);
		},
	);

	it.each(SEEDS)(
		'A Retry of a Retry that was stopped sends nothing again (seed %i)',
		async (seed) => {
			prepare(seed);
			const stop = new AbortController();
			const { sent } = two(10_000, stop.signal);
			await simulation.run(simulation.now + 500);
			stop.abort();
			const before = await finished(sent);
			const retry = opened({
				...{ simulation, row: start().for(undefined, true), execution: 'e4', isRetry: true },
			});
			const after = await finished(sendAll(retry.register, messages()));
			expect([...before, after].toString()).toMatch(/^(0,0,[01]|1,0,0|0,1,0)$/);
		},
	);

	it.each(SEEDS)(
		'Retry On Fail of a Retry that was late sends nothing again (seed %i)',
		async (seed) => {
			prepare(seed);
			const { rows, slow, sent } = two(1_500);
			const state: { again?: Promise<number> } = {};
			const first = sent.then((counts) => counts);
			await simulation.run(simulation.now + 2_600);
			// e2 has failed with was_sent: no, and n8n runs the node again after a second.
			const again = opened({
				...{ simulation, row: rows[0].for(undefined, true), stored: slow.note },
				...{ execution: 'e2', isRetry: true },
			});
			state.again = sendAll(again.register, messages());
			const after = await finished(state.again);
			expect(sum([...(await first), after])).toBeLessThanOrEqual(1);
		},
	);

	it.each(SEEDS)(
		'A key that one Retry has used stays used if the other was late (seed %i)',
		async (seed) => {
			prepare(seed);
			// The first execution took its turn and crashed: both Retries go on by their keys.
			const first = opened({ simulation, row: start().for(undefined), execution: 'e1' });
			await finished(first.register.begin([{ item: 9, key: undefined, call: undefined }], 1));
			const rows = [start(), start()] as const;
			const { checkProcessedAndRecord } = rows[0].helpers;
			rows[0].helpers.checkProcessedAndRecord = async (marks, ...rest) => {
				const result = await checkProcessedAndRecord(marks, ...rest);
				if (marks.includes('key order 1') && result.new.includes('key order 1'))
					await simulation.sleep(10_000);
				return result;
			};
			const sent = await finished(
				Promise.all(
					rows.map((row, at) => {
						const { register } = opened({
							...{
								simulation,
								row: row.for(undefined, true),
								execution: `e${at + 2}`,
								isRetry: true,
							},
						});
						return sendAll(register, messages('order 1'));
					}),
				),
			);
			const later = opened({
				...{ simulation, row: start().for(undefined), execution: 'e9', lineage: 'another' },
			});
			const after = await finished(sendAll(later.register, messages('order 1')));
			expect(sum([...sent, after])).toBeLessThanOrEqual(1);
		},
	);
});

describe('A turn of a Retry that another run of the same note has taken', () => {
	const callOf = (request: string): Message => ({
		...{ item: 0, key: undefined, call: `login.${request}` },
	});

	/** Calls of an agent, one after the other, in one execution that begins with this note. */
	const agent = async (
		execution: string,
		isRetry: boolean,
		requests: string[],
		stored?: unknown,
	) => {
		const row = start().for(undefined);
		let note = stored;
		const sent: number[] = [];
		for (const request of requests) {
			const each = opened({
				simulation,
				row,
				execution,
				isRetry,
				isTool: true,
				run: -1,
				stored: note,
			});
			note = each.note;
			sent.push(await finished(sendAll(each.register, [callOf(request)])));
		}
		return { sent, note: structuredClone(note) };
	};

	it('An agent’s call that a crashed Retry sent is not sent by the next, which calls in another order', async () => {
		prepare(1);
		const first = await agent('e1', false, ['zero']);
		// The agent's node fails, so n8n saves the note. Its Retry sends one call, and crashes: its note is lost.
		const crashed = await agent('e2', true, ['zero', 'two'], structuredClone(first.note));
		expect(crashed.sent).toEqual([0, 1]);
		const next = await agent('e3', true, ['zero', 'one', 'two'], structuredClone(first.note));
		expect(next.sent).toEqual([0, 0, 0]);
	});

	it('A call that a crashed execution with Save Execution Progress sent is not sent by its Retry', async () => {
		prepare(1);
		const saved = await agent('e1', false, ['zero']);
		// The same execution goes on after n8n saved it, sends one call, and crashes.
		const crashed = await agent('e1', false, ['two'], structuredClone(saved.note));
		expect(crashed.sent).toEqual([1]);
		const retry = await agent('e2', true, ['zero', 'one', 'two'], structuredClone(saved.note));
		expect(retry.sent).toEqual([0, 0, 0]);
	});

	it('A message that a crashed Retry sent in a large batch is not sent by the next in a small one', async () => {
		prepare(1);
		const list = (count: number): Message[] =>
			Array.from({ length: count }, (_, item) => ({ item, key: undefined, call: undefined }));
		const row = start().for(undefined);
		const first = opened({ simulation, row, execution: 'e1', run: 0 });
		await finished(sendAll(first.register, list(10)));
		const saved = structuredClone(first.note);
		/** Node runs of a loop after round 0, with so many items each. */
		const rounds = async (execution: string, sizes: number[]) => {
			let note: unknown = structuredClone(saved);
			const sent: number[] = [];
			for (const [at, size] of sizes.entries()) {
				const each = opened({
					simulation,
					row,
					execution,
					isRetry: true,
					run: at + 1,
					stored: note,
				});
				note = each.note;
				sent.push(await finished(sendAll(each.register, list(size))));
			}
			return sent;
		};
		// Round 1 failed in e1 before its turn. Its Retry sends rounds 1 and 2 (messages 10 to 29), and crashes.
		expect(await rounds('e2', [10, 10])).toEqual([10, 10]);
		// The loop was edited to 5 at a time: messages 10 to 19 are in n8n's stack, then 20 to 24, then 25 to 29.
		expect(await rounds('e3', [10, 5, 5])).toEqual([0, 0, 0]);
	});
});

describe('A turn that was not given, and goes to the next node run', () => {
	const list = Array.from({ length: 3 }, (_, item) => ({ item, key: undefined, call: undefined }));

	it.each([
		['is away', 'a Retry', true],
		['is away', 'the execution itself, after n8n saved its progress', false],
		['is slow', 'a Retry', true],
	])(
		'A round of a loop is not sent again if the database %s in the round before, in %s, which crashes then',
		async (what, _, isRetry) => {
			prepare(1);
			const row = start();
			const first = opened({ simulation, row: row.for(undefined), execution: 'e1', run: 0 });
			expect(await finished(sendAll(first.register, list))).toBe(3);
			const saved = structuredClone(first.note);
			const round = async (execution: string, retries: boolean, run: number, stored: unknown) => {
				const each = opened({
					...{ simulation, row: row.for(undefined), execution, isRetry: retries, run, stored },
				});
				return { sent: await finished(sendAll(each.register, list)), note: each.note };
			};
			// Round 1: nothing is written, or it is taken back. On Error: Continue.
			const { checkProcessedAndRecord } = row.helpers;
			row.helpers.checkProcessedAndRecord = async (...given) => {
				if (what === 'is away') throw new Error('the database is away');
				const result = await checkProcessedAndRecord(...given);
				await simulation.sleep(6_000);
				return result;
			};
			const crashing = isRetry ? 'e2' : 'e1';
			const one = await round(crashing, isRetry, 1, structuredClone(saved));
			row.helpers.checkProcessedAndRecord = checkProcessedAndRecord;
			const two = await round(crashing, isRetry, 2, one.note);
			expect([one.sent, two.sent]).toEqual([0, 3]);
			// It crashes here. Its Retry begins from what n8n had saved before, and comes to the same two rounds.
			const again = await round('e3', true, 1, structuredClone(saved));
			const next = await round('e3', true, 2, again.note);
			expect(next.sent).toBe(0);
		},
	);
});
