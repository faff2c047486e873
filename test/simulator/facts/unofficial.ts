import { read, send } from './fact';
import { base64 } from './files';
import {
	boolean,
	byRule,
	dateTime,
	integer,
	known,
	list,
	object,
	oneOf,
	optional,
	required,
	string,
	text,
	uri,
} from './kinds';

// --- Unofficial WhatsApp

const unofficial = {
	// A number in international form, or the name of a group.
	destination: required({ ...text(), good: [] }),
	queue: optional(known(string)),
	sender: optional(known(string)),
	channel: optional(integer()),
	is_group: optional(boolean),
	timeout: optional(integer({ least: 0 })),
	include_unsubscribe: optional(boolean),
};

const sent = {
	sender: optional(string),
	queue: optional(string),
	destination: required(string),
	ref_no: required(text()),
};

export const sendText = send(
	'unofficial.sendText',
	'/whatsapp/message',
	object({ ...unofficial, message: required(text()) }),
	object({ ...sent, message: optional(string) }),
);

export const sendMedia = send(
	'unofficial.sendMedia',
	'/whatsapp/media',
	object({
		...unofficial,
		caption: optional(string),
		media_url: optional(uri),
		media_base64: optional(base64),
		file_name: optional(string),
	}),
	object({ ...sent, caption: optional(string), media_url: optional(string) }),
);

const record = object({
	destination: optional(string),
	sender: optional(string),
	is_group: optional(boolean),
	create_date: optional(dateTime),
	sent_date: optional(dateTime),
	read_date: optional(dateTime),
	delivered_date: optional(dateTime),
	ref_no: optional(string),
	status: optional(string),
	message: optional(string),
	caption: optional(string),
	media_url: optional(string),
});

export const getStatus = read('unofficial.getStatus', '/whatsapp/status/:ref_no', record);

// --- SMS

export const sendSms = send(
	'sms.send',
	'/api/v3/sendsms/plain',
	object({
		user: required(string),
		password: required(string),
		SMSText: required(string),
		// Required by its meaning, optional by its schema: a message for nobody gets a status of its own.
		GSM: byRule(string),
		unicode: optional(oneOf('true', 'false')),
		otp: optional(oneOf('Y', 'N')),
		// XML, if the field is left out.
		output: optional(oneOf('json', 'xml')),
	}),
	list(
		object({
			status: required(string),
			messageid: required(string),
			destination: required(string),
		}),
	),
	{ sentAs: 'query string or form fields', success: 200 },
);
