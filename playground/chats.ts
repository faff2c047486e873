import { chatOf, isoTime, type PhoneEntry, type Service } from '../test/simulator';
import type { PhoneChat, PhoneMessage, PhoneNumber, PhoneState, Tick } from './contract';

const TICKS: Record<Extract<PhoneEntry, { direction: 'in' }>['status'], Tick> = {
	U: 'queued',
	Q: 'queued',
	S: 'sent',
	D: 'delivered',
	R: 'read',
	A: 'aborted',
	F: 'failed',
};

const shown = (entry: PhoneEntry): PhoneMessage => ({
	...entry.content,
	id: entry.id,
	direction: entry.direction,
	at: isoTime(entry.at),
	reaction: entry.reaction,
	...(entry.direction === 'in' && { tick: TICKS[entry.status], trouble: entry.trouble }),
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
export function phoneState(service: Service, number: string): PhoneState {
	const { messages, accounts, exclusions } = service.state;
	// Newest first, so that the first one seen of each chat puts the chats in order.
	const byChat = new Map<string, PhoneEntry[]>();
	for (const entry of messages.onPhone(number).toReversed()) {
		byChat.set(chatOf(entry), [entry, ...(byChat.get(chatOf(entry)) ?? [])]);
	}
	return {
		now: isoTime(service.clock.now()),
		unsubscribed: [...accounts.keys()].some((account) => exclusions.has(`${account} ${number}`)),
		chats: [...byChat.values()].flatMap((list) => chat(service, number, list) ?? []),
	};
}

const MOST_NUMBERS = 200;

/** The newest first. */
export const phoneNumbers = (service: Service): PhoneNumber[] =>
	service.state.messages.numbers(MOST_NUMBERS).map((one) => {
		const last = service.state.messages.onPhone(one.number).at(-1);
		return { ...one, name: last?.sender.name ?? '', last: last && shown(last) };
	});
