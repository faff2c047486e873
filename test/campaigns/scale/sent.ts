import { z } from 'zod';

import type { Entry } from '../../n8n/simulatorProcess';
import { timesOf, type Times } from '../../support/counted';

const text = z.object({ message: z.string() });

export interface Sent {
	/** How often each text was accepted. */
	times: Times<string>;
	/** As they were accepted. */
	texts: string[];
	accepted: number;
	/** Refused for the rate, whatever became of the message later. */
	limited: number;
	/** Neither accepted nor refused for the rate. */
	other: number;
	perSecond: number;
}

/** What the service saw of the texts that were sent. */
export function sentOf(entries: readonly Entry[]): Sent {
	const accepted = entries.filter(({ outcome }) => outcome === 'accepted');
	const limited = entries.filter(({ outcome }) => outcome === 'limited').length;
	const took = (accepted.at(-1)?.ms ?? 0) - (accepted[0]?.ms ?? 0);
	const texts = accepted.map(({ body }) => text.parse(JSON.parse(body)).message);
	return {
		texts,
		times: timesOf(texts),
		accepted: accepted.length,
		limited,
		other: entries.length - accepted.length - limited,
		perSecond: took > 0 ? Math.round(((accepted.length - 1) * 10_000) / took) / 10 : 0,
	};
}
