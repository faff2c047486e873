import { setTimeout as sleep } from 'node:timers/promises';

import { inTurn, medianOf } from './measure';
import { percent, times, type Row, type Section } from './report';
import { tallyOf, type Tally } from './sent';
import { inWorld } from './world';
import { ONE_BY_ONE, type Way } from './workflows';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 1000);
const LATENCIES = [50, 400];
const LEAST = 97;
const MOST_REFUSED = 0.01;

/** Sequential ones go at the same speed however many there are. */
const itemsOf = (way: Way) => (way === ONE_BY_ONE ? 60 : ITEMS);

const OWN = 'this node';
const CONTENDERS = [
	OWN,
	'HTTP Request, 1 every 10 ms',
	'HTTP Request, 100 every second',
	'HTTP Request as it comes',
	ONE_BY_ONE,
] as const;

interface Result extends Tally {
	/** Items that came out as an error. */
	refusedToUser: number;
}

export const broadcast = (): Promise<Section> =>
	inWorld(({ service, fresh }) =>
		fresh(async (n8n) => {
			const measure = async (way: Way, latencyMs: number): Promise<Result> => {
				await service.reset({ latencyMs });
				await sleep(1100);
				const { id } = await n8n.run(way, itemsOf(way));
				const tally = tallyOf(await service.journal(), itemsOf(way));
				const output = (await n8n.api.execution(id)).output('Send');
				const refusedToUser = output.filter((json) => typeof json.error === 'string').length;
				return { ...tally, refusedToUser };
			};
			await n8n.run(OWN, 50);
			const rows: Row[] = [];
			for (const latency of LATENCIES) {
				const results = await inTurn(CONTENDERS, (way) => measure(way, latency));
				const own = results[OWN];
				const rate = medianOf(own, (one) => one.perSecond);
				const refused = medianOf(own, (one) => one.refusedShare);
				const others = CONTENDERS.filter((way) => way !== OWN);
				const eachOther = (tell: (way: (typeof others)[number]) => string) =>
					others.map((way) => `${way}: ${tell(way)}`).join('; ');
				rows.push(
					{
						what: `Accepted a second, ${latency} ms of latency`,
						figure: rate.toFixed(1),
						baseline: eachOther((way) => {
							const other = medianOf(results[way], (one) => one.perSecond);
							return `${other.toFixed(1)} (×${times(rate, other)})`;
						}),
						target: `≥ ${LEAST}`,
						met: rate >= LEAST,
					},
					{
						what: `Refused on the way, ${latency} ms`,
						figure: percent(refused),
						baseline: eachOther((way) =>
							percent(medianOf(results[way], (one) => one.refusedShare)),
						),
						target: `≤ ${percent(MOST_REFUSED)}`,
						met: refused <= MOST_REFUSED,
					},
					{
						what: `Items lost, sent twice, refused to the user, ${latency} ms (all runs)`,
						figure: [
							own.map((one) => one.lost).join(' '),
							own.map((one) => one.twice).join(' '),
							own.map((one) => one.refusedToUser).join(' '),
						].join(' · '),
						baseline: eachOther((way) => `${medianOf(results[way], (one) => one.lost)} lost`),
						target: 'none',
						met: own.every((one) => one.lost + one.twice + one.refusedToUser === 0),
					},
				);
			}
			return {
				title: 'Broadcast: how fast a batch goes through the limit',
				how: `${ITEMS} unofficial texts from a webhook, to the simulator, which accepts 100 requests in any second; counted by its journal, from the first to the last accepted. '${ONE_BY_ONE}' is n8n's Loop Over Items with batches of 1, ${itemsOf(ONE_BY_ONE)} items.`,
				rows,
			};
		}),
	);
