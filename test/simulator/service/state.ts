import { randomUUID } from 'node:crypto';

import type { Meter } from '../core/window';
import { ROOM_ACTIVE_MS } from '../facts/limits';
import type { Options } from '../settings';
import { startAccount } from './accounts';
import type { Message, PhoneEntry, Sender } from './message';
import { startTemplates } from './templates';

export interface StoredFile {
	bytes: Buffer;
	mime: string;
	name: string;
}

const MOST_ON_A_PHONE = 200;

/** All messages, and the newest entries of each phone. */
class Messages {
	private readonly byRef = new Map<string, Message>();

	private readonly phones = new Map<string, PhoneEntry[]>();

	add(entry: PhoneEntry): void {
		const phone = this.phones.get(entry.number) ?? [];
		// The phone with the newest entry is the last.
		this.phones.delete(entry.number);
		this.phones.set(entry.number, phone);
		phone.push(entry);
		if (phone.length > MOST_ON_A_PHONE) phone.shift();
		if (entry.direction === 'in') this.byRef.set(entry.id, entry);
	}

	get(ref: string): Message | undefined {
		return this.byRef.get(ref);
	}

	all(): Message[] {
		return [...this.byRef.values()];
	}

	onPhone(number: string): readonly PhoneEntry[] {
		return this.phones.get(number) ?? [];
	}

	/** The newest first. */
	numbers(most: number): { number: string; messages: number }[] {
		return [...this.phones]
			.slice(-most)
			.reverse()
			.map(([number, entries]) => ({ number, messages: entries.length }));
	}
}

interface Room {
	id: string;
	sender: Sender;
	number: string;
	/** The time of the recipient's last message. */
	answeredAt: number;
}

/** The rooms between Official channels and the recipients who wrote to them. */
class Rooms {
	private readonly byId = new Map<string, Room>();

	private readonly byChat = new Map<string, Room>();

	/** Opens a room for a recipient who writes. An open room stays the same, and its 24 hours begin again. */
	answered(sender: Sender, number: string, now: number): Room {
		const chat = `${sender.id} ${number}`;
		const known = this.byChat.get(chat);
		if (known !== undefined && now < this.until(known)) {
			known.answeredAt = now;
			return known;
		}
		const room: Room = { id: randomUUID(), sender, number, answeredAt: now };
		this.byChat.set(chat, room);
		this.byId.set(room.id, room);
		return room;
	}

	get(id: string): Room | undefined {
		return this.byId.get(id);
	}

	of(sender: Sender, number: string): Room | undefined {
		return this.byChat.get(`${sender.id} ${number}`);
	}

	until({ answeredAt }: Room): number {
		return answeredAt + ROOM_ACTIVE_MS;
	}
}

/** All state of the service. A reset makes it new. */
export function startState(options: Options) {
	return {
		settings: { ...options.settings },
		account: startAccount(),
		templates: startTemplates(),
		messages: new Messages(),
		rooms: new Rooms(),
		/** The recipients who wrote to a Business gateway: 'gateway number'. */
		conversations: new Set<string>(),
		/** Numbers that followed an un-subscription link. */
		exclusions: new Set<string>(),
		/** The numbers of un-subscription links, by the code of the link. */
		links: new Map<string, string>(),
		/** The files of messages, which the phone shows. */
		files: new Map<string, StoredFile>(),
		channelMeters: new Map<string, Meter>(),
	};
}
