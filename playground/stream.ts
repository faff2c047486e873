import type { FastifyReply } from 'fastify';

import { chatOf, isoTime, type PhoneEntry, type Service, statusOf } from '../test/simulator';
import type { PhoneChat, PhoneMessage, PhoneNumber, PhoneState } from './contract';

const shown = (entry: PhoneEntry): PhoneMessage => ({
	...entry.content,
	id: entry.id,
	direction: entry.direction,
	at: isoTime(entry.at),
	reaction: entry.reaction,
	...(entry.direction === 'in'
		? { tick: statusOf(entry.status), trouble: entry.trouble }
		: { callbacks: entry.callbacks }),
});

const isUnread = (entry: PhoneEntry) =>
	entry.direction === 'in' && entry.status === 'D' && entry.isReaction !== true;

function chat(service: Service, number: string, entries: PhoneEntry[]): PhoneChat | undefined {
	const [first] = entries;
	if (first === undefined) return undefined;
	const { route, sender } = first;
	const room = route === 'official' ? service.state.rooms.of(sender, number) : undefined;
	return {
		id: chatOf(first),
		route,
		name: sender.name,
		address: sender.number,
		unread: route === 'sms' ? 0 : entries.filter(isUnread).length,
		isGroup: entries.some((entry) => entry.direction === 'in' && entry.isGroup),
		roomUntil: room ? isoTime(service.state.rooms.until(room)) : null,
		messages: entries.filter(({ isReaction }) => isReaction !== true).map(shown),
	};
}

/** What the owner of a phone sees. */
function phoneState(service: Service, number: string): PhoneState {
	const { messages, exclusions } = service.state;
	// Newest first, so that the first one seen of each chat puts the chats in order.
	const byChat = new Map<string, PhoneEntry[]>();
	for (const entry of messages.onPhone(number).toReversed()) {
		byChat.set(chatOf(entry), [entry, ...(byChat.get(chatOf(entry)) ?? [])]);
	}
	return {
		now: isoTime(service.clock.now()),
		unsubscribed: exclusions.has(number),
		chats: [...byChat.values()].flatMap((list) => chat(service, number, list) ?? []),
	};
}

const MOST_NUMBERS = 200;

/** The newest first. */
const phoneNumbers = (service: Service): PhoneNumber[] =>
	service.state.messages.numbers(MOST_NUMBERS).map((one) => {
		const last = service.state.messages.onPhone(one.number).at(-1);
		return { ...one, name: last?.sender.name ?? '', last: last && shown(last) };
	});

const SHORTEST_PAUSE_MS = 100;
const HEARTBEAT_MS = 15_000;

/** Server-sent events: the whole of what a phone shows, whenever something changed, at most ten times a second. */
export function stream(service: Service, number: string | undefined, reply: FastifyReply): void {
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(200, {
		'content-type': 'text/event-stream',
		'cache-control': 'no-store',
		'x-accel-buffering': 'no',
	});
	const send = (event: string, data: unknown) => {
		raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
	};
	let timer: NodeJS.Timeout | undefined;
	const tell = () => {
		timer = undefined;
		// A reader who does not keep up gets a later state instead of all of them.
		if (raw.writableLength > 1_000_000) {
			changed();
			return;
		}
		send('numbers', phoneNumbers(service));
		if (number !== undefined) send('state', phoneState(service, number));
	};
	const changed = () => {
		timer ??= setTimeout(tell, SHORTEST_PAUSE_MS);
	};
	// The page knows the time by it, too.
	const heartbeat = setInterval(changed, HEARTBEAT_MS);
	service.on('changed', changed);
	raw.on('close', () => {
		service.off('changed', changed);
		clearTimeout(timer);
		clearInterval(heartbeat);
	});
	tell();
}
