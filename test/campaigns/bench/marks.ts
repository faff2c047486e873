import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'flatted';
import { z } from 'zod';

import type { Stored } from '../../n8n/api';
import { chain } from '../../n8n/workflows';
import type { Database } from '../frame/database';
import { inTurn, median, percent, REPEATS } from '../frame/measure';
import { loginTo, sends } from '../frame/nodes';
import { preloading } from '../frame/preload';
import { startTestbed } from '../frame/testbed';
import { runIn, upstream } from './ways';
import type { Row, Section, World } from './world';

/** What it costs to note in n8n's database what is about to be sent, next to the same run without. */

const LATENCY_MS = 50;
const MOST_SLOWER = 0.03;
const MOST_MS = 10;
/** How many pairs for each size: the machine is never quiet for long. */
const PAIRS = new Map([
	[1, 5 * REPEATS],
	[100, 2 * REPEATS],
	[1000, REPEATS],
]);
const ROW_SIZES = [1_000, 5_000, 9_500];
const WAYS = ['with marks', 'without marks'] as const;
type Way = (typeof WAYS)[number];
type Measured = (count: number, pairs: number) => Promise<Record<Way, number[]>>;

const timed = z.object({
	resultData: z.object({
		runData: z.object({ Send: z.array(z.object({ executionTime: z.number() })) }),
	}),
});

/** A row with this many marks of other runs. */
const filled = ({ name, rows }: Database, { id }: Stored, marks: number) =>
	rows(
		`update processed_data set value = ${
			name === 'SQLite'
				? `json_object('mode', 'entries', 'data', json((with recursive n(i) as (select 1 union all select i + 1 from n where i < ${marks}) select json_group_array(substr('xxxxxxxxxxxxxxxxxxxxxx' || i, -22) || '==') from n)))`
				: `json_build_object('mode', 'entries', 'data', (select json_agg(lpad(i::text, 22, 'x') || '==') from generate_series(1, ${marks}) i))::text`
		} where "workflowId" = '${id}'`,
	);

/** How much longer the node took with marks: in ms for one item, as a share for many. */
function costRow(where: string, count: number, times: Record<Way, number[]>) {
	const pairs = times['with marks'].map((ms, at) => [ms, times['without marks'][at] ?? 0] as const);
	const more = median(pairs.map(([marked, plain]) => marked - plain));
	const slower = median(pairs.map(([marked, plain]) => marked / plain)) - 1;
	const isOne = count === 1;
	return {
		what: `${isOne ? 'One item' : `${count} items`}, ${where}: how much longer`,
		figure: isOne ? `${more} ms` : percent(slower),
		baseline: `without: ${median(times['without marks'])} ms; ${pairs.length} pairs`,
		target: isOne ? `≤ ${MOST_MS} ms` : `≤ ${percent(MOST_SLOWER)}`,
		met: isOne ? more <= MOST_MS : slower <= MOST_SLOWER,
	};
}

async function costIn({ endings, service }: World, hasPostgres: boolean): Promise<Row[]> {
	return endings.within(async (inner) => {
		const env = preloading('withoutMarks.mts');
		const bed = await startTestbed(inner, { hasPostgres, env });
		const { api, database } = bed;
		const login = await loginTo(api, service.url, { requestsPerSecond: 100 });
		const workflows = new Map<Way, Stored>();
		for (const way of WAYS) {
			const nodes = [...upstream(way.replace(' ', '-')), sends(login)];
			const workflow = await api.createWorkflow(chain(way, nodes));
			await api.activate(workflow);
			workflows.set(way, workflow);
		}
		const of = (way: Way) => {
			const workflow = workflows.get(way);
			if (workflow === undefined) throw new Error(`There is no workflow ${way}`);
			return workflow;
		};
		/** How long the node itself took, by n8n's own clock. */
		const msOf = async (way: Way, count: number) => {
			await service.reset({ latencyMs: LATENCY_MS });
			await sleep(1100);
			const everyMs = count > 1 ? 500 : 50;
			const id = await runIn(bed, of(way), way.replace(' ', '-'), count, { everyMs });
			const [run] = timed.parse(parse((await api.execution(id)).raw)).resultData.runData.Send;
			return run?.executionTime ?? Number.NaN;
		};
		const measured: Measured = (count, pairs) => inTurn(WAYS, (way) => msOf(way, count), pairs);
		await measured(20, 2);
		const rows: Row[] = [];
		for (const [count, pairs] of PAIRS) {
			rows.push(costRow(database.name, count, await measured(count, pairs)));
		}
		for (const size of ROW_SIZES) {
			const full: Record<Way, number[]> = { 'with marks': [], 'without marks': [] };
			for (let pair = 0; pair < 2 * REPEATS; pair++) {
				await filled(database, of('with marks'), size);
				const times = await measured(1, 1);
				for (const way of WAYS) full[way].push(...times[way]);
			}
			// Only the usual row has a target.
			const { what, figure, baseline } = costRow(`${database.name}, ${size} marks`, 1, full);
			rows.push({ what, figure, baseline });
		}
		return rows;
	});
}

export const marks = async (world: World): Promise<Section> => ({
	title: 'Marks: what it costs to note what is about to be sent',
	how: `Unofficial texts at 100 a second, ${LATENCY_MS} ms of latency; the time of the node by n8n's own clock, in pairs with a workflow whose marks n8n refuses.`,
	rows: [...(await costIn(world, false)), ...(await costIn(world, true))],
});
