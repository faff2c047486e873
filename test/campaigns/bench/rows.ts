import { statSync } from 'node:fs';
import path from 'node:path';

import { MOST_MARKS } from '../../../nodes/MessagingService/engine/n8n/nodeRow';
import { until } from '../../n8n/api';
import { installN8n } from '../../../scripts/n8n/install.js';
import { startProcess } from '../../n8n/ownProcess';
import { inTurn, median } from '../frame/measure';
import type { Endings } from '../frame/runner';
import type { Testbed } from '../frame/testbed';
import type { Benchmark } from './world';

/** How much n8n writes to its database for a message, most of which is the row of marks. */

const ITEMS = Number(process.env.BENCH_ITEMS ?? 600);
const WAYS = ['this node', 'this node with keys', 'HTTP Request, 100 every second'] as const;
const HELD = 'held';

/** While someone reads a snapshot, SQLite cannot begin its write-ahead log again: its size tells all that was written. */
const HOLD = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(process.argv[1]);
database.exec('pragma busy_timeout = 10000; pragma wal_checkpoint(truncate); begin');
database.prepare('select count(*) from processed_data').get();
console.log('${HELD}');
setInterval(() => undefined, 1000);
`;

async function holdLog({ userFolder }: Testbed, endings: Endings): Promise<() => number> {
	const { node } = await installN8n();
	const cwd = path.join(userFolder, '.n8n');
	const log = path.join(userFolder, 'holder.log');
	const file = path.join(cwd, 'database.sqlite');
	const holder = startProcess(node, ['--no-warnings', '-e', HOLD, file], { cwd, log });
	endings.add(() => holder.end());
	await until('the log to be held', () => Promise.resolve(holder.printed().includes(HELD)));
	return () => statSync(`${file}-wal`).size / 1024;
}

/** Leaves room in each row for half of the marks of a batch with keys. */
const fill = ({ database }: Testbed) =>
	database.rows(
		`update processed_data set value = (with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MOST_MARKS - ITEMS / 2})
			select json_object('mode', 'entries', 'data', json_group_array(substr('xxxxxxxxxxxxxxxxxxxxxx' || i, -22) || '==')) from n)`,
	);

export const rows: Benchmark = {
	title: 'Rows: what n8n writes to its database for a message',
	how: `${ITEMS} unofficial texts at 100 a second, through nodes whose rows of marks are nearly full; what SQLite's write-ahead log grew by, saving the execution included.`,
	run: ({ service, fresh, endings }, report) =>
		fresh(async ({ bed, run }) => {
			service.reset();
			for (const way of WAYS) await run(way, 1);
			const results = await inTurn(WAYS, (way) =>
				endings.within(async (inner) => {
					service.reset();
					await fill(bed);
					const writtenKB = await holdLog(bed, inner);
					const before = writtenKB();
					await run(way, ITEMS);
					return (writtenKB() - before) / ITEMS;
				}),
			);
			report.table(
				['', 'kB written for a message'],
				WAYS.map((way) => [way, median(results[way]).toFixed(2)]),
			);
		}),
};
