import type { MessageCode } from '../../../nodes/service/messageStatus';
import { serviceTime } from '../core/serviceTime';
import type { Settings } from '../settings';
import type { Answer, Message } from './message';

/** What is pushed to a registered URL, in the documented formats (section Events). Pure. */
export interface Push {
	method: 'GET' | 'POST';
	/** Added to the query of the registered URL. */
	query?: Record<string, string>;
	contentType?: 'application/json' | 'application/x-www-form-urlencoded';
	body?: string;
}

const json = (fields: Record<string, unknown>): Push => ({
	method: 'POST',
	contentType: 'application/json',
	body: JSON.stringify(fields),
});

const form = (fields: Record<string, string>): Push => ({
	method: 'POST',
	contentType: 'application/x-www-form-urlencoded',
	body: new URLSearchParams(fields).toString(),
});

/** The documented words; there is none for a message that is queued or aborted, so nothing is pushed for it. */
const OFFICIAL_WORDS: Partial<Record<MessageCode, string>> = {
	S: 'sent',
	D: 'delivered',
	R: 'read',
	F: 'failed',
};

export function officialStatus(
	{ id, status }: Message,
	at: number,
	{ timezone }: Settings,
): Push | undefined {
	const word = OFFICIAL_WORDS[status];
	if (word === undefined) return undefined;
	return json({ ref_no: id, status: word, status_date: serviceTime(at, timezone) });
}

/** Error codes are not documented: these are the simulator's own. */
const errorCodeOf = ({ status, excluded, timeoutAt }: Message, at: number): string => {
	if (status === 'A') return excluded ? '3' : '4';
	if (status !== 'F') return '';
	return timeoutAt !== undefined && at >= timeoutAt ? '2' : '1';
};

export function unofficialStatus(
	message: Message,
	at: number,
	{ timezone, unofficialStatusMethod }: Settings,
): Push {
	const sent = message.history.find(({ status }) => status === 'S');
	return {
		method: unofficialStatusMethod,
		query: {
			ref_no: message.id,
			status: message.status,
			sent_date: sent ? serviceTime(sent.at, timezone) : '',
			err_code: errorCodeOf(message, at),
		},
	};
}

export const officialInbox = (answer: Answer, { timezone }: Settings): Push =>
	json({
		room_id: answer.roomId,
		ref_no: answer.id,
		text: answer.content.text,
		inbox_date: serviceTime(answer.at, timezone),
		sender_number: answer.number,
	});

export const pushInbox = (answer: Answer, { timezone }: Settings): Push =>
	form({
		id: answer.id,
		gateway_number: answer.sender.number,
		originator: answer.number,
		receive_date: serviceTime(answer.at, timezone),
		msg: answer.content.text,
	});

/** Not documented at all: a shape of the simulator's own, which says so. */
export const businessInbox = (answer: Answer): Push =>
	json({
		invented: true,
		message_id: answer.id,
		gateway_id: answer.sender.id,
		from: answer.number,
		type: answer.buttonId === undefined ? 'text' : 'button_reply',
		text: answer.content.text,
		...(answer.buttonId !== undefined && { button_id: answer.buttonId }),
		...(answer.content.quotes !== undefined && { message_id_context: answer.content.quotes }),
		timestamp: new Date(answer.at).toISOString(),
	});

/** Adds to a registered URL and leaves its own query as it was typed. */
export function withQuery(url: string, query: Record<string, string>): string {
	const [whole = '', hash = ''] = url.split(/(?=#)/);
	const joint = !whole.includes('?') ? '?' : /[?&]$/.test(whole) ? '' : '&';
	return `${whole}${joint}${new URLSearchParams(query).toString()}${hash}`;
}
