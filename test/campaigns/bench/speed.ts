import { setTimeout as sleep } from 'node:timers/promises';

import { acceptedOf, perSecond, sendsIn, tallyOf, type Sent } from '../frame/journal';
import { inTurn, medianOf, percent, times } from '../frame/measure';
import { CHANNELS, SEND } from '../frame/nodes';
import { ONE_BY_ONE, type Way } from './ways';
import { atLeast, atMost, rounded, type Row, type Section, type World } from './world';

/** How fast a batch goes through the limits of the service, and how it keeps to them. */

const ITEMS = Number(process.env.BENCH_ITEMS ?? 1000);
const LATENCIES = [50, 400];
const LATENCY_MS = 50;
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
			await service.reset({ latencyMs });
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

const EACH = 500;
const SECOND_FIRST = 100_000;
const LEAST_SHARE = 0.4;

const isOfSecond = ({ to }: Sent) => Number(to.slice(-8)) >= SECOND_FIRST;

/** The smaller share of what was accepted while both had messages left. */
function smallerShare(accepted: readonly Sent[]): number {
	const [first, second] = [accepted.filter((one) => !isOfSecond(one)), accepted.filter(isOfSecond)];
	const from = Math.max(first[0]?.ms ?? 0, second[0]?.ms ?? 0);
	const to = Math.min(first.at(-1)?.ms ?? 0, second.at(-1)?.ms ?? 0);
	const [one = 0, other = 0] = [first, second].map(
		(list) => list.filter(({ ms }) => ms >= from && ms <= to).length,
	);
	return Math.min(one, other) / (one + other);
}

export const fairness = ({ service, fresh }: World): Promise<Section> =>
	fresh(async ({ run }) => {
		await run(OWN, 50);
		const { [OWN]: results } = await inTurn([OWN], async () => {
			await service.reset({ latencyMs: LATENCY_MS });
			await sleep(FORGOTTEN_MS);
			await run(OWN, EACH, [0, SECOND_FIRST]);
			const accepted = acceptedOf(sendsIn(await service.journal()));
			const lost = 2 * EACH - accepted.length;
			return { perSecond: perSecond(accepted), lost, smaller: smallerShare(accepted) };
		});
		const rate = medianOf(results, (one) => one.perSecond);
		const shares = results.map(({ smaller }) => smaller);
		const lost = results.map((one) => one.lost);
		return {
			title: 'Fairness: two executions with one key',
			how: `Two executions of ${EACH} unofficial texts, started at the same time, ${LATENCY_MS} ms of latency; counted by the simulator's journal.`,
			rows: [
				atLeast('Accepted a second, together', rate, LEAST, rounded(1), '100, the limit'),
				atLeast('Smaller share while both ran, in each run', shares, LEAST_SHARE, percent),
				atMost('Items lost (all runs)', lost, 0),
			],
		};
	});

const PER_CHANNEL = 150;
const PER_MINUTE = 60;
const LEAST_A_MINUTE = 58;

const mostInAMinute = (moments: readonly number[]) =>
	Math.max(
		...moments.map((from) => moments.filter((ms) => ms >= from && ms < from + 60_000).length),
	);

export const official = ({ service, fresh }: World): Promise<Section> =>
	fresh(async ({ run }) => {
		await run(OWN, 50);
		await service.reset({ latencyMs: LATENCY_MS });
		await sleep(FORGOTTEN_MS);
		await run('official', PER_CHANNEL * CHANNELS.length);
		const entries = await service.journal();
		// The simulator never accepts too many: what was asked of it shows how the node keeps to the limit.
		const asked = sendsIn(entries);
		const { lost, refusedShare } = tallyOf(entries, PER_CHANNEL * CHANNELS.length);
		const of = (channel: string) => asked.filter((one) => one.channel === channel);
		const most = CHANNELS.map((channel) => mostInAMinute(of(channel).map(({ ms }) => ms)));
		const rates = CHANNELS.map((channel) => perSecond(acceptedOf(of(channel))) * 60);
		return {
			title: 'Official: the limit of each channel',
			how: `${PER_CHANNEL} broadcasts on each of two channels, in turn, in one execution, ${LATENCY_MS} ms of latency; one run, since it takes more than two minutes.`,
			rows: [
				atMost('Most asked of it in any minute, each channel', most, PER_MINUTE),
				atLeast(
					'Accepted a minute, each channel',
					rates,
					LEAST_A_MINUTE,
					rounded(1),
					`${PER_MINUTE}, the limit of a channel`,
				),
				atMost('Refused on the way', refusedShare, MOST_REFUSED, percent),
				atMost('Items lost', lost, 0),
			],
		};
	});
