import { setTimeout as sleep } from 'node:timers/promises';

import { tallyOf } from '../frame/witness';
import { cpuMsOf, forgetPeak, inTurn, medianOf, peakRssOf, rssOf, times } from '../frame/measure';
import { NO_LIMITS } from '../../simulator/settings';
import type { Report } from '../frame/report';
import { NO_NODE, type Benchmark, type FreshN8n, type Way, type World } from './world';

/** What an item costs n8n, next to HTTP Request and to an execution with no node that sends. */

const OWN = 'this node without a limit';
const BASELINES = ['HTTP Request as it comes', 'HTTP Request, 100 every 50 ms'] as const;
const CONTENDERS = [OWN, ...BASELINES, NO_NODE] as const;
type Contender = (typeof CONTENDERS)[number];

const ITEMS_OF = (usual: number) => Number(process.env.BENCH_ITEMS ?? usual);
/** What is saved at the end of an execution is done a moment later. */
const SAVED_MS = 500;
/** n8n still does things after it says that it is ready. */
const READY_MS = 3000;

interface Cost {
	cost: number;
	lost: number;
}

const MEMORY = { what: 'Peak added', unit: 'MB', most: 1 };
const CPU_TIME = { what: 'CPU time an item, whole execution', unit: 'µs', most: 1 };

function tell(
	report: Report,
	results: Record<Contender, Cost[]>,
	{ what, unit, most }: typeof MEMORY,
): void {
	const of = (way: Contender) => medianOf(results[way], (one) => one.cost);
	const own = of(OWN);
	report.table(
		['', what, 'Beyond no node that sends', 'This node next to it'],
		CONTENDERS.map((way) => [
			...[way, `${of(way).toFixed(0)} ${unit}`, `${(of(way) - of(NO_NODE)).toFixed(0)} ${unit}`],
			`×${times(own, of(way))}`,
		]),
	);
	const isCheap = own <= Math.min(...BASELINES.map(of)) * most;
	report.holds(`${what}: ≤ ${most.toFixed(2)} of the cheaper one`, isCheap ? [] : [own.toFixed(0)]);
	const lost = results[OWN].filter((one) => one.lost > 0);
	report.holds(
		'No item is lost',
		lost.map((one) => `${one.lost} lost`),
	);
}

const lostOf = async ({ service }: World, way: Way, items: number) =>
	way === NO_NODE ? 0 : tallyOf(await service.journal(), items).lost;

/** CPU time of an item in µs: user and system time of n8n's process over the whole execution. */
async function cpuOf(world: World, { bed, run }: FreshN8n, way: Way, items: number): Promise<Cost> {
	world.service.reset(NO_LIMITS);
	await sleep(SAVED_MS);
	const pid = await bed.pidOf();
	const before = cpuMsOf(pid);
	await run(way, items);
	await sleep(SAVED_MS);
	const cost = ((cpuMsOf(pid) - before) * 1000) / items;
	return { cost, lost: await lostOf(world, way, items) };
}

const CPU_WARM_UP = 1000;

const CPU_ITEMS = ITEMS_OF(5000);

export const cpu: Benchmark = {
	title: 'CPU time of an item',
	how: `${CPU_ITEMS} unofficial texts, no limits at the simulator or in the credential, latency 0; user and system time of n8n's process over the whole execution, saving it to SQLite included, after warming up all contenders in the same process.`,
	run: (world, report) =>
		world.fresh(async (n8n) => {
			for (const way of CONTENDERS) await cpuOf(world, n8n, way, CPU_WARM_UP);
			const results = await inTurn(CONTENDERS, (way) => cpuOf(world, n8n, way, CPU_ITEMS));
			tell(report, results, CPU_TIME);
		}),
};

const MEMORY_WARM_UP = 50;

/** With all the memory of the machine, Node would first look for what is no longer needed when it has taken 900 MB. */
const HEAP_MB = 1024;

const peakAdded = (world: World, way: Way, items: number) =>
	world.fresh(
		async ({ bed, run }): Promise<Cost> => {
			world.service.reset(NO_LIMITS);
			await run(way, MEMORY_WARM_UP);
			await sleep(READY_MS);
			world.service.reset(NO_LIMITS);
			const pid = await bed.pidOf();
			const before = rssOf(pid);
			forgetPeak(pid);
			await run(way, items);
			return { cost: peakRssOf(pid) - before, lost: await lostOf(world, way, items) };
		},
		{ NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
	);

const MEMORY_ITEMS = ITEMS_OF(20_000);

export const memory: Benchmark = {
	title: 'Memory of a large batch',
	how: `${MEMORY_ITEMS} unofficial texts, no limits, latency 0; each measurement in an n8n just started and warmed up with ${MEMORY_WARM_UP} items, whose heap may hold ${HEAP_MB} MB. The peak of its resident memory (the kernel's own count) over what it held before, saving the execution included.`,
	run: async (world, report) => {
		const results = await inTurn(CONTENDERS, (way) => peakAdded(world, way, MEMORY_ITEMS));
		tell(report, results, MEMORY);
	},
};
