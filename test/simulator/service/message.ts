import type { MessageCode } from '../facts/statuses';

export type Route = 'official' | 'unofficial' | 'business' | 'sms';

export interface PhoneMedia {
	kind: 'image' | 'video' | 'audio' | 'document';
	/** On this server or on loopback; null if the file is at another address and is not shown. */
	url: string | null;
	fileName: string;
}

export interface PhoneButton {
	id: string;
	title: string;
	/** Only a reply button can be tapped to answer; the others open or call something, and are shown. */
	kind: 'reply' | 'url' | 'phone';
	/** What a url or phone button leads to. */
	target: string | null;
}

/** Who writes to a phone: a channel, a gateway, a sender. */
export interface Sender {
	id: string;
	name: string;
	number: string;
}

/** What a message looks like on the phone. */
export interface Content {
	title?: string | undefined;
	media?: PhoneMedia | undefined;
	text: string;
	footer?: string | undefined;
	buttons?: PhoneButton[] | undefined;
	quotes?: string | undefined;
	unsubscribeUrl?: string | undefined;
}

interface Entry {
	/** ref_no of a message, id of an answer. */
	id: string;
	route: Route;
	account: string;
	sender: Sender;
	/** The phone: a number, or a group. */
	number: string;
	at: number;
	content: Content;
	reaction?: string;
	/** Stands on another message and not in the chat. */
	isReaction?: boolean | undefined;
}

/** A message to a phone. */
export interface Message extends Entry {
	direction: 'in';
	isGroup: boolean;
	status: MessageCode;
	history: { status: MessageCode; at: number }[];
	credits: number;
	/** Only unofficial messages fail when they are still queued at this time. */
	timeoutAt?: number;
	excluded: boolean;
	trouble?: string;
	templateId?: string;
	roomId?: string;
	queue?: string | undefined;
	/** What the status look-up repeats. */
	caption?: string | undefined;
	mediaUrl?: string | undefined;
}

/** What the owner of a phone wrote. */
export interface Answer extends Entry {
	direction: 'out';
	roomId?: string;
	buttonId?: string | undefined;
}

export type PhoneEntry = Message | Answer;

/** A chat of a phone: what one sender and it write to one another. */
export const chatOf = ({ route, sender }: Pick<Entry, 'route' | 'sender'>): string =>
	`${route}:${sender.id}`;
