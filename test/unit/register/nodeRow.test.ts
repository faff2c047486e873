import type { NodeRow } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import { NoRow, type Row } from '../../../nodes/MessagingService/engine/register';
import { change as changeRow } from './simulation';
import { database, prepare, simulation } from './world';

let nodeRow: NodeRow;
let row: Row;

const start = () => {
	({ row: nodeRow } = database.start());
	row = nodeRow.for(undefined);
};

beforeEach(start);

const settled = <T>(promise: Promise<T>) => simulation.settled(promise);

const change = (how: Parameters<typeof changeRow>[1]) => {
	changeRow(nodeRow, how);
};

const passed = async (ms: number) => {
	await simulation.run(simulation.now + ms);
};

describe('NodeRow', () => {
	it('The row tells which marks were there before', async () => {
		const first = await settled(row.add(['a', 'b']));
		const second = await settled(row.add(['b', 'c']));
		expect([...first.found]).toEqual([]);
		expect([...second.found]).toEqual(['b']);
	});

	it('Marks asked for at the same moment are written in one write', async () => {
		const [one, two] = await settled(Promise.all([row.add(['a']), row.add(['a', 'b'])]));
		expect(database.writes).toBe(1);
		expect([...one.found]).toEqual([]);
		expect([...two.found]).toEqual(['a']);
	});

	it('Additions and removals keep their order', async () => {
		await settled(Promise.all([row.add(['a', 'b']), row.remove(['a']), row.add(['c'])]));
		expect(database.data).toEqual(['b', 'c']);
	});

	it('The marks of one removal go in one write, and two large removals in two', async () => {
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
		change(async (write, call) => {
			const result = await write();
			if (call === 1) throw new Error('the acknowledgement is lost');
			return result;
		});
		const { found, isUnsure } = await settled(row.add(['a']));
		expect([...found]).toEqual(['a']);
		expect(isUnsure).toBe(true);
	});

	it('A call that hangs is given up, others fail meanwhile, and what it writes is taken back', async () => {
		const { helpers } = nodeRow;
		change(async (write) => {
			await simulation.sleep(33_000);
			return await write();
		});
		await expect(settled(row.add(['a']))).rejects.toThrow('does not answer');
		nodeRow.helpers = helpers;
		await expect(settled(row.add(['b']))).rejects.toThrow('still hangs');
		await passed(10_000);
		expect(database.data).toEqual([]);
		await settled(row.add(['c']));
		expect(database.data).toEqual(['c']);
	});

	it.each([
		['first', 1],
		['second', 2],
	])('Marks of an execution that was stopped are taken back after the %s try', async (_, tries) => {
		const stop = new AbortController();
		let tried = 0;
		change(async (write, call) => {
			await simulation.sleep(10_000);
			tried = call;
			if (call < tries) throw new Error('the database is away');
			return await write();
		});
		const adding = nodeRow.for(stop.signal).add(['a']);
		adding.catch(() => undefined);
		await passed(100);
		stop.abort();
		await expect(settled(adding)).rejects.toThrow('does not answer');
		await passed(40_000);
		expect([tried, database.data]).toEqual([tries, []]);
	});

	it('A write waits until its marks have stayed, if another process undoes them', async () => {
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
		await settled(row.add(['a']));
		row.carry(['a']);
		const before = database.writes;
		await settled(row.confirm());
		expect(database.writes).toBe(before);
	});

	it('A workflow that is not saved has no row', async () => {
		change(() => Promise.reject(new Error('FOREIGN KEY constraint failed')));
		await expect(settled(row.add(['a']))).rejects.toBeInstanceOf(NoRow);
	});

	it('A carried mark is written again, with the next write or after five seconds without one', async () => {
		await settled(row.add(['a']));
		row.carry(['a']);
		database.data = [];
		await settled(row.add(['b']));
		expect(database.data).toEqual(['a', 'b']);
		database.data = [];
		await passed(6_000);
		expect(database.data).toEqual(['a']);
	});

	it('Each undoing by another process makes the row carry a mark for longer', async () => {
		await settled(row.add(['a']));
		row.carry(['a']);
		for (let again = 0; again < 3; again++) {
			database.data = [];
			await passed(4_000);
			await settled(row.add([`b${again}`]));
		}
		expect(database.data).toEqual(['a', 'b2']);
	});

	it('A carried mark that was removed is not written again', async () => {
		await settled(row.add(['a', 'b']));
		row.carry(['a', 'b']);
		await settled(row.remove(['b']));
		database.data = [];
		await passed(6_000);
		expect(database.data).toEqual(['a']);
	});

	it('A row counts as whole as long as it is less than half full', async () => {
		prepare({ limit: 10 });
		start();
		await settled(row.add(['a', 'b', 'c', 'd']));
		const before = await settled(row.isWhole());
		await settled(row.add(['e']));
		expect([before, await settled(row.isWhole())]).toEqual([true, false]);
	});
});
