import { setTimeout as sleep } from 'node:timers/promises';

import { forgetPeak, inTurn, medianOf, peakRssOf, rssOf } from './measure';
import { times, type Section } from './report';
import { NO_LIMITS } from './limits';
import { tallyOf } from './sent';
import { inWorld, type World } from './world';
import { NO_NODE, type Way } from './workflows';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 20_000);
const WARM_UP = 50;
const OWN = 'this node without a limit';
const BASELINES = ['HTTP Request as it comes', 'HTTP Request, 100 every 50 ms'] as const;
const CONTENDERS = [OWN, ...BASELINES, NO_NODE] as const;

/** n8n still does things after it says that it is ready. */
const SETTLES_MS = 3000;

export const peakAdded = (
	{ service, fresh }: World,
	way: Way,
	items: number,
	env?: Record<string, string>,
) =>
	fresh(async (n8n) => {
		await service.reset(NO_LIMITS);
		await n8n.run(way, WARM_UP);
		await sleep(SETTLES_MS);
		await service.reset(NO_LIMITS);
		const before = rssOf(n8n.pid);
		forgetPeak(n8n.pid);
		await n8n.run(way, items);
		const added = peakRssOf(n8n.pid) - before;
		const { lost } = tallyOf(await service.journal(), way === NO_NODE ? 0 : items);
		return { added, before, lost };
	}, env);

export const memory = (): Promise<Section> =>
	inWorld(async (world) => {
		const results = await inTurn(CONTENDERS, (way) => peakAdded(world, way, ITEMS));
		const added = (way: (typeof CONTENDERS)[number]) => medianOf(results[way], (one) => one.added);
		const own = added(OWN);
		const least = Math.min(...BASELINES.map(added));
		const beyond = (way: (typeof CONTENDERS)[number]) => added(way) - added(NO_NODE);
		const each = (tell: (way: (typeof BASELINES)[number]) => string) =>
			BASELINES.map((way) => `${way}: ${tell(way)}`).join('; ');
		return {
			title: 'Memory of a large batch',
			how: `${ITEMS} unofficial texts, no limits, latency 0; each measurement in an n8n just started and warmed up with ${WARM_UP} items. The peak of its resident memory (the kernel's own count) over what it held before, saving the execution included.`,
			rows: [
				{
					what: 'Peak added',
					figure: `${own.toFixed(0)} MB`,
					baseline: each((way) => `${added(way).toFixed(0)} MB (×${times(own, added(way))})`),
					target: '≤ 1.00 of the smaller one',
					met: own <= least,
				},
				{
					what: `Beyond an execution with no node that sends (${added(NO_NODE).toFixed(0)} MB)`,
					figure: `${beyond(OWN).toFixed(0)} MB`,
					baseline: each(
						(way) => `${beyond(way).toFixed(0)} MB (×${times(beyond(OWN), beyond(way))})`,
					),
					target: '',
				},
				{
					what: 'Items lost (all runs)',
					figure: results[OWN].map((one) => one.lost).join(' '),
					baseline: each((way) => results[way].map((one) => one.lost).join(' ')),
					target: 'none',
					met: results[OWN].every((one) => one.lost === 0),
				},
				{
					what: 'Each run',
					figure: results[OWN].map((one) => one.added.toFixed(0)).join(' '),
					baseline: each((way) => results[way].map((one) => one.added.toFixed(0)).join(' ')),
					target: '',
				},
			],
		};
	});
