import { z } from 'zod';

import { until } from '../../n8n/api';
import { startSimulator, type Simulator } from '../../simulator';
import type { SettingsPatch } from '../../simulator/settings';
import type { Endings } from './runner';

/** The simulator and its journal: it is the witness, whatever n8n says. */

type Entry = ReturnType<Simulator['service']['journal']['list']>['entries'][number];

export type Witness = Awaited<ReturnType<typeof startWitness>>;

/** A simulator whose clock does not move. */
export async function startWitness(endings: Endings) {
	const { url, service, stop } = await startSimulator({ speed: 0, journal: 200_000 });
	endings.add(stop);
	const entries = (): Entry[] => {
		const { entries: all, dropped } = service.journal.list();
		if (dropped > 0) throw new Error('The simulator’s journal is too short');
		return all;
	};
	return {
		url,
		reset: (settings: SettingsPatch = {}) => {
			service.reset();
			service.change(settings);
		},
		entries,
		/** Everything that it was asked since it was reset, answered by now. */
		journal: () =>
			until('the simulator to answer what it was asked', () => {
				const all = entries();
				return Promise.resolve(all.every(({ outcome }) => outcome !== 'open') && all);
			}),
	};
}

const body = z.object({ destination: z.string(), message: z.string() });

/** Every text that was sent, accepted or not, as they came. */
export const sendsIn = (entries: readonly Entry[]) =>
	entries
		.filter(({ outcome }) => outcome !== 'open')
		.filter(({ endpoint }) => endpoint === null || endpoint === 'unofficial.sendText')
		.map(({ ms, outcome, body: text }) => ({ ms, outcome, ...body.parse(JSON.parse(text)) }))
		.sort((a, b) => a.ms - b.ms);

/** How often the service accepted each message, by what tells one from another. */
export function acceptedTimes(
	entries: readonly Entry[],
	by: 'destination' | 'message',
): Map<string, number> {
	const times = new Map<string, number>();
	for (const sent of sendsIn(entries)) {
		if (sent.outcome === 'accepted') times.set(sent[by], (times.get(sent[by]) ?? 0) + 1);
	}
	return times;
}

export const doubledOf = (times: ReadonlyMap<unknown, number>): number =>
	[...times.values()].filter((count) => count > 1).length;

export function tallyOf(entries: readonly Entry[], messages: number) {
	const sends = sendsIn(entries);
	const accepted = sends.filter(({ outcome }) => outcome === 'accepted');
	const times = acceptedTimes(entries, 'destination');
	const limited = sends.filter(({ outcome }) => outcome === 'limited').length;
	const lastedMs = (accepted.at(-1)?.ms ?? 0) - (accepted[0]?.ms ?? 0);
	return {
		perSecond: ((accepted.length - 1) * 1000) / lastedMs,
		refusedShare: limited / sends.length,
		lost: messages - times.size,
		twice: doubledOf(times),
	};
}
