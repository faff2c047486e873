import { z } from 'zod/v4';

import { base64, BUSINESS_FILES, HEADER_EXTENSIONS, UNOFFICIAL_FILES } from './files';
import {
	amount,
	anything,
	boolean,
	date,
	dateTime,
	decided,
	integer,
	listOf,
	recordDate,
	seconds,
	string,
	text,
	textUpTo,
	uri,
	uuid4,
	variableName,
} from './kinds';
import { BUTTONS, DEFAULT_TIMEOUT_S, SMS_CHARACTERS } from './limits';
import { messageCode, SMS_STATUSES, type SmsStatus } from './statuses';
import { internationalNumber, placeholder, templateText, templateUri } from './texts';

/**
 * What the service documents about each endpoint: its address (section Endpoints), its fields with their bounds, the
 * code of its success (section Errors) and the data of its answer (section Resources and their fields). The simulator
 * checks requests with these schemas, and the list of facts follows from them.
 */
export interface Fact<Body extends z.ZodType = z.ZodType> {
	/** As the journal names the endpoint. */
	name: string;
	/** The files that it takes. */
	files?: object;
	method: 'GET' | 'POST';
	/** Below the prefix of the HTTP API; the SMS host has one path of its own. */
	path: string;
	sentAs: 'nothing' | 'json' | 'multipart' | 'form';
	body: Body;
	/** Reads are answered 200, and what saves something 201. */
	success: 200 | 201;
	data: z.ZodType;
}

/** What an endpoint is given to turn into a request. */
export type BodyOf<Of extends Fact> = z.output<Of['body']>;

const read = (name: string, path: string, data: z.ZodType): Fact => ({
	name,
	method: 'GET',
	path,
	sentAs: 'nothing',
	body: z.unknown(),
	success: 200,
	data,
});

const send = <Body extends z.ZodType>(
	name: string,
	path: string,
	body: Body,
	data: z.ZodType,
	more: Partial<Pick<Fact, 'sentAs' | 'success' | 'files'>> = {},
): Fact<Body> => ({
	name,
	method: 'POST',
	path,
	sentAs: 'json',
	body,
	success: 201,
	data,
	...more,
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

const businessAnswer = decided(z.object({ message_id: text }), 'business-success');

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
	{ files: BUSINESS_FILES },
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
		buttons: decided(z.array(button).min(1).max(BUTTONS.count), 'buttons-required'),
	}),
	businessAnswer,
	{ files: HEADER_EXTENSIONS },
);

// --- WhatsApp Official

const accepted = z.object({ ref_no: text });

const variable = decided(
	z.object({
		key: placeholder,
		value: decided(variableName, 'variable-names').describe(
			'the name of the variable, not its text',
		),
		value_text: templateText.describe('the text in place of the placeholder'),
	}),
	'parameter-members',
);

const templateHeader = decided(
	z.object({
		format: z.enum(['IMAGE', 'DOCUMENT']),
		params: z.array(
			z.discriminatedUnion('key', [
				z.object({ key: z.literal('url'), value: templateUri }),
				decided(z.object({ key: z.literal('filename'), value: templateText }), 'header-filename'),
			]),
		),
	}),
	'parameter-members',
);

const buttonValue = decided(
	z.object({ index: text, type: text, value: templateText }),
	'template-buttons',
);

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

const BINARY = { type: 'string', contentMediaType: 'application/octet-stream' };

export const officialReply = send(
	'official.reply',
	'/wa_official/message/reply',
	z.object({
		room_id: uuid4,
		// Text, if the field is left out.
		type: z
			.enum(['audio', 'document', 'image', 'text', 'video', 'voice'])
			.meta({ default: 'text' })
			.optional(),
		file_url: uri.optional(),
		// Required when the type is text.
		text: templateText.optional(),
		file: decided(z.unknown(), 'official-files').meta(BINARY).optional(),
	}),
	accepted,
	{ sentAs: 'multipart' },
);

const part = decided(anything, 'template-form');
const word = decided(z.string(), 'template-words');

const template = z.object({
	id: uuid4,
	name: string,
	header: part.optional(),
	body: part.optional(),
	footer: part.optional(),
	status: word,
	category: word,
});

const channel = z.object({
	id: uuid4,
	webhook: string.optional(),
	settings: decided(anything, 'channel-settings').optional(),
	organization_id: uuid4,
	created_at: dateTime,
});

export const getTemplates = read(
	'official.getTemplates',
	'/wa_official/templates',
	listOf(template),
);

export const getChannels = read('official.getChannels', '/wa_official/channels', listOf(channel));

// --- Unofficial WhatsApp

const unofficial = {
	destination: decided(text, 'numbers').describe(
		'a number in international form; with is_group, a group',
	),
	queue: string.optional(),
	sender: string.optional(),
	channel: integer.optional(),
	is_group: boolean.optional(),
	timeout: seconds.meta({ default: DEFAULT_TIMEOUT_S }).optional(),
	include_unsubscribe: boolean.meta({ default: false }).optional(),
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
	{ files: UNOFFICIAL_FILES },
);

const record = z
	.object({
		destination: string,
		sender: string,
		is_group: boolean,
		create_date: recordDate,
		sent_date: recordDate,
		read_date: recordDate,
		delivered_date: recordDate,
		ref_no: string,
		status: messageCode,
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
		SMSText: string.meta({ maxLength: SMS_CHARACTERS }),
		GSM: string.optional().describe('the recipient, required: without it the status is -6'),
		unicode: decided(z.enum(['true', 'false']), 'sms-flags')
			.describe('true for a unicode message')
			.optional(),
		otp: decided(z.enum(['Y', 'N']), 'sms-flags')
			.describe('Y for an OTP message')
			.optional(),
		output: z.enum(['json', 'xml']).meta({ default: 'xml' }).optional(),
	}),
	z.array(
		z
			.object({
				// The keys of a constant record.
				status: z
					.enum(Object.keys(SMS_STATUSES) as [SmsStatus])
					.meta({ 'x-enumDescriptions': SMS_STATUSES }),
				messageid: string,
				destination: string,
			})
			.meta({ xml: { name: 'result' } }),
	),
	{ sentAs: 'form', success: 200 },
);

export const FACTS: readonly Fact[] = [
	...[getIdentity, getBalance, businessReply, sendButtons, broadcast, officialReply],
	...[getTemplates, getChannels, sendMedia, sendText, getStatus, sendSms],
];
