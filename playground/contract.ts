import { z } from 'zod/v4';

import type { Content, Route } from '../test/simulator/service/message';
import type { CallbackKind } from '../test/simulator/settings';

/** What the pages and their server tell one another. */

export type { CallbackKind, Content, Route };

export interface PhoneMessage extends Content {
	id: string;
	/** Seen from the phone: what came in, and what its owner wrote. */
	direction: 'in' | 'out';
	/** ISO 8601, on the service's clock. */
	at: string;
	/** Emoji that the sender put on this message. */
	reaction?: string | undefined;
	/** How far it got; not for what the phone's owner wrote. */
	tick?: { word: string; became: 'open' | 'arrived' | 'lost' } | undefined;
	/** Why it failed or was aborted, in words. */
	trouble?: string | undefined;
	/** What each registered URL responded to the callback of what the phone's owner wrote; null if none came. */
	callbacks?: (number | null)[] | undefined;
}

export interface PhoneChat {
	id: string;
	route: Route;
	/** Who writes to this phone. */
	name: string;
	address: string;
	unread: number;
	/** Nobody can answer for a group. */
	isGroup: boolean;
	/** Official: until when (ISO 8601) the sender may reply freely; null before the first answer. */
	roomUntil: string | null;
	messages: PhoneMessage[];
}

/** The whole of what a phone shows; sent anew whenever something changes. */
export interface PhoneState {
	/** The service's clock (ISO 8601). */
	now: string;
	unsubscribed: boolean;
	/** The chat with the newest message first. */
	chats: PhoneChat[];
}

/** A number that has something to show. */
export interface PhoneNumber {
	number: string;
	messages: number;
	/** Who wrote last, and the last words of the conversation. */
	name: string;
	last: PhoneMessage | undefined;
}

/** POST /phone/answer */
export const phoneAnswer = z
	.object({
		number: z.string().min(1),
		chat: z.string(),
		text: z.string().min(1).max(10_000),
		/** The reply button that was tapped. */
		button: z.object({ message: z.string(), id: z.string() }).optional(),
		/** The message that is quoted. */
		quotes: z.string().optional(),
	})
	.strict();
export type PhoneAnswer = z.input<typeof phoneAnswer>;

/** GET and PUT /__control/callbacks: the registered URLs of each kind. */
export type CallbackUrls = Record<CallbackKind, string[]>;

/** POST /__control/callbacks/test: what each URL of the kind answered; null if it could not be reached. */
export interface TestResult {
	statuses: (number | null)[];
}
