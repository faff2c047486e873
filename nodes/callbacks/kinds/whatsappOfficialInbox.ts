import { isoInZone, isoOf, momentOf } from '../../plain';
import { ROOM_ACTIVE_MS } from '../../service';
import type { CallbackKind } from './callback';
import { conversation } from './conversation';
import { rawDate } from './dates';
import { asData, fieldsReader, messageText, optionalText, requiredText } from './fields';

const read = fieldsReader({
	room_id: requiredText,
	ref_no: requiredText,
	text: messageText,
	inbox_date: optionalText,
	sender_number: requiredText,
});

/** A room accepts replies for 24 hours after its recipient wrote. */
function replyUntil(date: string | undefined, timeZone: string): string | null {
	const at = date === undefined ? undefined : momentOf(date, timeZone);
	return at === undefined ? null : isoInZone(at + ROOM_ACTIVE_MS, timeZone);
}

/** WhatsApp Official inbox: POST, JSON. */
export const whatsappOfficialInbox: CallbackKind = {
	value: 'whatsappOfficialInbox',
	name: 'On WhatsApp Official Message',
	description: 'Someone wrote to a WhatsApp Official channel',
	registeredAt: 'WA Official, Account',
	recognise: ({ method, body, isForm }) => {
		const fields = method !== 'POST' || isForm ? undefined : read(body);
		if (fields === undefined) return undefined;
		const { room_id, ref_no, text, inbox_date: date, sender_number } = fields;
		return {
			data: asData(body),
			identity: [ref_no],
			...(date !== undefined && { happenedAt: date }),
			normalised: (arrival) => ({
				event: 'whatsappOfficialInbox',
				message_id: ref_no,
				from: sender_number,
				to: null,
				text,
				received_at: isoOf(date, arrival.timeZone),
				room_id,
				reply_until: replyUntil(date, arrival.timeZone),
				raw_date: rawDate(date, arrival),
				...conversation(text, [room_id]),
			}),
		};
	},
};
