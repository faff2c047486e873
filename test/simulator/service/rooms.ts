import { randomUUID } from 'node:crypto';

import { ROOM_ACTIVE_MS } from '../facts/limits';
import type { Sender } from './message';

export interface Room {
	id: string;
	account: string;
	sender: Sender;
	number: string;
	/** The time of the recipient's last message. */
	answeredAt: number;
}

/** The rooms between Official channels and the recipients who wrote to them. */
export class Rooms {
	private readonly byId = new Map<string, Room>();

	private readonly byChat = new Map<string, Room>();

	/** Opens a room for a recipient who writes. An open room stays the same, and its 24 hours begin again. */
	answered(account: string, sender: Sender, number: string, now: number): Room {
		const chat = `${sender.id} ${number}`;
		const known = this.byChat.get(chat);
		if (known !== undefined && now < this.until(known)) {
			known.answeredAt = now;
			return known;
		}
		const room: Room = { id: randomUUID(), account, sender, number, answeredAt: now };
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
