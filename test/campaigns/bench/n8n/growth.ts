import { setTimeout as sleep } from 'node:timers/promises';

import { cpuOf, cpuSince, inTurn, medianOf } from './measure';
import { peakAdded } from './memory';
import { percent, type Row, type Section } from './report';
import { NO_LIMITS } from './limits';
import { acceptedOf } from './sent';
import { inWorld } from './world';
import { NO_NODE } from './workflows';

const SIZES = (process.env.BENCH_SIZES ?? '100,1000,10000,50000').split(',').map(Number);
/** From here on the figures must be flat. */
const FLAT_FROM = 1000;
const WARM_UP = [500, 2000];
const SETTLES_MS = 500;
const OWN = 'this node without a limit';
const MOST_APART = 0.1;
/** Small executions are too short for a clock that ticks 100 times a second: they are run several times in a row. */
const timesOf = (items: number) => Math.max(1, Math.round(2000 / items));

const key = (way: string, items: number) => `${way}|${items}`;

/** How much the largest lies above that of the first size that counts. */
const growthOf = (figures: ReadonlyMap<number, number>) => {
	const counted = SIZES.filter((items) => items >= FLAT_FROM).map(
		(items) => figures.get(items) ?? 0,
	);
	return Math.max(...counted) / (counted[0] ?? Number.NaN) - 1;
};

const list = (figures: ReadonlyMap<number, number>, unit: string, digits = 0) =>
	[...figures].map(([items, one]) => `${items}: ${one.toFixed(digits)} ${unit}`).join('; ');

export const growth = (): Promise<Section> =>
	inWorld(async (world) => {
		const { service, fresh } = world;
		const runs = [OWN, NO_NODE].flatMap((way) => SIZES.map((items) => key(way, items)));
		const timed = await fresh(async (n8n) => {
			await service.reset(NO_LIMITS);
			for (const items of WARM_UP) {
				await n8n.run(OWN, items);
				await n8n.run(NO_NODE, items);
			}
			return inTurn(runs, async (run) => {
				const [way, size] = run.split('|');
				const items = Number(size);
				const repeats = timesOf(items);
				await service.reset(NO_LIMITS);
				await sleep(SETTLES_MS);
				const before = cpuOf(n8n.pid);
				let wallMs = 0;
				for (let repeat = 0; repeat < repeats; repeat++) {
					wallMs += (await n8n.run(way === OWN ? OWN : NO_NODE, items)).wallMs;
				}
				await sleep(SETTLES_MS);
				const all = items * repeats;
				if (way === OWN) {
					// Those of one size are the same each time: how many were accepted tells, and not whom they reached.
					const { length } = acceptedOf(await service.journal());
					if (length !== all) throw new Error(`${all - length} of ${all} were lost`);
				}
				return {
					cpuUs: (cpuSince(n8n.pid, before).own * 1000) / all,
					wallUs: (wallMs * 1000) / all,
				};
			});
		});
		const memory = await inTurn(SIZES.map(String), async (size) => {
			const { added, lost } = await peakAdded(world, OWN, Number(size));
			if (lost > 0) throw new Error(`${lost} of ${size} were lost`);
			return { added };
		});

		const figures = (pick: 'cpuUs' | 'wallUs', way: string) =>
			new Map(
				SIZES.map((items) => [items, medianOf(timed[key(way, items)] ?? [], (one) => one[pick])]),
			);
		const beyond = (pick: 'cpuUs' | 'wallUs') => {
			const none = figures(pick, NO_NODE);
			return new Map(
				[...figures(pick, OWN)].map(([items, one]) => [items, one - (none.get(items) ?? 0)]),
			);
		};
		const kilobytes = new Map(
			SIZES.map((items) => [
				items,
				(medianOf(memory[String(items)] ?? [], (one) => one.added) * 1024) / items,
			]),
		);
		const row = (what: string, own: ReadonlyMap<number, number>, unit: string): Row => ({
			what,
			figure: list(own, unit, unit === 'kB' ? 1 : 0),
			baseline: `its own at ${FLAT_FROM} items; grows by ${percent(growthOf(own))}`,
			target: `grows by ≤ ${percent(MOST_APART, 0)} from ${FLAT_FROM} up`,
			met: growthOf(own) <= MOST_APART,
		});
		return {
			title: 'Growth: what an item costs in a small and in a large batch',
			how: `No limits, latency 0. Times: in one n8n that is warm, what an execution takes beyond an execution of the same size with no node that sends, divided by its items; that takes out what n8n needs for any execution, and for making and saving items. Memory: peak added, each in an n8n just started, fixed cost included.`,
			rows: [
				row('CPU time an item', beyond('cpuUs'), 'µs'),
				row('Time an item', beyond('wallUs'), 'µs'),
				row('Memory an item', kilobytes, 'kB'),
				{
					what: 'CPU time an item, whole execution',
					figure: list(figures('cpuUs', OWN), 'µs'),
					baseline: `no node: ${list(figures('cpuUs', NO_NODE), 'µs')}`,
					target: '',
				},
				{
					what: 'Time an item, whole execution',
					figure: list(figures('wallUs', OWN), 'µs'),
					baseline: `no node: ${list(figures('wallUs', NO_NODE), 'µs')}`,
					target: '',
				},
			],
		};
	});
