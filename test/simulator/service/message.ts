import { isLoopback } from '../core/loopback';
import type { MessageCode } from '../facts/statuses';

export type Route = 'official' | 'unofficial' | 'business' | 'sms';

export interface PhoneMedia {
	kind: 'image' | 'video' | 'audio' | 'document';
	/** Null if the URL is not on loopback. The phone then shows only the name of the file. */
	url: string | null;
	fileName: string;
}

/** A file on the phone. The phone shows only the name of a file that is not on loopback. */
export const phoneMedia = (
	kind: PhoneMedia['kind'],
	url: string,
	fileName: string,
): PhoneMedia => ({
	kind,
	url: isLoopback(url) ? url : null,
	fileName,
});

export function mediaKindOf(mime: string): PhoneMedia['kind'] {
	const kind = mime.split('/')[0];
	return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}

export interface PhoneButton {
	id: string;
	title: string;
	/** Only a tap on a reply button answers. */
	kind: 'reply' | 'url' | 'phone';
	target: string | null;
}

export interface Sender {
	id: string;
	name: string;
	number: string;
}

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
	sender: Sender;
	/** The phone: a number, or a group. */
	number: string;
	at: number;
	content: Content;
	reaction?: string;
	/** A reaction appears on another message, not in the chat. */
	isReaction?: boolean | undefined;
}

export interface Message extends Entry {
	direction: 'in';
	isGroup: boolean;
	status: MessageCode;
	history: { status: MessageCode; at: number }[];
	credits: number;
	/** An unofficial message that is still queued at this time fails. */
	timeoutAt?: number;
	excluded: boolean;
	trouble?: string;
	templateId?: string;
	roomId?: string;
	queue?: string | undefined;
	/** Fields that Get Status returns. */
	caption?: string | undefined;
	mediaUrl?: string | undefined;
}

/** A message from the recipient. */
export interface Answer extends Entry {
	direction: 'out';
	roomId?: string;
	buttonId?: string | undefined;
	/** What each registered URL responded to its callback, once all have. Null means no response. */
	callbacks?: (number | null)[];
}

export type PhoneEntry = Message | Answer;

/** The id of the chat between a phone and a sender. */
export const chatOf = ({ route, sender }: Pick<Entry, 'route' | 'sender'>): string =>
	`${route}:${sender.id}`;
