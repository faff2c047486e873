import { z } from 'zod';

/** What the simulator's journal says: it is the witness, whatever n8n says. */

interface Entry {
	ms: number;
	endpoint: string | null;
	outcome: string;
	body: string;
}

const body = z.object({ destination: z.string(), message: z.string() });

/** Every text that was sent, accepted or not, as they came. */
const sendsIn = (entries: readonly Entry[]) =>
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
