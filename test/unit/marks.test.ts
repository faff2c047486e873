import fc from 'fast-check';

import type { Descent } from '../../nodes/MessagingService/engine/ledger';
import {
	namesOfKey,
	openMarks,
	statesOfKeys,
	type KeyNames,
	type MarkStore,
	type Verdict,
} from '../../nodes/MessagingService/engine/ledger/marks';

/** n8n's database: it survives every death of n8n. */
class Database {
	readonly marks = new Set<string>();
}

/** One life of n8n: after so many steps it dies, and nothing that it has begun goes on. */
class Life {
	constructor(private stepsLeft = Number.POSITIVE_INFINITY) {}

	/** Resolves in time, or never: n8n is dead. */
	async step(): Promise<void> {
		await Promise.resolve();
		this.stepsLeft--;
		if (this.stepsLeft < 0) await new Promise<never>(() => undefined);
	}

	get isOver(): boolean {
		return this.stepsLeft < 0;
	}
}

function storeIn(database: Database, life: Life): MarkStore {
	const record: MarkStore['record'] = async (marks) => {
		await life.step();
		const before = new Set(marks.filter((mark) => database.marks.has(mark)));
		for (const mark of marks) database.marks.add(mark);
		await life.step();
		return before;
	};
	return {
		record,
		ask: record,
		remove: async (marks) => {
			await life.step();
			for (const mark of marks) database.marks.delete(mark);
		},
	};
}

interface Run {
	items: number;
	chunkSize: number;
	isRetry: boolean;
	startedOver?: boolean;
	list?: string;
	/** Undefined if n8n has forgotten it. */
	lineage?: number | undefined;
	/** An n8n that forgets the lineage of what was killed. */
	isForgetful?: boolean;
	parent?: Descent['parent'];
	execution?: string;
	keys?: readonly (string | undefined)[];
	/** What becomes of a request; accepted unless it says otherwise. */
	answer?: (item: number) => Verdict;
	/** Another run of the same process shares the items. */
	hasOthers?: boolean;
	/** On Error: Stop. */
	stopsAt?: number;
	/** How long each call of the database takes. */
	callsTakeMs?: number;
	/** What happens while a retry waits for other processes to write. */
	meanwhile?: () => Promise<void>;
}

let executions = 0;

/** Runs the list as the node does: five requests under way at most. Returns what it says of each item. */
async function run(database: Database, life: Life, wire: number[], given: Run) {
	const { items, chunkSize, isRetry, startedOver = true, list = 'the list' } = given;
	const lineage = 'lineage' in given ? given.lineage : 1;
	const store = storeIn(database, life);
	const execution = given.execution ?? String(++executions);
	const { isForgetful = false, parent } = given;
	const place = { workflow: 'w', node: 'n', execution, run: 0 };
	const identity = {
		nodeName: 'Messages',
		carried: '',
		parameters: '',
		isTool: false,
		lineage: undefined,
		firstItem: undefined,
	};
	const said: (Verdict | 'skipped')[] = [];
	const toSend = new Map<number, KeyNames | undefined>();
	for (let item = 0; item < items; item++) {
		const key = given.keys?.[item];
		toSend.set(item, key === undefined ? undefined : namesOfKey('n', key));
	}
	let now = 0;
	const { marks, verdicts } = await openMarks({
		...{ store, place, identity, isRetry, startedOver, items, list, toSend },
		descent: { lineage, own: lineage ?? ++executions + 1_000_000, isForgetful, parent },
		requestsPerSecond: chunkSize * 2,
		known: toSend.size === 0 ? [] : Array.from({ length: items }, () => undefined),
		isKnown: false,
		clock: {
			epoch: 0,
			now: () => (now += given.callsTakeMs ?? 0),
			sleep: async () => {
				await given.meanwhile?.();
				await life.step();
			},
		},
	});
	for (const [item, verdict] of verdicts.entries()) {
		if (verdict === 'unsent') continue;
		said[item] = verdict;
		toSend.delete(item);
	}
	const queue = [...toSend.keys()];
	let hasStopped = false;
	const worker = async () => {
		for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
			if (hasStopped) return;
			const state = await marks.begin(item);
			if (state !== 'free') {
				said[item] = state === 'accepted' ? 'skipped' : 'unknown';
				marks.settle(item, state === 'accepted' ? 'accepted' : 'unknown');
				continue;
			}
			await life.step();
			const verdict = given.answer?.(item) ?? 'accepted';
			if (verdict !== 'unsent') wire[item] = (wire[item] ?? 0) + 1;
			await life.step();
			said[item] = verdict;
			marks.settle(item, verdict);
			if (item === given.stopsAt) hasStopped = true;
		}
	};
	await Promise.all(Array.from({ length: 5 }, worker));
	const leftovers = await marks.end(given.hasOthers ?? false);
	return { said, leftovers };
}

/** Runs until n8n dies or the run has ended. */
async function until(database: Database, steps: number, wire: number[], given: Run) {
	const life = new Life(steps);
	let ended: Awaited<ReturnType<typeof run>> | undefined;
	const running = run(database, life, wire, given).then((result) => (ended = result));
	while (!life.isOver && ended === undefined) {
		await Promise.race([running, new Promise((resolve) => setImmediate(resolve))]);
	}
	return ended;
}

/** Items that were sent twice, or never sent and not named. */
const broken = (wire: readonly number[], said: readonly string[] | undefined, items: number) =>
	Array.from({ length: items }, (_, item) => item).filter((item) => {
		const times = wire[item] ?? 0;
		return times > 1 || (times === 0 && said?.[item] !== 'unknown');
	});

const forever = Number.POSITIVE_INFINITY;

describe('Marks in n8n’s database', () => {
	it('let Retry send what was never sent, whenever n8n dies, and name what may have been', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 40 }),
				fc.integer({ min: 1, max: 7 }),
				fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 4 }),
				async (items, chunkSize, deaths) => {
					const database = new Database();
					const wire: number[] = [];
					for (const [life, steps] of deaths.entries()) {
						await until(database, steps, wire, { items, chunkSize, isRetry: life > 0 });
					}
					const last = await until(database, forever, wire, { items, chunkSize, isRetry: true });
					expect(broken(wire, last?.said, items)).toEqual([]);
				},
			),
			{ numRuns: 300 },
		);
	});

	it('leave at most two chunks and what was in flight in doubt after one death', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: 300 }), async (steps) => {
				const database = new Database();
				const wire: number[] = [];
				const list = { items: 60, chunkSize: 5 };
				await until(database, steps, wire, { ...list, isRetry: false });
				const last = await until(database, forever, wire, { ...list, isRetry: true });
				const named = last?.said.filter((verdict) => verdict === 'unknown') ?? [];
				expect(named.length).toBeLessThanOrEqual(2 * 5 + 5);
			}),
			{ numRuns: 100 },
		);
	});

	it('send what was refused again, and only that', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 12, chunkSize: 5 };
		const refuses = { answer: (item: number): Verdict => (item === 7 ? 'unsent' : 'accepted') };
		await until(database, forever, wire, { ...list, ...refuses, isRetry: false });

		const retried = await until(database, forever, wire, { ...list, isRetry: true });

		expect(wire).toEqual(Array.from({ length: 12 }, () => 1));
		expect(retried?.said.filter((verdict) => verdict === 'accepted')).toHaveLength(12);
	});

	it('never send what may have been sent', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 12, chunkSize: 5 };
		const breaks = { answer: (item: number): Verdict => (item === 7 ? 'unknown' : 'accepted') };
		await until(database, forever, wire, { ...list, ...breaks, isRetry: false });

		for (let retry = 0; retry < 3; retry++) {
			const { said } = (await until(database, forever, wire, { ...list, isRetry: true })) ?? {};
			expect(said?.[7]).toBe('unknown');
		}
		expect(wire[7]).toBe(1);
	});

	it('send what was not tried because the run stopped', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 40, chunkSize: 5 };
		await until(database, forever, wire, { ...list, isRetry: false, stopsAt: 8 });
		expect(wire.length).toBeLessThan(20);

		await until(database, forever, wire, { ...list, isRetry: true });

		expect(wire).toEqual(Array.from({ length: 40 }, () => 1));
	});

	it('send nothing and name all if the list has changed since n8n died', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 10, chunkSize: 5 };
		await until(database, 12, wire, { ...list, isRetry: false });
		const before = [...wire];

		for (let retry = 0; retry < 2; retry++) {
			const changed = { ...list, isRetry: true, list: 'another list' };
			const retried = await until(database, forever, wire, changed);
			expect(retried?.said.every((verdict) => verdict === 'unknown')).toBe(true);
		}
		expect(wire).toEqual(before);
	});

	it('send everything if the node had not begun when the execution ended', async () => {
		const wire: number[] = [];

		await until(new Database(), forever, wire, { items: 10, chunkSize: 5, isRetry: true });

		expect(wire).toEqual(Array.from({ length: 10 }, () => 1));
	});

	it('catch an execution that n8n runs a second time by itself', async () => {
		const database = new Database();
		const wire: number[] = [];
		const same = { items: 30, chunkSize: 5, isRetry: false, execution: '7', isForgetful: true };
		await until(database, 40, wire, { ...same, lineage: 5 });
		expect(wire.length).toBeGreaterThan(3);

		await until(database, forever, wire, { ...same, lineage: 6 });

		expect(wire.every((times) => times === 1)).toBe(true);
		expect(Object.keys(wire).length).toBeGreaterThan(15);
	});

	it('name everything if n8n runs an execution a second time and does not say what it had begun', async () => {
		const database = new Database();
		const wire: number[] = [];
		const same = { items: 30, chunkSize: 5, isRetry: false, execution: '7' };
		await until(database, 40, wire, { ...same, lineage: 5 });
		const before = [...wire];

		const second = await until(database, forever, wire, { ...same, lineage: 6 });

		expect(wire).toEqual(before);
		expect(second?.said.every((verdict) => verdict === 'unknown')).toBe(true);
	});

	it('send nothing twice after a death that follows a good end', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 12, chunkSize: 5 };
		await until(database, forever, wire, { ...list, isRetry: false });

		const retried = await until(database, forever, wire, { ...list, isRetry: true });

		expect(wire).toEqual(Array.from({ length: 12 }, () => 1));
		expect(retried?.said.every((verdict) => verdict === 'accepted')).toBe(true);
	});

	it('let two executions with the same list send, also if n8n does not tell them apart', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 3, chunkSize: 5, isRetry: false, lineage: 7 };
		await until(database, 14, wire, list);

		await until(database, forever, wire, list);

		expect(wire.every((times) => times >= 1)).toBe(true);
	});

	it('leave a few marks of a run that ended well, whatever the length of its list', async () => {
		const database = new Database();
		const ended = await until(database, forever, [], { items: 500, chunkSize: 5, isRetry: false });
		const { useless = [], answers = [], begun = '' } = ended?.leftovers ?? {};

		const left = new Set(database.marks);
		for (const mark of useless) left.delete(mark);

		expect(left.size).toBeLessThanOrEqual(5);
		for (const mark of [...answers, begun]) left.delete(mark);
		expect([...left]).toEqual([]);
	});
});

describe('Marks, when two runs share a list', () => {
	it('are read by the size of the chunks that wrote them, if the pace has changed since', async () => {
		for (const [before, after] of [
			[10, 50],
			[50, 10],
		] as const) {
			const database = new Database();
			const wire: number[] = [];
			await until(database, 300, wire, { items: 200, chunkSize: before, isRetry: false });
			const last = await until(database, forever, wire, {
				items: 200,
				chunkSize: after,
				isRetry: true,
			});
			expect(broken(wire, last?.said, 200)).toEqual([]);
			expect(Object.keys(wire).length).toBeGreaterThan(100);
		}
	});

	it('let a retry stop where another one, on another worker, has gone on', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 500, chunkSize: 5 };
		await until(database, 20, wire, { ...list, isRetry: false });
		// The first retry is in the middle when the second one begins, and both live on.
		let second: Promise<unknown> | undefined;
		const answer = (item: number): Verdict => {
			if (item >= 20)
				second ??= until(database, forever, wire, { ...list, isRetry: true, execution: 'b' });
			return 'accepted';
		};
		await until(database, forever, wire, { ...list, isRetry: true, execution: 'a', answer });
		await second;

		expect(second).toBeDefined();
		expect(wire.filter((times) => times > 1)).toEqual([]);
		expect(Object.keys(wire).length).toBeGreaterThan(450);
	});

	it('tell a retry what another one has sent that began at the same moment on another worker', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 40, chunkSize: 5, isRetry: true };
		await until(database, 20, wire, { ...list, isRetry: false });
		const before = new Set(database.marks);
		let other: Awaited<ReturnType<typeof run>> | undefined;
		const meanwhile = async () => {
			if (other) return;
			// The other one had read the row before this one wrote: what this one wrote is gone.
			for (const mark of database.marks) if (!before.has(mark)) database.marks.delete(mark);
			other = await until(database, forever, wire, { ...list, execution: 'b' });
		};

		const one = await until(database, forever, wire, { ...list, execution: 'a', meanwhile });

		expect(wire.filter((times) => times > 1)).toEqual([]);
		expect(other?.said).toContain('accepted');
		expect(one?.said).toEqual(other?.said);
	});

	it('let a retry that has lost to another one look again whether it is alone with what it goes on from', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 40, chunkSize: 5, isRetry: true };
		await until(database, 20, wire, { ...list, isRetry: false });
		const others = ['b', 'c'];
		let kept = new Set(database.marks);
		const meanwhile = async () => {
			const execution = others.shift();
			if (execution === undefined) return;
			// It had read the row before this one wrote: what this one wrote is gone. The first is killed in the middle.
			for (const mark of database.marks) if (!kept.has(mark)) database.marks.delete(mark);
			const steps = execution === 'b' ? 5 : forever;
			await until(database, steps, wire, { ...list, execution });
			kept = new Set(database.marks);
		};

		await until(database, forever, wire, { ...list, execution: 'a', meanwhile });

		expect(others).toEqual([]);
		expect(wire.filter((times) => times > 1)).toEqual([]);
	});

	it('let a retry send nothing if writing that it begins took so long that another may have begun', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 40, chunkSize: 5, isRetry: true };
		await until(database, 20, wire, { ...list, isRetry: false });
		const before = new Set(database.marks);
		await until(database, forever, wire, { ...list, execution: 'a' });
		// The late one had read the row before all this, and writes it as it was.
		database.marks.clear();
		for (const mark of before) database.marks.add(mark);

		await until(database, forever, wire, { ...list, execution: 'b', callsTakeMs: 1_000 });

		expect(wire.filter((times) => times > 1)).toEqual([]);
	});

	it('let a retry send nothing if the run that it goes on from wrote at the same moment', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 40, chunkSize: 5, isRetry: true };
		await until(database, 20, wire, { ...list, isRetry: false });
		const sent = [...wire];
		const before = new Set(database.marks);
		let waits = 0;
		const meanwhile = () => {
			// It had read the row before the retry asked for its chunks: what asking has written is gone.
			const isAsked = ++waits === 2;
			for (const mark of database.marks) {
				if (isAsked && !before.has(mark)) database.marks.delete(mark);
			}
			return Promise.resolve();
		};

		await until(database, forever, wire, { ...list, meanwhile });

		expect(wire).toEqual(sent);
	});

	it('leave in doubt what another run of the same process may still send', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 40, chunkSize: 5 };
		const stopped = { ...list, isRetry: false, stopsAt: 8, hasOthers: true };
		await until(database, forever, wire, stopped);
		const before = [...wire];

		const last = await until(database, forever, wire, { ...list, isRetry: true });

		expect(wire).toEqual(before);
		expect(broken(wire, last?.said, 40)).toEqual([]);
	});
});

describe('Marks, if n8n forgets the lineage of what was killed', () => {
	const forgets = { isForgetful: true };
	const retry = { isRetry: true, lineage: undefined, ...forgets };

	it('let Retry finish the job, whenever n8n dies', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 40 }),
				fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 4 }),
				async (items, deaths) => {
					const database = new Database();
					const wire: number[] = [];
					const list = { items, chunkSize: 3 };
					const [first = 0, ...others] = deaths;
					await until(database, first, wire, { ...list, ...forgets, isRetry: false, lineage: 5 });
					for (const steps of others) await until(database, steps, wire, { ...list, ...retry });
					const last = await until(database, forever, wire, { ...list, ...retry });
					expect(broken(wire, last?.said, items)).toEqual([]);
				},
			),
			{ numRuns: 300 },
		);
	});

	it('leave few in doubt after one death', async () => {
		const database = new Database();
		const wire: number[] = [];
		const list = { items: 60, chunkSize: 5 };
		await until(database, 100, wire, { ...list, ...forgets, isRetry: false, lineage: 5 });
		const before = Object.keys(wire).length;

		const last = await until(database, forever, wire, { ...list, ...retry });

		const named = last?.said.filter((verdict) => verdict === 'unknown') ?? [];
		expect(before).toBeGreaterThan(5);
		expect(named.length).toBeLessThanOrEqual(2 * 5 + 5);
	});

	it('never guess which of several executions with the same list is retried', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 4 }),
				fc.boolean(),
				async (deaths, startedOver) => {
					const database = new Database();
					const list = { items: 12, chunkSize: 3, ...forgets };
					const wires = deaths.map((): number[] => []);
					const died: number[][] = [];
					const swept = async (steps: number, wire: number[], run: Run) => {
						const ended = await until(database, steps, wire, run);
						for (const mark of ended?.leftovers?.useless ?? []) database.marks.delete(mark);
						return ended;
					};
					for (const [at, steps] of deaths.entries()) {
						const wire = wires[at] ?? [];
						const one = { ...list, isRetry: false, lineage: 30 + at * 7 };
						if ((await swept(steps, wire, one)) === undefined) died.push(wire);
					}
					// Each that died is retried, and once more: n8n does not say which of them it is.
					for (const wire of died) {
						await swept(70, wire, { ...list, ...retry, startedOver });
						const last = await swept(forever, wire, { ...list, ...retry, startedOver });
						expect(broken(wire, last?.said, 12)).toEqual([]);
					}
				},
			),
			{ numRuns: 200 },
		);
	});

	it('still say that they are unclear if another run with the same list ended well meanwhile', async () => {
		const database = new Database();
		const list = { items: 30, chunkSize: 3, ...forgets, isRetry: false };
		const wire: number[] = [];
		let other: Promise<unknown> | undefined;
		const answer = (): Verdict => {
			other ??= until(database, 60, wire, { ...list, lineage: 6 });
			return 'accepted';
		};
		const ended = await until(database, forever, [], { ...list, lineage: 5, answer });
		await other;
		for (const mark of ended?.leftovers?.useless ?? []) database.marks.delete(mark);
		expect(Object.keys(wire).length).toBeGreaterThan(0);

		const last = await until(database, forever, wire, { ...list, ...retry, startedOver: false });

		expect(broken(wire, last?.said, 30)).toEqual([]);
	});

	it('lead nowhere any more once the run has ended well', async () => {
		const database = new Database();
		const list = { items: 60, chunkSize: 5, ...forgets, isRetry: false };
		for (const lineage of [5, 6, 7]) {
			const ended = await until(database, forever, [], { ...list, lineage });
			for (const mark of ended?.leftovers?.useless ?? []) database.marks.delete(mark);
		}
		const wire: number[] = [];
		await until(database, 150, wire, { ...list, lineage: 8 });

		const last = await until(database, forever, wire, { ...list, ...retry });

		expect(broken(wire, last?.said, 60)).toEqual([]);
		expect(last?.said.filter((verdict) => verdict === 'accepted').length).toBeGreaterThan(0);
	});
});

describe('Marks of a sub-workflow', () => {
	const list = { items: 12, chunkSize: 3, isRetry: false };
	const calledBy = (execution: string) => ({
		parent: { lineage: 100, execution },
		lineage: ++executions + 2_000_000,
	});

	it('are found again if the execution that calls it is retried', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 4 }),
				async (deaths) => {
					const database = new Database();
					const wire: number[] = [];
					const parents = `parent ${String(++executions)}`;
					for (const [life, steps] of deaths.entries()) {
						const called = calledBy(`${parents}, try ${String(life)}`);
						await until(database, steps, wire, { ...list, ...called });
					}
					const called = calledBy(`${parents}, last try`);
					const last = await until(database, forever, wire, { ...list, ...called });
					expect(broken(wire, last?.said, 12)).toEqual([]);
				},
			),
			{ numRuns: 200 },
		);
	});

	it('let each call of one execution send, also if all have the same list', async () => {
		const database = new Database();
		const wire: number[] = [];
		for (let call = 0; call < 3; call++) {
			await until(database, forever, wire, { ...list, ...calledBy('the first') });
		}
		expect(wire.every((times) => times === 3)).toBe(true);

		for (let call = 0; call < 3; call++) {
			await until(database, forever, wire, { ...list, ...calledBy('its retry') });
		}

		expect(wire.every((times) => times === 3)).toBe(true);
	});

	it('are found again if the called execution itself is retried', async () => {
		const database = new Database();
		const wire: number[] = [];
		const [first, second] = [calledBy('a'), calledBy('a')];
		await until(database, 60, wire, { ...list, ...first });
		const before = Object.keys(wire).length;
		const others: number[] = [];
		await until(database, forever, others, { ...list, ...second });

		const last = await until(database, forever, wire, { ...list, ...first, isRetry: true });

		expect(before).toBeGreaterThan(0);
		expect(broken(wire, last?.said, 12)).toEqual([]);
	});

	it('name everything if the retried execution calls it with another list', async () => {
		const database = new Database();
		const wire: number[] = [];
		await until(database, 60, wire, { ...list, ...calledBy('x') });
		const before = [...wire];

		const changed = { ...list, ...calledBy('y'), list: 'another list' };
		const last = await until(database, forever, wire, changed);

		expect(wire).toEqual(before);
		expect(last?.said.every((verdict) => verdict === 'unknown')).toBe(true);
	});
});

describe('A Send Once Key', () => {
	const two = { items: 2, chunkSize: 5, isRetry: false };
	const keys = ['order 1', 'order 2'];

	it('lets its message be sent once, in whatever execution', async () => {
		const database = new Database();
		const wire: number[] = [];
		await until(database, forever, wire, { ...two, keys, lineage: 1 });

		const second = await until(database, forever, wire, { ...two, keys, lineage: 2 });

		expect(wire).toEqual([1, 1]);
		expect(second?.said).toEqual(['skipped', 'skipped']);
	});

	it('is free again if its message certainly was not sent', async () => {
		const database = new Database();
		const wire: number[] = [];
		const refuses = { answer: (): Verdict => 'unsent' };
		await until(database, forever, wire, { ...two, ...refuses, keys, lineage: 1 });

		await until(database, forever, wire, { ...two, keys, lineage: 2 });

		expect(wire).toEqual([1, 1]);
	});

	it('stays taken if its message may have been sent, and that is said', async () => {
		const database = new Database();
		const wire: number[] = [];
		const breaks = { answer: (): Verdict => 'unknown' };
		await until(database, forever, wire, { ...two, ...breaks, keys, lineage: 1 });

		const second = await until(database, forever, wire, { ...two, keys, lineage: 2 });

		expect(wire).toEqual([1, 1]);
		expect(second?.said).toEqual(['unknown', 'unknown']);
	});

	it('never lets a message be sent twice or be forgotten, whenever n8n dies', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 4 }),
				async (deaths) => {
					const database = new Database();
					const wire: number[] = [];
					const list = { items: 12, chunkSize: 3, isRetry: false };
					const all = Array.from({ length: 12 }, (_, item) => `order ${String(item)}`);
					for (const [life, steps] of deaths.entries()) {
						await until(database, steps, wire, { ...list, keys: all, lineage: 10 + life });
					}
					const last = await until(database, forever, wire, { ...list, keys: all, lineage: 99 });
					expect(broken(wire, last?.said, 12)).toEqual([]);
				},
			),
			{ numRuns: 200 },
		);
	});

	it('can be looked at without being claimed', async () => {
		const database = new Database();
		const store = storeIn(database, new Life());
		await until(database, forever, [], { ...two, keys });
		const before = [...database.marks].sort();

		const states = await statesOfKeys(store, [namesOfKey('n', 'order 1'), namesOfKey('n', 'new')]);

		expect(states).toEqual(['accepted', 'free']);
		// The mark of the first one's claim is written for a moment, and goes with the others.
		expect([...database.marks].sort()).toEqual(before);
	});
});
