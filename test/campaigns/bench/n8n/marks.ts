import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { parse } from 'flatted';
import { z } from 'zod';

import { isOver, until, type N8nApi, type Stored } from '../../../n8n/api';
import { installN8n } from '../../../n8n/install';
import { installPackage, packed } from '../../../n8n/package';
import { freePorts } from '../../../n8n/ports';
import { startSimulatorProcess, type SimulatorProcess } from '../../../n8n/simulatorProcess';
import { startN8n } from '../../../n8n/start';
import { N8N_2 } from '../../../n8n/versions';
import { chain, ourType, webhook } from '../../../n8n/workflows';
import { Endings } from '../../frame/runner';
import { DATABASE, DATABASE_USER, startPostgres } from './postgres';
import { median } from '../../../support/median';
import { REPEATS } from './measure';
import { percent, type Row, type Section } from './report';

/** What it costs to note in n8n's database what is about to be sent, beside the same run without. */

const run = promisify(execFile);

const LATENCY_MS = 50;
const MOST_SLOWER = 0.03;
const MOST_MS = 10;
/** In pairs: the machine is never quiet for long. */
const PAIRS = new Map([
	[1, 5 * REPEATS],
	[100, 2 * REPEATS],
	[1000, REPEATS],
]);
const MORE = Number(process.env.BENCH_MARKS_ITEMS ?? 0);
if (MORE > 0) PAIRS.set(MORE, 1);
const ROW_SIZES = [1_000, 5_000, 9_500];
const PAIRS_PER_SIZE = 2 * REPEATS;

type Way = 'with marks' | 'without marks';
const WAYS: readonly Way[] = ['with marks', 'without marks'];

interface Place {
	name: 'SQLite' | 'PostgreSQL';
	env: Record<string, string>;
	/** A statement of SQL for n8n's database. */
	change: (sql: string) => Promise<void>;
	/** An expression of SQL: a row with so many marks. */
	rowOf: (marks: number) => string;
}

const SQLITE = `
const { DatabaseSync } = require('node:sqlite');
const [file, sql] = process.argv.slice(1);
const database = new DatabaseSync(file);
database.exec('pragma busy_timeout = 10000');
database.exec(sql);
`;

async function sqliteIn(folder: string): Promise<Place> {
	const { node } = await installN8n(N8N_2);
	const file = path.join(folder, '.n8n/database.sqlite');
	return {
		rowOf: (marks) =>
			`json_object('mode', 'entries', 'data', json((with recursive n(i) as (select 1 union all select i + 1 from n where i < ${marks}) select json_group_array(substr('xxxxxxxxxxxxxxxxxxxxxx' || i, -22) || '==') from n)))`,
		name: 'SQLite',
		env: {},
		change: async (sql) => {
			await run(node, ['--no-warnings', '-e', SQLITE, file, sql]);
		},
	};
}

async function postgresIn(folder: string, endings: Endings): Promise<Place> {
	const [port = 0] = await freePorts(1);
	// It runs as a user of its own.
	chmodSync(folder, 0o755);
	const postgres = await startPostgres(folder, port, endings);
	return {
		rowOf: (marks) =>
			`json_build_object('mode', 'entries', 'data', (select json_agg(lpad(i::text, 22, 'x') || '==') from generate_series(1, ${marks}) i))::text`,
		name: 'PostgreSQL',
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: DATABASE,
			DB_POSTGRESDB_USER: DATABASE_USER,
			DB_POSTGRESDB_POOL_SIZE: '5',
		},
		change: async (sql) => {
			await postgres.rows(sql);
		},
	};
}

const stored = z.object({ data: z.string() });
const timed = z.object({
	resultData: z.object({
		runData: z.object({ Send: z.array(z.object({ executionTime: z.number() })) }),
	}),
});

interface Bench {
	api: N8nApi;
	url: string;
	place: Place;
	service: SimulatorProcess;
	workflows: Record<Way, Stored>;
}

const pathOf = (way: Way) => way.replace(' ', '-');

async function createWorkflow(api: N8nApi, way: Way, credential: { id: string; name: string }) {
	const items = {
		name: 'Items',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: {
			jsCode: `return Array.from({ length: $input.first().json.body.count }, (_, at) => ({ json: { to: String(6281200000000 + at) } }));`,
		},
	};
	const send = {
		name: 'Send',
		type: ourType('messagingService'),
		parameters: {
			resource: 'whatsappUnofficial',
			operation: 'sendText',
			destination: '={{ $json.to }}',
			message: 'Hello',
		},
		credentials: { messagingServiceApi: credential },
	};
	const made = await api.createWorkflow(chain(way, [webhook(pathOf(way)), items, send]));
	await api.activate(made);
	return made;
}

/** How long the node itself took, by n8n's own clock. */
async function msOf({ api, url, workflows }: Bench, way: Way, count: number): Promise<number> {
	const before = (await api.executions(workflows[way])).map(({ id }) => id);
	await until(`the webhook of '${way}'`, async () => {
		const answer = await fetch(`${url}/webhook/${pathOf(way)}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ count }),
		});
		return answer.ok ? true : undefined;
	});
	const id = await until(
		`'${way}' to end`,
		async () => {
			await sleep(count > 1 ? 500 : 50);
			const found = (await api.executions(workflows[way])).find(
				({ id: one }) => !before.includes(one),
			);
			if (found && isOver(found.status) && found.status !== 'success') {
				throw new Error(`'${way}' ended as ${found.status}`);
			}
			return found?.status === 'success' ? found.id : undefined;
		},
		30 * 60_000,
	);
	const { data } = await api.request('GET', `/executions/${id}`, stored);
	const [first] = timed.parse(parse(data)).resultData.runData.Send;
	return first?.executionTime ?? Number.NaN;
}

interface Pair {
	with: number;
	without: number;
}

async function pairsOf(bench: Bench, count: number, pairs: number): Promise<Pair[]> {
	const measured: Pair[] = [];
	for (let at = 0; at < pairs; at++) {
		const times = new Map<Way, number>();
		for (const way of at % 2 === 0 ? WAYS : [...WAYS].reverse()) {
			await bench.service.reset({ latencyMs: LATENCY_MS });
			await sleep(1100);
			times.set(way, await msOf(bench, way, count));
		}
		const pair = { with: times.get('with marks') ?? 0, without: times.get('without marks') ?? 0 };
		process.stderr.write(`  ${bench.place.name}, ${count} items: ${JSON.stringify(pair)}\n`);
		measured.push(pair);
	}
	return measured;
}

function costRow(where: string, count: number, pairs: readonly Pair[]): Row {
	const baseline = `without: ${median(pairs.map((one) => one.without))} ms; ${pairs.length} pairs`;
	if (count === 1) {
		const more = median(pairs.map((one) => one.with - one.without));
		return {
			what: `One item, ${where}: how much longer`,
			figure: `${more} ms`,
			...{ baseline, target: `≤ ${MOST_MS} ms`, met: more <= MOST_MS },
		};
	}
	const slower = median(pairs.map((one) => one.with / one.without)) - 1;
	return {
		what: `${count} items, ${where}: how much longer`,
		figure: percent(slower),
		...{ baseline, target: `≤ ${percent(MOST_SLOWER, 0)}`, met: slower <= MOST_SLOWER },
	};
}

/** A row with so many marks of other runs. */
async function fill({ place, workflows }: Bench, size: number): Promise<void> {
	await place.change(
		`update processed_data set value = ${place.rowOf(size)} where "workflowId" = '${workflows['with marks'].id}'`,
	);
}

const counts = z.object({
	written: z.number(),
	failed: z.number(),
	missing: z.number(),
	atTheEnd: z.number(),
	seconds: z.number(),
});

const WRITES = Number(process.env.BENCH_MARKS_WRITES ?? 2000);
const EVERY_MS = 50;

/** Two processes mark the same node at the same time. */
async function twoWriters(bench: Bench, how: 'repeated' | 'plain') {
	const { node, command } = await installN8n(N8N_2);
	const folder = path.resolve(path.dirname(command), '../../n8n/package.json');
	const file = path.join(import.meta.dirname, 'markWriter.mts');
	const tsx = pathToFileURL(require.resolve('tsx')).href;
	const workflow = bench.workflows['with marks'].id;
	await bench.place.change(
		`delete from processed_data where "workflowId" = '${workflow}' and context = 'n:two-writers'`,
	);
	const args = ['--import', tsx, file, folder, workflow];
	const both = await Promise.all(
		['a', 'b'].map((name) =>
			run(node, [...args, name, String(WRITES), String(EVERY_MS), how], {
				env: { ...process.env, ...bench.place.env },
				maxBuffer: 10_000_000,
			}),
		),
	);
	return both.map(({ stdout }) => counts.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')));
}

async function rowsOfTwoWriters(bench: Bench): Promise<Row[]> {
	const told = async (how: 'repeated' | 'plain') => {
		const both = await twoWriters(bench, how);
		process.stderr.write(`  two writers, ${how}: ${JSON.stringify(both)}\n`);
		const of = (pick: (one: (typeof both)[number]) => number) => both.map(pick).join(' and ');
		return `${of((one) => one.missing)} missing a second later, ${of((one) => one.atTheEnd)} at the end, of ${of((one) => one.written)} in ${of((one) => Math.round(one.seconds))} s`;
	};
	const plain = await told('plain');
	return [
		{
			what: `Two processes that mark one node ${1000 / EVERY_MS} times a second each, PostgreSQL`,
			figure: await told('repeated'),
			baseline: `each mark written once: ${plain}`,
			target: '',
		},
	];
}

async function costIn(bench: Bench): Promise<Row[]> {
	const { name } = bench.place;
	await pairsOf(bench, 20, 2);
	const rows: Row[] = [];
	for (const [count, pairs] of PAIRS) {
		rows.push(costRow(name, count, await pairsOf(bench, count, pairs)));
	}
	const grown = [];
	for (const size of ROW_SIZES) {
		const full = [];
		for (let at = 0; at < PAIRS_PER_SIZE; at++) {
			await fill(bench, size);
			full.push(...(await pairsOf(bench, 1, 1)));
		}
		grown.push(costRow(`${name}, beside ${size} marks`, 1, full));
	}
	return [
		...rows,
		{
			what: `One item, ${name}, beside ${ROW_SIZES.join(', ')} marks`,
			figure: grown.map(({ figure }) => figure).join(', '),
			baseline: `${PAIRS_PER_SIZE} pairs each`,
			target: '',
		},
	];
}

async function inPlace(
	make: (folder: string, endings: Endings) => Promise<Place>,
	work: (bench: Bench) => Promise<Row[]>,
): Promise<Row[]> {
	const endings = new Endings();
	const folder = mkdtempSync(path.join(tmpdir(), 'messaging-bench-'));
	endings.add(() => {
		rmSync(folder, { recursive: true, force: true });
	});
	try {
		const [port = 0] = await freePorts(1);
		const service = await startSimulatorProcess(folder, port);
		endings.add(() => service.stop());
		const place = await make(folder, endings);
		await installPackage(folder, await packed());
		const preload = pathToFileURL(
			path.join(import.meta.dirname, '../../frame/preload/withoutMarks.mts'),
		).href;
		const env = { ...place.env, NODE_OPTIONS: `--import ${preload}` };
		const { n8n, api } = await startN8n({ userFolder: folder, env });
		endings.add(() => n8n.stop());
		const credential = await api.createCredential('messagingServiceApi', 'Own', {
			baseUrl: service.url,
			pathPrefix: '/svc_api/1.0',
			apiKey: 'simulator-key',
			requestsPerSecond: 100,
		});
		const workflows = {
			'with marks': await createWorkflow(api, 'with marks', credential),
			'without marks': await createWorkflow(api, 'without marks', credential),
		};
		return await work({ api, url: n8n.url, place, service, workflows });
	} finally {
		await endings.endAll();
	}
}

export const marks = async (): Promise<Section> => ({
	title: 'Marks: what it costs to note what is about to be sent',
	how: `Unofficial texts at 100 a second, ${LATENCY_MS} ms of latency; the time of the node by n8n's own clock, in pairs with a workflow whose marks n8n refuses.`,
	rows: [...(await inPlace(sqliteIn, costIn)), ...(await inPlace(postgresIn, costIn))],
});

export const writers = async (): Promise<Section> => ({
	title: 'Marks: two processes that mark one node',
	how: `n8n's own code for its database reads, changes and writes a node's row without a lock. 'Missing a second later' is what a kill at that moment would have lost.`,
	rows: await inPlace(postgresIn, rowsOfTwoWriters),
});
