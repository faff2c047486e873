import { z } from 'zod';

import { base64 } from './files';
import {
	amount,
	anything,
	boolean,
	date,
	dateTime,
	integer,
	seconds,
	string,
	text,
	textUpTo,
	uri,
	uuid4,
	variableName,
} from './kinds';
import { BUTTONS } from './limits';
import { internationalNumber, placeholder, templateText, templateUri } from './texts';

/**
 * What the service documents about each endpoint: its address (section Endpoints), its fields with their bounds, the
 * code of its success (section Errors) and the data of its answer (section Resources and their fields). The simulator
 * checks requests with these schemas, and the list of facts follows from them.
 */
export interface Fact<Body extends z.ZodTypeAny = z.ZodTypeAny> {
	/** As the journal names the endpoint. */
	name: string;
	method: 'GET' | 'POST';
	/** Below the prefix of the HTTP API; the SMS host has one path of its own. */
	path: string;
	sentAs: 'nothing' | 'json' | 'multipart/form-data' | 'query string or form fields';
	body: Body;
	/** Reads are answered 200, and what saves something 201. */
	success: 200 | 201;
	data: z.ZodTypeAny;
}

/** What an endpoint is given to turn into a request. */
export type BodyOf<Of extends Fact> = z.output<Of['body']>;

const read = (name: string, path: string, data: z.ZodTypeAny): Fact => ({
	...{ name, method: 'GET', path, sentAs: 'nothing', body: z.unknown(), success: 200, data },
});

const send = <Body extends z.ZodTypeAny>(
	name: string,
	path: string,
	body: Body,
	data: z.ZodTypeAny,
	more: Partial<Pick<Fact, 'sentAs' | 'success'>> = {},
): Fact<Body> => ({
	...{ name, method: 'POST', path, sentAs: 'json', body, success: 201, data, ...more },
});

// --- Account

const person = z.object({ userid: string, idPerson: integer, idClient: integer });

export const credits = {
	wa_balance: amount.optional(),
	wa_expired_date: date.optional(),
	hlr_balance: amount.optional(),
	hlr_expired_date: date.optional(),
	sim_balance: amount.optional(),
	sim_expired_date: date.optional(),
	sms_balance: amount.optional(),
	sms_expired_date: date.optional(),
	pulsa_balance: amount.optional(),
};

export const getIdentity = read('account.getIdentity', '/auth/api_key', person);

export const getBalance = read(
	'account.getBalance',
	'/balance',
	z.object({ idClient: integer, ...credits }),
);

// --- WhatsApp Business

const conversation = z.object({ recipient: internationalNumber, gateway_id: text });

const file = { link: uri, caption: string.optional() };

/** The success of both Business endpoints is not shown: this answer is the simulator's own. */
const businessAnswer = z.object({ message_id: text });

export const businessReply = send(
	'business.reply',
	'/wa_business/reply',
	conversation.extend({ message_id_context: text.optional() }).and(
		z.discriminatedUnion('type', [
			z.object({
				type: z.literal('text'),
				// A contextual reply carries its text in text, another one in body.
				payloads: z.object({ body: text.optional(), text: text.optional() }),
			}),
			z.object({
				type: z.literal('document'),
				payloads: z.object({ ...file, filename: string.optional() }),
			}),
			z.object({ type: z.literal('image'), payloads: z.object(file) }),
			z.object({ type: z.literal('video'), payloads: z.object(file) }),
			z.object({
				type: z.literal('reaction'),
				payloads: z.object({ message_id: text, emoji: text }),
			}),
		]),
	),
	businessAnswer,
);

const header = z.discriminatedUnion('type', [
	z.object({ type: z.literal('text'), text }),
	z.object({ type: z.literal('document'), link: uri, filename: string.optional() }),
	z.object({ type: z.literal('image'), link: uri }),
	z.object({ type: z.literal('video'), link: uri }),
]);

const button = z.object({ button_id: textUpTo(BUTTONS.id), title: textUpTo(BUTTONS.title) });

export const sendButtons = send(
	'business.sendButtons',
	'/wa_business/interactive/button_reply',
	conversation.extend({
		header: header.optional(),
		body: z.object({ text: textUpTo(BUTTONS.body) }),
		footer: z.object({ text: textUpTo(BUTTONS.footer) }).optional(),
		buttons: z.array(button).min(1).max(BUTTONS.count),
	}),
	businessAnswer,
);

// --- WhatsApp Official

const accepted = z.object({ ref_no: text });

const variable = z.object({ key: placeholder, value: variableName, value_text: templateText });

const templateHeader = z.object({
	format: z.enum(['IMAGE', 'DOCUMENT']),
	params: z.array(
		z.discriminatedUnion('key', [
			z.object({ key: z.literal('url'), value: templateUri }),
			z.object({ key: z.literal('filename'), value: templateText }),
		]),
	),
});

const buttonValue = z.object({ index: text, type: text, value: templateText });

export const broadcast = send(
	'official.broadcast',
	'/wa_official/message/broadcast',
	z.object({
		destination: internationalNumber,
		destination_name: string,
		template_id: uuid4,
		channel_id: uuid4,
		// The template decides which of these are required.
		parameters: z
			.object({
				body: z.array(variable).optional(),
				header: templateHeader.optional(),
				buttons: z.array(buttonValue).optional(),
			})
			.optional(),
	}),
	accepted,
);

export const officialReply = send(
	'official.reply',
	'/wa_official/message/reply',
	z.object({
		room_id: uuid4,
		// Text, if the field is left out.
		type: z.enum(['audio', 'document', 'image', 'text', 'video', 'voice']).optional(),
		file_url: uri.optional(),
		// Required when the type is text.
		text: templateText.optional(),
	}),
	accepted,
	{ sentAs: 'multipart/form-data' },
);

const template = z.object({
	id: uuid4,
	name: string,
	header: anything.optional(),
	body: anything.optional(),
	footer: anything.optional(),
	status: string,
	category: string,
});

const channel = z.object({
	id: uuid4,
	webhook: string.optional(),
	settings: anything.optional(),
	organization_id: uuid4,
	created_at: dateTime,
});

export const getTemplates = read(
	'official.getTemplates',
	'/wa_official/templates',
	z.array(template),
);

export const getChannels = read('official.getChannels', '/wa_official/channels', z.array(channel));

// --- Unofficial WhatsApp

const unofficial = {
	// A number in international form, or the name of a group.
	destination: text,
	queue: string.optional(),
	sender: string.optional(),
	channel: integer.optional(),
	is_group: boolean.optional(),
	timeout: seconds.optional(),
	include_unsubscribe: boolean.optional(),
};

const sentMessage = {
	sender: string.optional(),
	queue: string.optional(),
	destination: string,
	ref_no: text,
};

export const sendText = send(
	'unofficial.sendText',
	'/whatsapp/message',
	z.object({ ...unofficial, message: text }),
	z.object({ ...sentMessage, message: string.optional() }),
);

export const sendMedia = send(
	'unofficial.sendMedia',
	'/whatsapp/media',
	z.object({
		...unofficial,
		caption: string.optional(),
		media_url: uri.optional(),
		media_base64: base64.optional(),
		file_name: string.optional(),
	}),
	z.object({ ...sentMessage, caption: string.optional(), media_url: string.optional() }),
);

const record = z
	.object({
		destination: string,
		sender: string,
		is_group: boolean,
		create_date: dateTime,
		sent_date: dateTime,
		read_date: dateTime,
		delivered_date: dateTime,
		ref_no: string,
		status: string,
		message: string,
		caption: string,
		media_url: string,
	})
	.partial();

export const getStatus = read('unofficial.getStatus', '/whatsapp/status/:ref_no', record);

// --- SMS

export const sendSms = send(
	'sms.send',
	'/api/v3/sendsms/plain',
	z.object({
		user: string,
		password: string,
		SMSText: string,
		// Required by its meaning, optional by its schema: a message for nobody gets a status of its own.
		GSM: string.optional(),
		unicode: z.enum(['true', 'false']).optional(),
		otp: z.enum(['Y', 'N']).optional(),
		// XML, if the field is left out.
		output: z.enum(['json', 'xml']).optional(),
	}),
	z.array(z.object({ status: string, messageid: string, destination: string })),
	{ sentAs: 'query string or form fields', success: 200 },
);

export const FACTS: readonly Fact[] = [
	...[getIdentity, getBalance, businessReply, sendButtons, broadcast, officialReply],
	...[getTemplates, getChannels, sendMedia, sendText, getStatus, sendSms],
];
