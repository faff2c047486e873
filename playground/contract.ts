import type { PhoneButton, PhoneMedia, Route } from '../test/simulator/service/message';
import type { CallbackKind } from '../test/simulator/settings';

export type { CallbackKind, PhoneButton, PhoneMedia, Route };

/** What the simulator's pages and their server tell one another. */

export type Tick = 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'aborted';

export interface PhoneMessage {
	id: string;
	/** Seen from the phone: what came in, and what its owner wrote. */
	direction: 'in' | 'out';
	/** ISO 8601, on the service's clock. */
	at: string;
	/** A header of text, shown above the text. */
	title: string | null;
	media: PhoneMedia | null;
	/** Text or caption, placeholders filled. Plain text: never markup. */
	text: string;
	footer: string | null;
	buttons: PhoneButton[];
	/** Set where the message carries the un-subscription link. */
	unsubscribeUrl: string | null;
	/** Emoji that the sender put on this message. */
	reaction: string | null;
	/** Id of the message that this one quotes. */
	quotes: string | null;
	/** How far it got; null for what the phone's owner wrote. */
	tick: Tick | null;
	/** Why it failed or was aborted, in words. */
	trouble: string | null;
}

export interface PhoneChat {
	id: string;
	route: Route;
	/** Who writes to this phone. */
	name: string;
	address: string;
	unread: number;
	/** Why nothing can be answered here, in words; null where answering works. */
	closed: string | null;
	/** Official: until when (ISO 8601) the sender may reply freely; null before the first answer. */
	roomUntil: string | null;
	messages: PhoneMessage[];
}

/** The whole of what a phone shows; sent anew whenever something changes. */
export interface PhoneState {
	number: string;
	/** The service's clock (ISO 8601), and how fast it runs. */
	now: string;
	speed: number;
	unsubscribed: boolean;
	/** The chat with the newest message first. */
	chats: PhoneChat[];
}

/** The numbers that have something to show, the newest first. */
export interface PhoneNumbers {
	numbers: {
		number: string;
		messages: number;
		/** Who wrote last, and the last words of the conversation. */
		name: string;
		last: PhoneMessage | null;
	}[];
}

/** POST /phone/answer */
export interface PhoneAnswer {
	number: string;
	chat: string;
	text: string;
	/** The reply button that was tapped. */
	button?: { message: string; id: string };
	/** The message that is quoted. */
	quotes?: string;
}

/** POST /phone/read: the chat is open before the person's eyes. */
export interface PhoneRead {
	number: string;
	chat: string;
}

/** GET and PUT /__control/callbacks: the registered URL of each kind, null where there is none. */
export type CallbackUrls = Record<CallbackKind, string | null>;

/** POST /__control/callbacks/test: what the receiver answered; null if it could not be reached. */
export interface TestResult {
	status: number | null;
}
