import { chatOf, isoTime, type PhoneEntry, type Service } from '../test/simulator';
import type { PhoneChat, PhoneMessage, PhoneNumbers, PhoneState, Tick } from './contract';

const TICKS: Record<Extract<PhoneEntry, { direction: 'in' }>['status'], Tick> = {
	U: 'queued',
	Q: 'queued',
	S: 'sent',
	D: 'delivered',
	R: 'read',
	A: 'aborted',
	F: 'failed',
};

function shown(entry: PhoneEntry): PhoneMessage {
	const { content } = entry;
	return {
		id: entry.id,
		direction: entry.direction,
		at: isoTime(entry.at),
		title: content.title ?? null,
		media: content.media ?? null,
		text: content.text,
		footer: content.footer ?? null,
		buttons: content.buttons ?? [],
		unsubscribeUrl: content.unsubscribeUrl ?? null,
		reaction: entry.reaction ?? null,
		quotes: content.quotes ?? null,
		tick: entry.direction === 'in' ? TICKS[entry.status] : null,
		trouble: entry.direction === 'in' ? (entry.trouble ?? null) : null,
	};
}

const isUnread = (entry: PhoneEntry) =>
	entry.direction === 'in' && entry.status === 'D' && entry.isReaction !== true;

function chat(service: Service, number: string, entries: PhoneEntry[]): PhoneChat | undefined {
	const first = entries[0];
	if (first === undefined) return undefined;
	const { route, sender } = first;
	const room = route === 'official' ? service.state.rooms.of(sender, number) : undefined;
	const isGroup = entries.some((entry) => entry.direction === 'in' && entry.isGroup);
	return {
		id: chatOf(first),
		route,
		name: sender.name,
		address: sender.number,
		unread: route === 'sms' ? 0 : entries.filter(isUnread).length,
		closed: isGroup ? 'This is a group: nobody can answer for it here' : null,
		roomUntil: room ? isoTime(service.state.rooms.until(room)) : null,
		messages: entries.filter(({ isReaction }) => isReaction !== true).map(shown),
	};
}

/** What the owner of a phone sees. */
export function phoneState(service: Service, number: string): PhoneState {
	const entries = service.state.messages.onPhone(number);
	// Newest first, so that the first one seen of each chat puts the chats in order.
	const byChat = new Map<string, PhoneEntry[]>();
	for (const entry of entries.toReversed()) {
		const list = byChat.get(chatOf(entry)) ?? [];
		byChat.set(chatOf(entry), list);
		list.push(entry);
	}
	const excluded = [...service.state.accounts.keys()].some((account) =>
		service.state.exclusions.has(`${account} ${number}`),
	);
	return {
		number,
		now: isoTime(service.clock.now()),
		speed: service.clock.speed,
		unsubscribed: excluded,
		chats: [...byChat.values()].flatMap((list) => chat(service, number, list.reverse()) ?? []),
	};
}

const MOST_NUMBERS = 200;

export const phoneNumbers = (service: Service): PhoneNumbers => ({
	numbers: service.state.messages.numbers(MOST_NUMBERS).map((one) => {
		const last = service.state.messages.onPhone(one.number).at(-1);
		return { ...one, name: last?.sender.name ?? '', last: last ? shown(last) : null };
	}),
});
