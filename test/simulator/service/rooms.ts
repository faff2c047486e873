import { randomUUID } from 'node:crypto';

import { ROOM_ACTIVE_MS } from '../facts/limits';
import type { Sender } from './message';

export interface Room {
	id: string;
	account: string;
	sender: Sender;
	number: string;
	/** When its recipient last wrote. */
	answeredAt: number;
}

const MOST_ROOMS = 100_000;

/** The chat sessions between Official channels and those who answered them. */
export class Rooms {
	private readonly byId = new Map<string, Room>();

	private readonly byChat = new Map<string, Room>();

	/** The recipient wrote: their room opens, or stays open from now on; one that has expired is another's past. */
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
		if (this.byId.size > MOST_ROOMS) this.forgetOldest();
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

	private forgetOldest(): void {
		for (const [id, room] of this.byId) {
			this.byId.delete(id);
			const chat = `${room.sender.id} ${room.number}`;
			if (this.byChat.get(chat) === room) this.byChat.delete(chat);
			return;
		}
	}
}
