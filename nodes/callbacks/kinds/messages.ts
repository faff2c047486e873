import { isoOf } from '../../plain';
import { phoneNumber, ROOM_ACTIVE_MS } from '../../service';
import { businessMessages, type Said } from './businessMessages';
import { keywordOf } from './keyword';
import { type Arrival, type CallbackKind, type InboxMessage, textsIn, timeOf } from './kind';

/** The kinds of callbacks that bring messages. */

/** In some countries, a number may be as short. It would begin with a 0. */
const SHORT_CODE = /^\s*[1-9]\d{0,5}\s*$/;
/** It is a number only where such numbers are known. */
const LONG_CODE = /^\s*[1-9]\d{6,7}\s*$/;

/** A number as a send takes it. Other IDs, such as a short code or the name of a sender, stay as they came. */
function dialed(typed: string | undefined, countryCode: string): string | undefined {
	if (typed === undefined || SHORT_CODE.test(typed)) return typed;
	const read = phoneNumber(typed, countryCode || undefined);
	const isCode = LONG_CODE.test(typed) && read.ok && read.warning !== undefined;
	return read.ok && !isCode ? read.digits : typed;
}

function messageOf(
	event: string,
	{ timeZone, stopWords, countryCode }: Arrival,
	said: Said,
): InboxMessage {
	const { id, text, roomId, buttonId, date } = said;
	const from = dialed(said.from, countryCode);
	const to = dialed(said.to, countryCode);
	const { time, raw_date } = timeOf(date, timeZone);
	// Messages without a sender must not share a conversation.
	const pair = from !== undefined && to !== undefined ? `${from}:${to}` : from;
	// Agents keep their memories under it, so its form stays.
	const sessionId = roomId ?? pair;
	return {
		event,
		message_id: id ?? null,
		from: from ?? null,
		to: to ?? null,
		text: text ?? null,
		received_at: time,
		room_id: roomId ?? null,
		reply_until: roomId === undefined ? null : isoOf(date, timeZone, ROOM_ACTIVE_MS),
		raw_date,
		keyword: keywordOf(text ?? '', stopWords),
		button_id: buttonId ?? null,
		...(text !== undefined && { chatInput: text }),
		...(sessionId !== undefined && { sessionId }),
	};
}

/** A person with a user name may write without a number, so one of these fields is enough. */
const OF_OFFICIAL = ['sender_number', 'text', 'inbox_date'];

export const whatsappOfficialInbox: CallbackKind = {
	value: 'whatsappOfficialInbox',
	name: 'Message on WhatsApp Official',
	description: 'A message to a WhatsApp Official channel',
	registeredAt: 'WA Official, Account',
	documented: ['room_id', 'ref_no', 'text', 'inbox_date'],
	recognise: ({ method, body, isForm }, arrival) => {
		const isMessage = method === 'POST' && !isForm && OF_OFFICIAL.some((name) => name in body);
		const { room_id: roomId, ref_no: id, sender_number: from, text, ...others } = textsIn(body);
		if (!isMessage || roomId === undefined || id === undefined) return undefined;
		const said = { id, from, text, roomId, date: others.inbox_date };
		const items = [messageOf('whatsappOfficialInbox', arrival, said)];
		return { data: body, items, identity: [roomId, id] };
	},
};

/** The service sends a form by POST. JSON is accepted too. */
export const pushInbox: CallbackKind = {
	value: 'pushInbox',
	name: 'Message on WhatsApp Unofficial or by SMS',
	description: 'A message to an unofficial sender, or an SMS',
	registeredAt:
		'for WhatsApp in the gateway setting, field Push URL; for SMS in SMS Inbox, Activity, type Push Inbox',
	documented: ['id', 'gateway_number', 'originator', 'receive_date', 'msg'],
	recognise: ({ method, body }, arrival) => {
		if (method !== 'POST' || !('id' in body && 'originator' in body)) return undefined;
		const { id, gateway_number: to, originator: from, msg: text, ...others } = textsIn(body);
		// Each WhatsApp or SMS gateway counts its own IDs, so an ID alone is not unique.
		const identity = id === undefined ? undefined : [to ?? '', from ?? '', id];
		const said = { id, from, to, text, date: others.receive_date };
		return { data: body, items: [messageOf('pushInbox', arrival, said)], identity };
	},
};

/** The service does not document this payload. So any object or list that no other kind takes counts as one. */
export const whatsappBusiness: CallbackKind = {
	value: 'whatsappBusiness',
	name: 'Message on WhatsApp Business',
	description: 'A message to a WhatsApp Business gateway',
	registeredAt: 'in the WhatsApp Business webhook (ask the service’s support where that is)',
	documented: [],
	recognise: ({ method, body, list, digest }, arrival) => {
		const data = list ?? body;
		if (method !== 'POST' || Object.keys(data).length === 0) return undefined;
		const found = businessMessages(data);
		const [first = {}, ...others] = found;
		const items = [first, ...others].map((said) => ({
			...messageOf('whatsappBusiness', arrival, said),
			data,
		}));
		const isReport = found.length === 0;
		return { data, items, identity: [digest()], isReport };
	},
};
