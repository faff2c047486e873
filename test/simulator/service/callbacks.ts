import { isoTime, serviceTime } from '../core/serviceTime';
import { statusOf } from '../facts/statuses';
import type { Settings } from '../settings';
import type { Answer, Message } from './message';

/** The request of a callback, in the documented format (section Events). Pure. */
export interface Push {
	method: 'GET' | 'POST';
	/** Added to the query of the registered URL. */
	query?: Record<string, string>;
	contentType?: string;
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

export function officialStatus(
	{ id, status }: Pick<Message, 'id' | 'status'>,
	at: number,
	settings: Settings,
): Push | undefined {
	const { word, isReported } = statusOf(status);
	if (!isReported) return undefined;
	return json({ ref_no: id, status: word, status_date: serviceTime(at, settings.timezone) });
}

/** The parts of a message that its status callback needs. */
type Report = Pick<Message, 'id' | 'status' | 'excluded' | 'timeoutAt'> & {
	readonly history: readonly Message['history'][number][];
};

/** The documentation shows no error codes. The simulator chose these. */
const errorCodeOf = ({ status, excluded, timeoutAt }: Report, at: number): string => {
	if (statusOf(status).became !== 'lost') return '';
	if (status === 'A') return excluded ? '3' : '4';
	return timeoutAt !== undefined && at >= timeoutAt ? '2' : '1';
};

export function unofficialStatus(
	message: Report,
	at: number,
	{ timezone, unofficialStatusMethod: method }: Settings,
): Push {
	const sent = message.history.find(({ status }) => status === 'S');
	const query = {
		ref_no: message.id,
		status: message.status,
		sent_date: sent ? serviceTime(sent.at, timezone) : '',
		err_code: errorCodeOf(message, at),
	};
	return { method, query };
}

const officialInbox = (answer: Answer, { timezone }: Settings): Push =>
	json({
		room_id: answer.roomId,
		ref_no: answer.id,
		text: answer.content.text,
		inbox_date: serviceTime(answer.at, timezone),
		sender_number: answer.number,
	});

const pushInbox = (answer: Answer, { timezone }: Settings): Push =>
	form({
		id: answer.id,
		gateway_number: answer.sender.number,
		originator: answer.number,
		receive_date: serviceTime(answer.at, timezone),
		msg: answer.content.text,
	});

/** The documentation does not show this payload: the simulator invents it, and says so in a field. */
const businessInbox = ({ id, at, sender, number, content, buttonId }: Answer): Push =>
	json({
		invented: true,
		message_id: id,
		gateway_id: sender.id,
		from: number,
		type: buttonId === undefined ? 'text' : 'button_reply',
		text: content.text,
		button_id: buttonId,
		message_id_context: content.quotes,
		timestamp: isoTime(at),
	});

/** The callback for a message that comes in by each route. */
export const INBOXES = {
	official: { kind: 'officialInbox', push: officialInbox },
	business: { kind: 'business', push: businessInbox },
	sms: { kind: 'smsInbox', push: pushInbox },
	unofficial: { kind: 'unofficialInbox', push: pushInbox },
} as const;

/** Adds to a registered URL and leaves its own query as it was typed. */
export function withQuery(url: string, query: Record<string, string>): string {
	const [whole = '', hash = ''] = url.split(/(?=#)/);
	const joint = !whole.includes('?') ? '?' : /[?&]$/.test(whole) ? '' : '&';
	return `${whole}${joint}${new URLSearchParams(query).toString()}${hash}`;
}
