import { isoTime, serviceTime } from '../core/serviceTime';
import { CALLBACK_WORDS, STATUS_NAMES } from '../facts/statuses';
import type { Settings } from '../settings';
import type { Answer, Message } from './message';

/** What is pushed to a registered URL, in the documented formats (section Events). Pure. */
export interface Push {
	method: 'GET' | 'POST';
	/** Added to the query of the registered URL. */
	query?: Record<string, string>;
	contentType?: string;
	body?: string;
}

const json = (fields: Record<string, unknown>, { callbackJsonType: type }: Settings): Push => ({
	method: 'POST',
	...(type !== 'none' && { contentType: type }),
	body: JSON.stringify(fields),
});

/** The dates of which the documentation gives no form: sent_date and receive_date. */
function anyDate(at: number, { callbackDates, timezone }: Settings): string {
	const local = serviceTime(at, timezone);
	switch (callbackDates) {
		case 'service':
			return local;
		case 'iso':
			return isoTime(at);
		case 'slashes': {
			const [year = '', month = '', rest = ''] = local.split('-');
			return `${rest.slice(0, 2)}/${month}/${year}${rest.slice(2)}`;
		}
		case 'epoch':
			return String(Math.floor(at / 1000));
	}
}

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
	const word = CALLBACK_WORDS[status];
	if (word === undefined) return undefined;
	const date = serviceTime(at, settings.timezone);
	return json({ ref_no: id, status: word, status_date: date }, settings);
}

/** What a report tells of a message. */
type Report = Pick<Message, 'id' | 'status' | 'excluded' | 'timeoutAt'> & {
	readonly history: readonly Message['history'][number][];
};

/** Error codes are not documented: these are the simulator's own. */
const errorCodeOf = ({ status, excluded, timeoutAt }: Report, at: number): string => {
	if (status === 'A') return excluded ? '3' : '4';
	if (status !== 'F') return '';
	return timeoutAt !== undefined && at >= timeoutAt ? '2' : '1';
};

/** How an unofficial status is sent: in the query, unless a test wants what the documentation does not rule out. */
function statusPush(fields: Record<string, string>, settings: Settings): Push {
	const { unofficialStatusMethod: method, unofficialStatusBody: body } = settings;
	if (method === 'GET' || body === 'none') return { method, query: fields };
	if (body === 'json') return json(fields, settings);
	return { method, query: fields, contentType: 'text/plain', body: 'Status' };
}

/** The documentation has codes in the look-up, and leaves open what the callback says. */
const wordOf = ({ status }: Report): string => STATUS_NAMES[status].toLowerCase();

export function unofficialStatus(message: Report, at: number, settings: Settings): Push {
	const sent = message.history.find(({ status }) => status === 'S');
	return statusPush(
		{
			ref_no: message.id,
			status: settings.unofficialStatusWords === 'word' ? wordOf(message) : message.status,
			sent_date: sent ? anyDate(sent.at, settings) : '',
			err_code: errorCodeOf(message, at),
		},
		settings,
	);
}

export const officialInbox = (answer: Answer, settings: Settings): Push =>
	json(
		{
			room_id: answer.roomId,
			ref_no: answer.id,
			text: answer.content.text,
			inbox_date: serviceTime(answer.at, settings.timezone),
			sender_number: answer.number,
		},
		settings,
	);

export const pushInbox = (answer: Answer, settings: Settings): Push =>
	form({
		id: answer.id,
		gateway_number: answer.sender.number,
		originator: answer.number,
		receive_date: anyDate(answer.at, settings),
		msg: answer.content.text,
	});

/** Fields of the documented callbacks, which a Business callback may have as well: its payload is not shown. */
const LOOKS: Record<Settings['businessShape'], (answer: Answer) => Record<string, unknown>> = {
	own: () => ({}),
	'like a room': ({ id, number }) => ({ room_id: id, ref_no: id, sender_number: number }),
	'like a report': ({ id }) => ({ ref_no: id, status: 'received' }),
	'like a push': ({ id, number }) => ({ id, originator: number }),
	mixed: (answer) => ({
		...LOOKS['like a push'](answer),
		...LOOKS['like a report'](answer),
		...LOOKS['like a room'](answer),
	}),
};

/** Not documented at all: a shape of the simulator's own, which says so. */
export const businessInbox = (answer: Answer, settings: Settings): Push =>
	json(
		{
			invented: true,
			...LOOKS[settings.businessShape](answer),
			message_id: answer.id,
			gateway_id: answer.sender.id,
			from: answer.number,
			type: answer.buttonId === undefined ? 'text' : 'button_reply',
			text: answer.content.text,
			...(answer.buttonId !== undefined && { button_id: answer.buttonId }),
			...(answer.content.quotes !== undefined && { message_id_context: answer.content.quotes }),
			timestamp: isoTime(answer.at),
		},
		settings,
	);

/** Adds to a registered URL and leaves its own query as it was typed. */
export function withQuery(
	url: string,
	query: Record<string, string>,
	{ callbackQuery }: Pick<Settings, 'callbackQuery'>,
): string {
	const [whole = '', hash = ''] = url.split(/(?=#)/);
	const isFirst = !whole.includes('?') || callbackQuery === 'second question mark';
	const joint = isFirst ? '?' : /[?&]$/.test(whole) ? '' : '&';
	return `${whole}${joint}${new URLSearchParams(query).toString()}${hash}`;
}
