import { type CallbackKind, fieldsReader, messagesOf, textField } from './kind';

const read = fieldsReader({
	room_id: textField.required,
	ref_no: textField.required,
	text: textField.ofMessage,
	inbox_date: textField.optional,
	sender_number: textField.optional,
});

/** A person with a user name may write without a number, so one of these fields is enough. */
const OWN_FIELDS = ['sender_number', 'text', 'inbox_date'];

export const whatsappOfficialInbox: CallbackKind = {
	value: 'whatsappOfficialInbox',
	name: 'On WhatsApp Official Message',
	description: 'Someone wrote to a WhatsApp Official channel',
	registeredAt: 'WA Official, Account',
	documented: ['room_id', 'ref_no', 'text', 'inbox_date'],
	recognise: ({ method, body, isForm }) => {
		const isMessage = method === 'POST' && !isForm && OWN_FIELDS.some((name) => name in body);
		const fields = isMessage ? read(body) : undefined;
		if (fields === undefined) return undefined;
		const { room_id: roomId, ref_no: id, inbox_date: date, sender_number: from } = fields;
		const message = { id, from, text: fields.text, roomId, date };
		return messagesOf('whatsappOfficialInbox', body, [id], [message]);
	},
};
