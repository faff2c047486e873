import { sleep } from 'n8n-workflow';
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isGiven, onceAnswered, sentBody } from '../plain';
import { idOf } from './response';
import type { InboxMessage } from './kinds';

const LONGEST_MS = 30_000;
const MOST_MESSAGES = 50;
const LARGEST = 1024 * 1024;
/** A waiting call takes about 10 MB of n8n's memory. */
const MOST_BURSTS = 20;

interface Burst<Entry> {
	entries: Entry[];
	size: number;
	latest: number;
	endsAt: number;
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
		const burst = known ?? { entries: [], size: 0, latest, endsAt: 0, settle: () => undefined };
		burst.settle(undefined);
		burst.entries.push(entry);
		burst.size += size;
		burst.endsAt = Math.min(now + gapMs, burst.latest);
		const outcome = new Promise<Entry[] | undefined>((resolve) => {
			burst.settle = resolve;
		});
		if (known === undefined) {
			this.open.set(key, burst);
			void this.watch(key, burst);
			const [oldest] = this.open;
			if (oldest !== undefined && this.open.size > MOST_BURSTS) this.end(...oldest);
		}
		if (burst.entries.length >= MOST_MESSAGES || burst.size > LARGEST) this.end(key, burst);
		return await outcome;
	}

	private async watch(key: string, burst: Burst<Entry>): Promise<void> {
		while (this.open.get(key) === burst) {
			const left = burst.endsAt - this.clock.now();
			if (left > 0) await this.clock.sleep(left);
			else this.end(key, burst);
		}
	}

	private end(key: string, burst: Burst<Entry>): void {
		this.open.delete(key);
		// The timer keeps the burst in memory for a while, so the burst gives up its entries now.
		burst.settle(burst.entries.splice(0));
	}
}

interface Arrived {
	message: InboxMessage;
	data: IDataObject | IDataObject[];
	response: ReturnType<IWebhookFunctions['getResponseObject']>;
}

const bursts = new Bursts<Arrived>();

function joined(all: readonly InboxMessage[], last: InboxMessage): InboxMessage {
	const text = all
		.map((one) => one.text)
		.filter(isGiven)
		.join('\n');
	return {
		...last,
		...(text !== '' && { text, chatInput: text }),
		keyword: all.findLast(({ keyword }) => keyword !== null)?.keyword ?? null,
		messages: [...all],
		message_count: all.length,
	};
}

export const starting = (json: IDataObject): IWebhookResponseData => ({
	workflowData: [[{ json }]],
	webhookResponse: { message: 'Received' },
});

/**
 * The newest call of a burst starts the execution. The other calls get their responses only after that. If n8n crashes
 * first, the service sees all of them fail.
 */
export async function groupMessages(
	context: IWebhookFunctions,
	{ message, data }: Omit<Arrived, 'response'>,
	gapMs: number,
	simplify: boolean,
): Promise<IWebhookResponseData> {
	const response = context.getResponseObject();
	const conversation = JSON.stringify([idOf(context), message.event, message.sessionId]);
	const { length } = sentBody(context);
	const all = await bursts.join(conversation, { message, data, response }, length, gapMs);
	if (all === undefined) return { noWebhookResponse: true };
	onceAnswered(context, (status) => {
		const [code, words] = status < 400 ? [200, 'Received'] : [503, 'Not accepted: send it again'];
		for (const earlier of all) {
			if (earlier.response !== response) earlier.response.status(code).json({ message: words });
		}
	});
	const messages = all.map((one) => one.message);
	return starting(
		simplify
			? joined(messages, message)
			: { event: message.event, data: all.flatMap((one) => one.data) },
	);
}
