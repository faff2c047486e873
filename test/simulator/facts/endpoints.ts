import { read, send, type Fact } from './fact';
import { base64 } from './files';
import {
	amount,
	anything,
	boolean,
	byRule,
	cases,
	date,
	dateTime,
	each,
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
	uuid4,
	variableName,
	type Fields,
} from './kinds';
import { BUTTONS } from './limits';
import { internationalNumber, placeholder, templateText, templateUri } from './texts';

export type { BodyOf, Fact } from './fact';

// --- Account

const person = object({
	userid: required(string),
	idPerson: required(integer()),
	idClient: required(integer()),
});

/** Each balance but that of pulsa has the date on which it expires. */
export const credits = {
	...each(optional(amount), 'wa_balance', 'hlr_balance', 'sim_balance', 'sms_balance'),
	...each(optional(date), 'wa_expired_date', 'hlr_expired_date', 'sim_expired_date'),
	...each(optional(date), 'sms_expired_date'),
	pulsa_balance: optional(amount),
};

export const getIdentity = read('account.getIdentity', '/auth/api_key', person);

export const getBalance = read(
	'account.getBalance',
	'/balance',
	object({ idClient: required(integer()), ...credits }),
);

// --- WhatsApp Business

const conversation = {
	recipient: required(known(internationalNumber)),
	gateway_id: required(known(text())),
};

const context = { message_id_context: optional(known(text())) };

const file = () => ({ link: required(uri), caption: optional(string) });

/** The success of both Business endpoints is not shown: this answer is the simulator's own. */
const businessAnswer = object({ message_id: required(text()) });

const ofType = <Payloads extends Fields>(payloads: Payloads) => ({
	...conversation,
	...context,
	payloads: required(object(payloads)),
});

export const businessReply = send(
	'business.reply',
	'/wa_business/reply',
	cases('type', {
		// A contextual reply carries its text in text, another one in body.
		text: ofType({ body: byRule(text()), text: byRule(text()) }),
		document: ofType({ ...file(), filename: optional(string) }),
		image: ofType(file()),
		video: ofType(file()),
		reaction: ofType({ message_id: required(known(text())), emoji: required(text()) }),
	}),
	businessAnswer,
);

const header = cases('type', {
	text: { text: required(text()) },
	document: { link: required(uri), filename: optional(string) },
	image: { link: required(uri) },
	video: { link: required(uri) },
});

const button = object({
	button_id: required(text({ most: BUTTONS.id })),
	title: required(text({ most: BUTTONS.title })),
});

export const sendButtons = send(
	'business.sendButtons',
	'/wa_business/interactive/button_reply',
	object({
		...conversation,
		header: optional(header),
		body: required(object({ text: required(text({ most: BUTTONS.body })) })),
		footer: optional(object({ text: required(text({ most: BUTTONS.footer })) })),
		buttons: required(list(button, { least: 1, most: BUTTONS.count })),
	}),
	businessAnswer,
);

// --- WhatsApp Official

const accepted = object({ ref_no: required(text()) });

const variable = object({
	key: required(placeholder),
	value: required(variableName),
	value_text: required(templateText),
});

const headerParam = cases('key', {
	url: { value: required(templateUri) },
	filename: { value: required(templateText) },
});

const templateHeader = object({
	format: required(known(oneOf('IMAGE', 'DOCUMENT'))),
	params: required(list(headerParam)),
});

const buttonValue = object({
	index: required(text()),
	type: required(text()),
	value: required(templateText),
});

export const broadcast = send(
	'official.broadcast',
	'/wa_official/message/broadcast',
	object({
		destination: required(internationalNumber),
		destination_name: required(string),
		template_id: required(known(uuid4)),
		channel_id: required(known(uuid4)),
		// The template decides which of these are required.
		parameters: byRule(
			object({
				body: byRule(list(variable)),
				header: byRule(templateHeader),
				buttons: byRule(list(buttonValue)),
			}),
		),
	}),
	accepted,
);

export const officialReply = send(
	'official.reply',
	'/wa_official/message/reply',
	object({
		room_id: required(known(uuid4)),
		// Text, if the field is left out.
		type: optional(oneOf('audio', 'document', 'image', 'text', 'video', 'voice')),
		file_url: optional(uri),
		// Required when the type is text.
		text: byRule(templateText),
	}),
	accepted,
	{ sentAs: 'multipart/form-data' },
);

const template = object({
	id: required(uuid4),
	name: required(string),
	header: optional(anything),
	body: optional(anything),
	footer: optional(anything),
	status: required(string),
	category: required(string),
});

const channel = object({
	id: required(uuid4),
	webhook: optional(string),
	settings: optional(anything),
	organization_id: required(uuid4),
	created_at: required(dateTime),
});

export const getTemplates = read('official.getTemplates', '/wa_official/templates', list(template));

export const getChannels = read('official.getChannels', '/wa_official/channels', list(channel));

// --- Unofficial WhatsApp

const unofficial = {
	// A number in international form, or the name of a group.
	destination: required(text()),
	queue: optional(known(string)),
	sender: optional(known(string)),
	channel: optional(integer()),
	is_group: optional(boolean),
	timeout: optional(integer({ least: 0 })),
	include_unsubscribe: optional(boolean),
};

const sentMessage = {
	sender: optional(string),
	queue: optional(string),
	destination: required(string),
	ref_no: required(text()),
};

export const sendText = send(
	'unofficial.sendText',
	'/whatsapp/message',
	object({ ...unofficial, message: required(text()) }),
	object({ ...sentMessage, message: optional(string) }),
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
	object({ ...sentMessage, caption: optional(string), media_url: optional(string) }),
);

const record = object({
	...each(optional(string), 'destination', 'sender', 'ref_no', 'status'),
	...each(optional(string), 'message', 'caption', 'media_url'),
	...each(optional(dateTime), 'create_date', 'sent_date', 'read_date', 'delivered_date'),
	is_group: optional(boolean),
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

export const FACTS: readonly Fact[] = [
	...[getIdentity, getBalance, businessReply, sendButtons, broadcast, officialReply],
	...[getTemplates, getChannels, sendMedia, sendText, getStatus, sendSms],
];
