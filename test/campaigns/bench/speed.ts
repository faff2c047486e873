import { setTimeout as sleep } from 'node:timers/promises';

import { tallyOf } from '../frame/witness';
import { inTurn, medianOf, percent, times } from '../frame/measure';
import { SEND } from '../frame/nodes';
import { ONE_BY_ONE, type Way } from './ways';
import { atLeast, atMost, rounded, type Row, type Section, type World } from './world';

/** How fast a batch goes through the limits of the service, and how it keeps to them. */

const ITEMS = Number(process.env.BENCH_ITEMS ?? 1000);
const LATENCIES = [50, 400];
const LEAST = 97;
const MOST_REFUSED = 0.01;
/** What was sent before no longer counts for the limit. */
const FORGOTTEN_MS = 1100;

/** A way that waits for each item goes at the same speed however many there are. */
const itemsOf = (way: Way) => (way === ONE_BY_ONE ? 60 : ITEMS);

const OWN = 'this node';
const OTHERS = [
	'HTTP Request, 1 every 10 ms',
	'HTTP Request, 100 every second',
	'HTTP Request as it comes',
	ONE_BY_ONE,
] as const;

export const broadcast = ({ service, fresh }: World): Promise<Section> =>
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
		const rows: Row[] = [];
		for (const latency of LATENCIES) {
			const results = await inTurn([OWN, ...OTHERS], (way) => measure(way, latency));
			const own = results[OWN];
			const rate = medianOf(own, (one) => one.perSecond);
			const refused = medianOf(own, (one) => one.refusedShare);
			const amiss = own.flatMap((one) => [one.lost, one.twice, one.refusedToUser]);
			const others = OTHERS.map((way) => {
				const other = medianOf(results[way], (one) => one.perSecond);
				const share = percent(medianOf(results[way], (one) => one.refusedShare));
				const lost = medianOf(results[way], (one) => one.lost);
				return `${way}: ${other.toFixed(1)} (×${times(rate, other)}), ${share} refused, ${lost} lost`;
			}).join('; ');
			const where = `${latency} ms of latency`;
			rows.push(
				atLeast(`Accepted a second, ${where}`, rate, LEAST, rounded(1), others),
				atMost(`Refused on the way, ${where}`, refused, MOST_REFUSED, percent),
				atMost(`Items lost, sent twice, refused to the user, ${where} (all runs)`, amiss, 0),
			);
		}
		return {
			title: 'Broadcast: how fast a batch goes through the limit',
			how: `${ITEMS} unofficial texts from a webhook, to the simulator, which accepts 100 requests in any second; counted by its journal, from the first to the last accepted. '${ONE_BY_ONE}' is n8n's Loop Over Items with batches of 1, ${itemsOf(ONE_BY_ONE)} items.`,
			rows,
		};
	});
