import { sleep } from 'n8n-workflow';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isGiven, onceAnswered, sentBody } from '../plain';
import { idOf } from './response';
import type { InboxMessage } from './kinds';
import { LONGEST_GROUP_SECONDS } from './settings';

/** docs/triggers.md names these limits, and docs/privacy.md the first. */
const LONGEST_MS = LONGEST_GROUP_SECONDS * 1000;
const MOST_MESSAGES = 50;
const LARGEST = 1024 * 1024;
/** A waiting call takes about 10 MB of n8n's memory. */
const MOST_BURSTS = 20;

interface Burst<Entry> {
	entries: Entry[];
	size: number;
	latest: number;
	settle: (all: Entry[] | undefined) => void;
}

export class Bursts<Entry> {
	private readonly open = new Map<string, Burst<Entry>>();

	constructor(private readonly clock = { now: () => performance.now(), sleep }) {}

	/** @returns all entries when the burst ends, or undefined as soon as a newer entry comes */
	async join(key: string, entry: Entry, size: number, gapMs: number): Promise<Entry[] | undefined> {
		const now = this.clock.now();
		const known = this.open.get(key);
		const latest = known?.latest ?? now + LONGEST_MS;
		const burst = known ?? { entries: [], size: 0, latest, settle: () => undefined };
		burst.settle(undefined);
		burst.entries.push(entry);
		burst.size += size;
		const { length } = burst.entries;
		void this.clock.sleep(Math.min(gapMs, latest - now)).then(() => {
			if (this.open.get(key) === burst && burst.entries.length === length) this.end(key, burst);
		});
		const outcome = new Promise<Entry[] | undefined>((resolve) => {
			burst.settle = resolve;
		});
		if (known === undefined) {
			this.open.set(key, burst);
			const [oldest] = this.open;
			if (oldest !== undefined && this.open.size > MOST_BURSTS) this.end(...oldest);
		}
		if (length >= MOST_MESSAGES || burst.size > LARGEST) this.end(key, burst);
		return await outcome;
	}

	private end(key: string, burst: Burst<Entry>): void {
		this.open.delete(key);
		// The timers keep the burst in memory for a while, so the burst gives up its entries now.
		burst.settle(burst.entries.splice(0));
	}
}

interface Arrived {
	messages: readonly InboxMessage[];
	data: IDataObject | IDataObject[];
	response: ReturnType<IWebhookFunctions['getResponseObject']>;
}

const bursts = new Bursts<Arrived>();

function joined(all: readonly InboxMessage[]): IDataObject {
	const texts = all.map((one) => one.text).filter(isGiven);
	const text = texts.join('\n');
	return {
		...all.at(-1),
		...(text !== '' && { text, chatInput: text }),
		keyword: all.findLast(({ keyword }) => keyword !== null)?.keyword ?? null,
		button_id: all.findLast(({ button_id }) => button_id !== null)?.button_id ?? null,
		messages: [...all],
		message_count: all.length,
	};
}

export const starting = (items: readonly IDataObject[]): IWebhookResponseData => ({
	workflowData: [items.map((json) => ({ json }))],
	webhookResponse: { message: 'Received' },
});

/** A message of an unknown conversation stays alone. */
function itemsOf(messages: readonly InboxMessage[]): IDataObject[] {
	const known = new Map<string | number, InboxMessage[]>();
	for (const [at, message] of messages.entries()) {
		const conversation = message.sessionId ?? at;
		known.set(conversation, [...(known.get(conversation) ?? []), message]);
	}
	return [...known].flatMap(([key, all]) => (typeof key === 'number' ? all : [joined(all)]));
}

/**
 * The newest call of a burst starts the execution. The other calls get their responses only after that. If n8n crashes
 * first, the service sees all of them fail. A call with several conversations does not wait for others.
 */
export async function groupMessages(
	context: IWebhookFunctions,
	{ messages, data }: Omit<Arrived, 'response'>,
	gapMs: number,
	simplify: boolean,
): Promise<IWebhookResponseData> {
	const response = context.getResponseObject();
	const event = messages[0]?.event ?? '';
	const begin = (all: readonly InboxMessage[], payload: Arrived['data']) =>
		starting(simplify ? itemsOf(all) : [{ event, data: payload }]);
	const [session, ...others] = new Set(messages.map(({ sessionId }) => sessionId));
	if (session === undefined || others.length > 0) return begin(messages, data);
	const conversation = JSON.stringify([idOf(context), event, session]);
	const { length } = sentBody(context);
	const all = await bursts.join(conversation, { messages, data, response }, length, gapMs);
	if (all === undefined) return { noWebhookResponse: true };
	onceAnswered(context, (status) => {
		const [code, words] = status < 400 ? [200, 'Received'] : [503, 'Not accepted: send it again'];
		for (const earlier of all) {
			if (earlier.response !== response) earlier.response.status(code).json({ message: words });
		}
	});
	const payloads = all.flatMap<IDataObject>((one) => one.data);
	const grouped = all.flatMap((one) => one.messages);
	return begin(grouped, payloads);
}
