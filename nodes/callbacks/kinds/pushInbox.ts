import { type CallbackKind, fieldsReader, messagesOf, textField } from './kind';

const read = fieldsReader({
	id: textField.named,
	gateway_number: textField.optional,
	originator: textField.named,
	receive_date: textField.optional,
	msg: textField.ofMessage,
});

/** The service sends a form by POST. JSON is accepted too. */
export const pushInbox: CallbackKind = {
	value: 'pushInbox',
	name: 'On WhatsApp Unofficial or SMS Message',
	description: 'Someone wrote to an unofficial WhatsApp sender or to an SMS number',
	registeredAt:
		'for WhatsApp in the gateway setting, field Push URL; for SMS in SMS Inbox, Activity, type Push Inbox',
	documented: ['id', 'gateway_number', 'originator', 'receive_date', 'msg'],
	recognise: ({ method, body }) => {
		const fields = method !== 'POST' ? undefined : read(body);
		if (fields === undefined) return undefined;
		const { id, gateway_number: to, originator: from, receive_date: date, msg } = fields;
		// Each WhatsApp or SMS gateway counts its own IDs, so an ID alone is not unique.
		const identity = id === undefined ? undefined : [to ?? '', from ?? '', id];
		return messagesOf('pushInbox', body, identity, [{ id, from, to, text: msg, date }]);
	},
};
