import { z } from 'zod';

/** What the simulator's journal says: it is the witness, whatever n8n says. */

interface Entry {
	ms: number;
	endpoint: string | null;
	outcome: string;
	body: string;
}

/** How often the service accepted each message, by what tells one from another. */
export type Times<Key> = ReadonlyMap<Key, number>;

export function timesOf<Key>(messages: Iterable<Key>): Times<Key> {
	const times = new Map<Key, number>();
	for (const message of messages) times.set(message, (times.get(message) ?? 0) + 1);
	return times;
}

export const lostOf = <Key>(times: Times<Key>, messages: Iterable<Key>): number =>
	[...messages].filter((message) => !times.has(message)).length;

export const doubledOf = (times: Times<unknown>): number =>
	[...times.values()].filter((count) => count > 1).length;

const body = z.object({
	destination: z.string(),
	message: z.string().default(''),
	channel_id: z.string().optional(),
});

const fieldsOf = ({ endpoint, body: text }: Entry): z.output<typeof body> =>
	endpoint === 'sms.send'
		? { destination: new URLSearchParams(text).get('GSM') ?? '', message: '' }
		: body.parse(JSON.parse(text));

export interface Sent {
	ms: number;
	outcome: string;
	to: string;
	text: string;
	channel: string | undefined;
}

const SENDS = /^(unofficial\.sendText|official\.broadcast|sms\.send)$/;

/** Every request that sends, accepted or not, as they came. */
export const sendsIn = (entries: readonly Entry[]): Sent[] =>
	entries
		.filter(({ outcome }) => outcome !== 'open')
		.filter(({ endpoint }) => endpoint === null || SENDS.test(endpoint))
		.map((entry) => {
			const { destination, message, channel_id } = fieldsOf(entry);
			const { ms, outcome } = entry;
			return { ms, outcome, to: destination, text: message, channel: channel_id };
		})
		.sort((a, b) => a.ms - b.ms);

export const acceptedOf = (sends: readonly Sent[]) =>
	sends.filter(({ outcome }) => outcome === 'accepted');

export const perSecond = (sent: readonly Sent[]): number =>
	((sent.length - 1) * 1000) / ((sent.at(-1)?.ms ?? 0) - (sent[0]?.ms ?? 0));

/** @param messages what was to be sent: how many, or their texts */
export function tallyOf(entries: readonly Entry[], messages: number | readonly string[]) {
	const sends = sendsIn(entries);
	const accepted = acceptedOf(sends);
	const isByText = typeof messages !== 'number';
	const times = timesOf(accepted.map(({ to, text }) => (isByText ? text : to)));
	const limited = sends.filter(({ outcome }) => outcome === 'limited').length;
	return {
		perSecond: perSecond(accepted),
		refusedShare: limited / sends.length,
		lost: isByText ? lostOf(times, messages) : messages - times.size,
		twice: doubledOf(times),
		/** Neither accepted nor refused for the rate. */
		other: sends.length - accepted.length - limited,
	};
}
export type Tally = ReturnType<typeof tallyOf>;
