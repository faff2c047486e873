import type { NodeRow } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import { NoRow } from '../../../nodes/MessagingService/engine/register';
import { change as changeRow } from './simulation';
import { database, prepare, simulation } from './world';

let row: NodeRow;

const start = () => {
	({ row } = database.start());
};

beforeEach(start);

const settled = <T>(promise: Promise<T>) => simulation.settled(promise);

const change = (how: Parameters<typeof changeRow>[1]) => {
	changeRow(row, how);
};

const passed = async (ms: number) => {
	await simulation.run(simulation.now + ms);
};

describe('NodeRow', () => {
	it('The row tells which marks were there before', async () => {
		const first = await settled(row.add(['a', 'b']));
		const second = await settled(row.add(['b', 'c']));
		expect([...first]).toEqual([]);
		expect([...second]).toEqual(['b']);
	});

	it('A mark is free for only the first of two callers of the same moment', async () => {
		const [one, two] = await settled(Promise.all([row.add(['a']), row.add(['a', 'b'])]));
		expect([...one]).toEqual([]);
		expect([...two]).toEqual(['a']);
	});

	it('Additions and removals keep their order', async () => {
		await settled(Promise.all([row.add(['a', 'b']), row.remove(['a']), row.add(['c'])]));
		expect(database.data).toEqual(['b', 'c']);
	});

	it('A removal that broke off is made once more', async () => {
		await settled(row.add(['a', 'b']));
		const { removeProcessed } = row.helpers;
		row.helpers.removeProcessed = () => {
			row.helpers.removeProcessed = removeProcessed;
			return Promise.reject(new Error('the connection broke'));
		};
		await settled(row.remove(['a']));
		expect(database.data).toEqual(['b']);
	});

	it('A call waits for one that hangs, which may write what it read long ago', async () => {
		const order: string[] = [];
		change(async (write, call) => {
			if (call === 1) await simulation.sleep(33_000);
			order.push(`call ${call}`);
			return await write();
		});
		await settled(Promise.all([row.add(['a']), row.add(['b'])]));
		expect(order).toEqual(['call 1', 'call 2']);
		expect(database.data).toEqual(['a', 'b']);
	});

	it('A call goes on after one that failed', async () => {
		change((write, call) => (call === 1 ? Promise.reject(new Error('away')) : write()));
		await expect(settled(row.add(['a']))).rejects.toThrow('away');
		await settled(row.add(['b']));
		expect(database.data).toEqual(['b']);
	});

	it('A workflow that is not saved has no row', async () => {
		change(() => Promise.reject(new Error('FOREIGN KEY constraint failed')));
		await expect(settled(row.add(['a']))).rejects.toBeInstanceOf(NoRow);
	});

	it('A carried mark that another process has undone is found by the next write', async () => {
		await settled(row.add(['a']));
		row.carry(['a']);
		database.data = [];
		expect([...(await settled(row.add(['a'])))]).toEqual(['a']);
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

	it('Marks that a hanging write of another process undid after 40 seconds are written again, each time', async () => {
		await settled(row.add(['a']));
		row.carry(['a']);
		for (let again = 0; again < 3; again++) {
			await passed(40_000);
			database.data = [];
			await settled(row.add([`b${again}`]));
		}
		expect(database.data).toEqual(['a', 'b2']);
	});

	it('A carried mark is written again before the minute is over, also without another write', async () => {
		await settled(row.add(['a']));
		row.carry(['a']);
		await passed(40_000);
		database.data = [];
		await passed(20_000);
		expect(database.data).toEqual(['a']);
	});

	it('Marks that are carried within a second are written again together', async () => {
		await settled(row.add(['a', 'b']));
		row.carry(['a']);
		await passed(500);
		row.carry(['b']);
		await passed(90_000);
		expect(database.writes).toBe(3);
	});

	it('A process carries its newest 1,000 marks', async () => {
		const marks = Array.from({ length: 1_001 }, (_, at) => `mark ${at}`);
		await settled(row.add(marks));
		row.carry(marks);
		database.data = [];
		await settled(row.add(['b']));
		expect(database.data).toEqual([...marks.slice(1), 'b']);
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
