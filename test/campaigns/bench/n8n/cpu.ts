import { setTimeout as sleep } from 'node:timers/promises';

import { cpuOf, cpuSince, inTurn, medianOf } from './measure';
import { times, type Section } from './report';
import { NO_LIMITS } from './limits';
import { tallyOf } from './sent';
import { inWorld } from './world';
import { NO_NODE, type Way } from './workflows';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 5000);
const WARM_UP = 1000;
const MOST_OF_CHEAPER = 0.5;
const OWN = 'this node without a limit';
const BASELINES = ['HTTP Request as it comes', 'HTTP Request, 100 every 50 ms'] as const;
const CONTENDERS = [OWN, ...BASELINES, NO_NODE] as const;

/** What is saved at the end of an execution is done a moment later. */
const SETTLES_MS = 500;

export const cpu = (): Promise<Section> =>
	inWorld(({ service, fresh }) =>
		fresh(async (n8n) => {
			const measure = async (way: Way) => {
				await service.reset(NO_LIMITS);
				await sleep(SETTLES_MS);
				const before = cpuOf(n8n.pid);
				const { wallMs } = await n8n.run(way, ITEMS);
				await sleep(SETTLES_MS);
				const { own, children } = cpuSince(n8n.pid, before);
				const { lost } = tallyOf(await service.journal(), way === NO_NODE ? 0 : ITEMS);
				return {
					ownUs: (own * 1000) / ITEMS,
					childrenUs: (children * 1000) / ITEMS,
					wallUs: (wallMs * 1000) / ITEMS,
					lost,
				};
			};
			await service.reset(NO_LIMITS);
			for (const way of CONTENDERS) await n8n.run(way, WARM_UP);
			const results = await inTurn(CONTENDERS, measure);
			const us = (way: (typeof CONTENDERS)[number]) => medianOf(results[way], (one) => one.ownUs);
			const own = us(OWN);
			const least = Math.min(...BASELINES.map(us));
			const each = (tell: (way: (typeof BASELINES)[number]) => string) =>
				BASELINES.map((way) => `${way}: ${tell(way)}`).join('; ');
			const beyond = (way: (typeof CONTENDERS)[number]) => us(way) - us(NO_NODE);
			const column = (pick: 'childrenUs' | 'wallUs') => ({
				figure: `${medianOf(results[OWN], (one) => one[pick]).toFixed(0)} µs`,
				baseline: each((way) => `${medianOf(results[way], (one) => one[pick]).toFixed(0)} µs`),
				target: '',
			});
			return {
				title: 'CPU time of an item',
				how: `${ITEMS} unofficial texts, no limits at the simulator or in the credential, latency 0; user and system time of n8n's process over the whole execution, the Code node's items and the saving of the execution to SQLite included, after warming up all contenders with ${WARM_UP} items in the same process.`,
				rows: [
					{
						what: 'CPU time an item, whole execution',
						figure: `${own.toFixed(0)} µs`,
						baseline: each((way) => `${us(way).toFixed(0)} µs (×${times(own, us(way))})`),
						target: `≤ ${MOST_OF_CHEAPER.toFixed(2)} of the cheaper one`,
						met: own <= least * MOST_OF_CHEAPER,
					},
					{
						what: `Beyond an execution with no node that sends (${us(NO_NODE).toFixed(0)} µs an item)`,
						figure: `${beyond(OWN).toFixed(0)} µs`,
						baseline: each(
							(way) => `${beyond(way).toFixed(0)} µs (×${times(beyond(OWN), beyond(way))})`,
						),
						target: '',
					},
					{ what: 'CPU time an item of n8n’s task runner', ...column('childrenUs') },
					{ what: 'Time an item, start to end', ...column('wallUs') },
					{
						what: 'Items lost (all runs)',
						figure: results[OWN].map(({ lost }) => lost).join(' '),
						baseline: each((way) => results[way].map(({ lost }) => lost).join(' ')),
						target: 'none',
						met: results[OWN].every(({ lost }) => lost === 0),
					},
				],
			};
		}),
	);
