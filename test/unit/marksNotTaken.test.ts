import type { MarkStore } from '../../nodes/MessagingService/engine/ledger/marks';
import { lineageFrom, namesOfRun } from '../../nodes/MessagingService/engine/ledger/marks/names';
import { RunMarks } from '../../nodes/MessagingService/engine/ledger/marks/runMarks';

const place = { workflow: 'w', node: 'n', execution: '1', run: 0 };
const lineage = lineageFrom(1);
const names = namesOfRun(place, { nodeName: 'Messages' }, lineage, 'the list');

/** n8n's database, which takes notes or does not. */
class Database implements MarkStore {
	takesNotes = true;
	readonly notes = new Set<string>();

	record(marks: readonly string[]): Promise<ReadonlySet<string>> {
		if (!this.takesNotes) return Promise.reject(new Error('the disk is full'));
		const before = new Set(marks.filter((mark) => this.notes.has(mark)));
		for (const mark of marks) this.notes.add(mark);
		return Promise.resolve(before);
	}

	ask = (marks: readonly string[]) => this.record(marks);
	remove = () => Promise.resolve();
}

describe('Messages that n8n’s database could not note', () => {
	const items = 4;
	const open = (database: Database) =>
		new RunMarks(
			database,
			{ items, chunkSize: 2 },
			{
				...{ names, lineage, number: 1, begun: [], left: [], trail: undefined },
				verdicts: Array.from({ length: items }, () => 'unsent' as const),
			},
			new Map(Array.from({ length: items }, (_, item) => [item, undefined])),
		);

	it('do not get their turn', async () => {
		const database = new Database();
		database.takesNotes = false;
		const run = open(database);

		await expect(run.begin(2)).rejects.toThrow('the disk is full');
		await expect(run.begin(3)).rejects.toThrow('the disk is full');
	});

	it('are noted when the next one of them has its turn', async () => {
		const database = new Database();
		database.takesNotes = false;
		const run = open(database);
		await run.begin(2).catch(() => undefined);

		database.takesNotes = true;
		await run.begin(3);

		expect(database.notes).toContain(names.pass(1).chunkBegun(1));
	});
});
