import { z } from 'zod';

import type { Entry } from '../../../n8n/simulatorProcess';
import { doubledOf, timesOf } from '../../../support/counted';

/** What the service's journal says of a run. */

const asked = z.object({ destination: z.string(), channel_id: z.string().optional() });

export interface Sent {
	ms: number;
	destination: string;
	channel: string | undefined;
}

const SENDS = /^(unofficial\.sendText|official\.broadcast)$/;

export const sendsIn = (entries: readonly Entry[]) =>
	entries.filter(({ endpoint }) => endpoint === null || SENDS.test(endpoint));

/** Every request, accepted or not, as they came. */
export const askedOf = (entries: readonly Entry[]): Sent[] =>
	entries
		.map(({ ms, body }) => {
			const { destination, channel_id: channel } = asked.parse(JSON.parse(body));
			return { ms, destination, channel };
		})
		.sort((a, b) => a.ms - b.ms);

export const acceptedOf = (entries: readonly Entry[]): Sent[] =>
	askedOf(entries.filter(({ outcome }) => outcome === 'accepted'));

/** From the first to the last. */
export function perSecond(sent: readonly Sent[]): number {
	const span = (sent.at(-1)?.ms ?? 0) - (sent[0]?.ms ?? 0);
	return ((sent.length - 1) / span) * 1000;
}

export interface Tally {
	perSecond: number;
	/** Of all requests, those that the service refused for its rate. */
	refusedShare: number;
	/** Items that the service never accepted. */
	lost: number;
	twice: number;
}

export function tallyOf(entries: readonly Entry[], items: number): Tally {
	const sends = sendsIn(entries);
	const accepted = acceptedOf(sends);
	const times = timesOf(accepted.map(({ destination }) => destination));
	return {
		perSecond: perSecond(accepted),
		refusedShare: sends.filter(({ outcome }) => outcome === 'limited').length / sends.length,
		lost: items - times.size,
		twice: doubledOf(times),
	};
}
