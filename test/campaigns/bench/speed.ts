import { setTimeout as sleep } from 'node:timers/promises';

import { REQUESTS_PER_SECOND } from '../../../nodes/service';
import { tallyOf } from '../frame/witness';
import { inTurn, medianOf, percent, times } from '../frame/measure';
import { SEND } from '../frame/nodes';
import { ONE_BY_ONE, type Benchmark, type Way } from './world';

/** How fast a batch goes through the limits of the service, and how it keeps to them. */

const ITEMS = Number(process.env.BENCH_ITEMS ?? 1000);
const LATENCIES = [50, 400];
const LEAST = 0.97 * REQUESTS_PER_SECOND;
const MOST_REFUSED = 0.01;
/** What was sent before no longer counts for the limit. */
const FORGOTTEN_MS = 1100;

/** A way that waits for each item goes at the same speed however many there are. */
const itemsOf = (way: Way) => (way === ONE_BY_ONE ? 60 : ITEMS);

const OWN = 'this node';
const WAYS = [
	OWN,
	'HTTP Request, 1 every 10 ms',
	'HTTP Request, 100 every second',
	'HTTP Request as it comes',
	ONE_BY_ONE,
] as const;

export const broadcast: Benchmark = {
	title: 'Broadcast: how fast a batch goes through the limit',
	how: `${ITEMS} unofficial texts from a webhook, to the simulator, which accepts 100 requests in any second; counted by its journal, from the first to the last accepted. '${ONE_BY_ONE}' is n8n's Loop Over Items with batches of 1, ${itemsOf(ONE_BY_ONE)} items.`,
	run: ({ service, fresh }, report) =>
		fresh(async ({ bed, run }) => {
			const measure = async (way: Way, latencyMs: number) => {
				service.reset({ latencyMs });
				await sleep(FORGOTTEN_MS);
				const id = await run(way, itemsOf(way));
				const output = (await bed.api.execution(id)).output(SEND);
				const refusedToUser = output.filter(({ error }) => typeof error === 'string').length;
				return { ...tallyOf(await service.journal(), itemsOf(way)), refusedToUser };
			};
			await run(OWN, 50);
			for (const latency of LATENCIES) {
				const results = await inTurn(WAYS, (way) => measure(way, latency));
				const where = `${latency} ms of latency`;
				const of = (way: (typeof WAYS)[number]) => ({
					rate: medianOf(results[way], (one) => one.perSecond),
					refused: medianOf(results[way], (one) => one.refusedShare),
					lost: medianOf(results[way], (one) => one.lost),
				});
				const own = of(OWN);
				report.table(
					[where, 'Accepted a second', 'This node is faster', 'Refused on the way', 'Lost'],
					WAYS.map((way) => {
						const { rate, refused, lost } = of(way);
						return [way, rate.toFixed(1), `×${times(own.rate, rate)}`, percent(refused), `${lost}`];
					}),
				);
				const amiss = results[OWN].flatMap((one) => [one.lost, one.twice, one.refusedToUser]);
				const wrong = [
					own.rate < LEAST && `${own.rate.toFixed(1)} a second`,
					own.refused > MOST_REFUSED && `${percent(own.refused)} refused`,
					amiss.some((count) => count > 0) &&
						`lost, twice, refused to the user: ${amiss.join(', ')}`,
				];
				report.holds(
					`${LEAST} a second, at most ${percent(MOST_REFUSED)} refused on the way, nothing lost, sent twice or refused to the user, ${where}`,
					wrong.filter((what) => what !== false),
				);
			}
		}),
};
