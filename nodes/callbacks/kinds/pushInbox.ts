import { isoOf } from '../../plain';
import type { CallbackKind } from './callback';
import { conversation } from './conversation';
import { rawDate } from './dates';
import { asData, fieldsReader, messageText, optionalText, requiredText } from './fields';

const read = fieldsReader({
	id: requiredText,
	gateway_number: optionalText,
	originator: requiredText,
	receive_date: optionalText,
	msg: messageText,
});

/** Push inbox of unofficial WhatsApp and SMS: POST with a form; JSON is read as well. */
export const pushInbox: CallbackKind = {
	value: 'pushInbox',
	name: 'On WhatsApp Unofficial or SMS Message',
	description: 'Someone wrote to an unofficial WhatsApp sender or to an SMS number',
	registeredAt:
		'for WhatsApp in the gateway setting, field Push URL; for SMS in SMS Inbox, Activity, type Push Inbox',
	recognise: ({ method, body }) => {
		const fields = method !== 'POST' ? undefined : read(body);
		if (fields === undefined) return undefined;
		const { id, gateway_number: gateway, originator, receive_date: date, msg } = fields;
		return {
			data: asData(body),
			// IDs are unique for one gateway only: WhatsApp and SMS each count their own.
			identity: [gateway ?? '', originator, id],
			...(date !== undefined && { happenedAt: date }),
			normalised: (arrival) => ({
				event: 'pushInbox',
				message_id: id,
				from: originator,
				to: gateway ?? null,
				text: msg,
				received_at: isoOf(date, arrival.timeZone),
				room_id: null,
				reply_until: null,
				raw_date: rawDate(date, arrival),
				...conversation(msg, [originator, gateway]),
			}),
		};
	},
};
