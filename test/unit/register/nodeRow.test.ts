import type { NodeRow } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import { NoRow } from '../../../nodes/MessagingService/engine/register';
import { Database, Simulation } from './simulation';

const setUp = (temper = { limit: 10_000, fails: 0, hangs: 0 }) => {
	const simulation = new Simulation(1);
	const database = new Database(simulation, temper);
	const start = () => {
		const { row: nodeRow } = database.start();
		return { nodeRow, row: nodeRow.for(undefined) };
	};
	const settled = <T>(promise: Promise<T>) => simulation.settled(promise);
	return { simulation, database, start, settled };
};

type Written = ReturnType<NodeRow['helpers']['checkProcessedAndRecord']>;

/** From now on, n8n's database writes in another way. */
const change = (row: NodeRow, how: (write: () => Written) => Written) => {
	const { checkProcessedAndRecord: write } = row.helpers;
	const changed = (...given: Parameters<typeof write>) => how(() => write(...given));
	row.helpers = { ...row.helpers, checkProcessedAndRecord: changed };
};

const passed = async (simulation: Simulation, ms: number) => {
	await simulation.run(simulation.now + ms);
};

describe('NodeRow', () => {
	it('The row tells which marks were there before', async () => {
		const { start, settled } = setUp();
		const { row } = start();
		const first = await settled(row.add(['a', 'b']));
		const second = await settled(row.add(['b', 'c']));
		expect([...first.found]).toEqual([]);
		expect([...second.found]).toEqual(['b']);
	});

	it('Marks asked for at the same moment are written in one write', async () => {
		const { database, start, settled } = setUp();
		const { row } = start();
		const [one, two] = await settled(Promise.all([row.add(['a']), row.add(['a', 'b'])]));
		expect(database.writes).toBe(1);
		expect([...one.found]).toEqual([]);
		expect([...two.found]).toEqual(['a']);
	});

	it('Additions and removals keep their order', async () => {
		const { database, start, settled } = setUp();
		const { row } = start();
		await settled(Promise.all([row.add(['a', 'b']), row.remove(['a']), row.add(['c'])]));
		expect(database.data).toEqual(['b', 'c']);
	});

	it('The removals of one caller are one write', async () => {
		const { database, start, settled } = setUp();
		const { row } = start();
		const marks = Array.from({ length: 500 }, (_, at) => `m${at}`);
		await settled(row.add(marks));
		const before = database.writes;
		await settled(
			Promise.all([row.remove(marks.slice(0, 150)), row.remove(marks.slice(150, 300))]),
		);
		expect(database.writes - before).toBe(2);
		expect(database.data).toHaveLength(200);
	});

	it('A mark found after an attempt that broke off is unsure', async () => {
		const { start, settled } = setUp();
		const { nodeRow, row } = start();
		let attempts = 0;
		change(nodeRow, async (write) => {
			const result = await write();
			if (++attempts === 1) throw new Error('the acknowledgement is lost');
			return result;
		});
		const { found, isUnsure } = await settled(row.add(['a']));
		expect([...found]).toEqual(['a']);
		expect(isUnsure).toBe(true);
	});

	it('A call that hangs is given up, others fail meanwhile, and what it writes is taken back', async () => {
		const { simulation, database, start, settled } = setUp();
		const { nodeRow, row } = start();
		const { helpers } = nodeRow;
		change(nodeRow, async (write) => {
			await simulation.sleep(33_000);
			return await write();
		});
		await expect(settled(row.add(['a']))).rejects.toThrow('does not answer');
		nodeRow.helpers = helpers;
		await expect(settled(row.add(['b']))).rejects.toThrow('still hangs');
		await passed(simulation, 10_000);
		expect(database.data).toEqual([]);
		await settled(row.add(['c']));
		expect(database.data).toEqual(['c']);
	});

	it.each([
		['first', 1],
		['second', 2],
	])('Marks of an execution that was stopped are taken back after the %s try', async (_, tries) => {
		const { simulation, database, start, settled } = setUp();
		const { nodeRow } = start();
		const stop = new AbortController();
		let tried = 0;
		change(nodeRow, async (write) => {
			await simulation.sleep(10_000);
			if (++tried < tries) throw new Error('the database is away');
			return await write();
		});
		const adding = nodeRow.for(stop.signal).add(['a']);
		adding.catch(() => undefined);
		await passed(simulation, 100);
		stop.abort();
		await expect(settled(adding)).rejects.toThrow('does not answer');
		await passed(simulation, 40_000);
		expect([tried, database.data]).toEqual([tries, []]);
	});

	it('A write waits until its marks have stayed, if another process undoes them', async () => {
		const { database, start, settled } = setUp();
		const { row } = start();
		const undo = () => (database.data = database.data.filter((mark) => mark !== 'a'));
		await settled(row.add(['a']));
		row.carry(['a']);
		undo();
		await settled(row.add(['b']));
		undo();
		await settled(row.confirm());
		expect(database.data).toContain('a');
	});

	it('A mark is confirmed without a write if no other process uses the row', async () => {
		const { database, start, settled } = setUp();
		const { row } = start();
		await settled(row.add(['a']));
		row.carry(['a']);
		const before = database.writes;
		await settled(row.confirm());
		expect(database.writes).toBe(before);
	});

	it('A workflow that is not saved has no row', async () => {
		const { start, settled } = setUp();
		const { nodeRow, row } = start();
		change(nodeRow, () => Promise.reject(new Error('FOREIGN KEY constraint failed')));
		await expect(settled(row.add(['a']))).rejects.toBeInstanceOf(NoRow);
	});

	it('A carried mark is written again, with the next write or after five seconds without one', async () => {
		const { simulation, database, start, settled } = setUp();
		const { row } = start();
		await settled(row.add(['a']));
		row.carry(['a']);
		database.data = [];
		await settled(row.add(['b']));
		expect(database.data).toEqual(['a', 'b']);
		database.data = [];
		await passed(simulation, 6_000);
		expect(database.data).toEqual(['a']);
	});

	it('Each undoing by another process makes the row carry a mark for longer', async () => {
		const { simulation, database, start, settled } = setUp();
		const { row } = start();
		await settled(row.add(['a']));
		row.carry(['a']);
		for (let again = 0; again < 3; again++) {
			database.data = [];
			await passed(simulation, 4_000);
			await settled(row.add([`b${again}`]));
		}
		expect(database.data).toEqual(['a', 'b2']);
	});

	it('A carried mark that was removed is not written again', async () => {
		const { simulation, database, start, settled } = setUp();
		const { row } = start();
		await settled(row.add(['a', 'b']));
		row.carry(['a', 'b']);
		await settled(row.remove(['b']));
		database.data = [];
		await passed(simulation, 6_000);
		expect(database.data).toEqual(['a']);
	});

	it('A row counts as whole as long as it is less than half full', async () => {
		const { start, settled } = setUp({ limit: 10, fails: 0, hangs: 0 });
		const { row } = start();
		await settled(row.add(['a', 'b', 'c', 'd']));
		const before = await settled(row.isWhole());
		await settled(row.add(['e']));
		expect([before, await settled(row.isWhole())]).toEqual([true, false]);
	});
});
