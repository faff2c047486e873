import { setTimeout as sleep } from 'node:timers/promises';

import { percent, type Section } from './report';
import { acceptedOf, askedOf, sendsIn } from './sent';
import { inWorld } from './world';
import { CHANNELS } from './workflows';

const PER_CHANNEL = 150;
const ITEMS = PER_CHANNEL * CHANNELS.length;
const LATENCY_MS = 50;
const PER_MINUTE = 60;
const LEAST = 58;

/** The most of these moments that lie within any minute. */
const mostInAMinute = (moments: readonly number[]) =>
	Math.max(
		...moments.map((from) => moments.filter((ms) => ms >= from && ms < from + 60_000).length),
	);

const aMinute = (moments: readonly number[]) =>
	((moments.length - 1) * 60_000) / ((moments.at(-1) ?? 0) - (moments[0] ?? 0));

export const official = (): Promise<Section> =>
	inWorld(async ({ service, fresh }) => {
		const sends = await fresh(async (n8n) => {
			await n8n.run('this node', 50);
			await service.reset({ latencyMs: LATENCY_MS });
			await sleep(1100);
			await n8n.run('official', ITEMS);
			return sendsIn(await service.journal());
		});
		const accepted = acceptedOf(sends);
		// The simulator never accepts too many: what was asked of it shows how the node keeps to the limit.
		const asked = askedOf(sends);
		const perChannel = <T>(sent: typeof asked, of: (moments: number[]) => T) =>
			CHANNELS.map((channel) =>
				of(sent.filter((one) => one.channel === channel).map(({ ms }) => ms)),
			);
		const most = perChannel(asked, mostInAMinute);
		const rates = perChannel(accepted, aMinute);
		const refused = sends.filter(({ outcome }) => outcome === 'limited').length / sends.length;
		return {
			title: 'Official: the limit of each channel',
			how: `${PER_CHANNEL} broadcasts on each of two channels, in turn, in one execution, ${LATENCY_MS} ms of latency; one run, since it takes more than two minutes.`,
			rows: [
				{
					what: 'Most asked of it in any minute, each channel',
					figure: most.join(', '),
					baseline: '',
					target: `≤ ${PER_MINUTE}`,
					met: most.every((count) => count <= PER_MINUTE),
				},
				{
					what: 'Accepted a minute, each channel',
					figure: rates.map((rate) => rate.toFixed(1)).join(', '),
					baseline: `${PER_MINUTE}, the limit of a channel`,
					target: `≥ ${LEAST}`,
					met: rates.every((rate) => rate >= LEAST),
				},
				{
					what: 'Refused on the way',
					figure: percent(refused),
					baseline: '',
					target: '≤ 1.0 %',
					met: refused <= 0.01,
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
