import { setTimeout as sleep } from 'node:timers/promises';

import type { Entry } from '../../n8n/simulatorProcess';
import { medianOf, REPEATS } from './measure';
import { percent, type Section } from './report';
import { acceptedOf, askedOf, perSecond, sendsIn } from './sent';
import { inWorld, type World } from './world';
import { CHANNELS } from './workflows';

const PER_CHANNEL = 150;
const ITEMS = PER_CHANNEL * CHANNELS.length;
const LATENCY_MS = 50;
const PER_MINUTE = 60;
const AT_ONCE = PER_MINUTE * CHANNELS.length;
const LEAST = 97;

/** The most of these moments that lie within any minute. */
const mostInAMinute = (moments: readonly number[]) =>
	Math.max(
		...moments.map((from) => moments.filter((ms) => ms >= from && ms < from + 60_000).length),
	);

const broadcasts = ({ service, fresh }: World, items: number) =>
	fresh(async (n8n) => {
		await n8n.run('this node', 50);
		await service.reset({ latencyMs: LATENCY_MS });
		await sleep(1100);
		await n8n.run('official', items);
		return sendsIn(await service.journal());
	});

const rateOf = (sends: readonly Entry[]) => perSecond(acceptedOf(sends).slice(0, AT_ONCE));

export const official = (): Promise<Section> =>
	inWorld(async (world) => {
		const sends = await broadcasts(world, ITEMS);
		const rates = [rateOf(sends)];
		while (rates.length < REPEATS) rates.push(rateOf(await broadcasts(world, AT_ONCE)));
		const accepted = acceptedOf(sends);
		// The simulator never accepts too many: what was asked of it shows how the node keeps to the limit.
		const asked = askedOf(sends);
		const most = CHANNELS.map((channel) =>
			mostInAMinute(asked.filter((one) => one.channel === channel).map(({ ms }) => ms)),
		);
		const refused = sends.filter(({ outcome }) => outcome === 'limited').length;
		const rate = medianOf(rates, (one) => one);
		const seconds = ((accepted.at(-1)?.ms ?? 0) - (accepted[0]?.ms ?? 0)) / 1000;
		// The third sixty of a channel begin two minutes after the first.
		const ideal = (Math.ceil(PER_CHANNEL / PER_MINUTE) - 1) * 60;
		return {
			title: 'Official: the limit of each channel',
			how: `${PER_CHANNEL} broadcasts on each of two channels, in turn, in one execution, ${LATENCY_MS} ms of latency; one run, since it takes more than two minutes. The first ${AT_ONCE} are over in a little more than a second: the median of ${REPEATS}, of that run and of executions of ${AT_ONCE}, each in an n8n just started.`,
			rows: [
				{
					what: 'Most asked of it in any minute, each channel',
					figure: most.join(', '),
					baseline: '',
					target: `≤ ${PER_MINUTE}`,
					met: most.every((count) => count <= PER_MINUTE),
				},
				{
					what: `Accepted a second, the first ${AT_ONCE}`,
					figure: `${rate.toFixed(1)} (${rates.map((one) => one.toFixed(1)).join(', ')})`,
					baseline: '100, the limit of the API',
					target: `≥ ${LEAST}`,
					met: rate >= LEAST,
				},
				{
					what: 'From the first to the last',
					figure: `${seconds.toFixed(1)} s`,
					baseline: `${ideal} s, the least that the limits allow`,
					target: '',
				},
				{
					what: 'Refused on the way',
					figure: percent(refused / sends.length),
					baseline: '',
					target: '≤ 1.0 %',
					met: refused / sends.length <= 0.01,
				},
				{
					what: 'Items lost',
					figure: String(ITEMS - accepted.length),
					baseline: '',
					target: 'none',
					met: accepted.length === ITEMS,
				},
			],
		};
	});
