import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';

import type { ServiceRequest } from '../../nodes/MessagingService/engine/operation';
import { resources } from '../../nodes/MessagingService/operations';
import { MESSAGE_STATUS } from '../../nodes/service';
import { accepted } from './accepted';

/**
 * One example of each operation: what an item is, asks, costs and becomes. Unit and integration tests, and the
 * page for assistants, have no other.
 */

export const ID = '11111111-1111-4111-8111-111111111111';
const TEMPLATE_ID = '11111111-aaaa-4aaa-8aaa-111111111111';
export const TO = '628000001005';
const SENDER = '6280000000011';
const inChat = { gatewayId: 'gateway-1', destination: TO };
const located = (value: string) => ({ __rl: true, mode: 'id', value });

interface Example {
	/** As n8n stores it, short enough for the page for assistants. */
	item: INodeParameters;
	/** What the tests need otherwise. */
	tested?: INodeParameters;
	/** These four only if one request has one answer: a question waits, and Check Setup makes several requests. */
	request?: ServiceRequest;
	credits?: number;
	/** What the service answers in its envelope, or all of it. */
	data?: unknown;
	answer?: { json: string; xml: string };
	output?: unknown[];
}

/** In XML everything is text, and what looks like a number may be none. */
function xmlOf(data: unknown): string {
	if (Array.isArray(data)) return data.map((one) => `<item>${xmlOf(one)}</item>`).join('');
	if (typeof data !== 'object' || data === null) return String(data);
	const fields = Object.entries(data).map(([name, value]) => `<${name}>${xmlOf(value)}</${name}>`);
	return fields.join('');
}

export const enveloped = (data: unknown): string =>
	JSON.stringify({ error: false, message: 'ok', data });

const xmlEnveloped = (data: unknown): string =>
	`<?xml version="1.0"?><r><error>false</error><message>ok</message><data>${xmlOf(data)}</data></r>`;

export const template = { id: ID, name: '007', status: 'Approved', category: 'UTILITY' };
const templates = [template, { ...template, status: 'Pending' }];
export const channel = { id: ID, organization_id: '7', created_at: '2026-11-02T08:00:00Z' };
export const person = { userid: '0042', idPerson: 1, idClient: 2 };
export const balance = {
	idClient: 2,
	wa_balance: 1250.5,
	wa_expired_date: '2027-01-31',
	pulsa_balance: 0,
};

const post = (path: string, json: IDataObject): ServiceRequest => ({
	method: 'POST',
	path,
	json,
});
const get = (path: string): ServiceRequest => ({ method: 'GET', path });

const unofficial = { sender: '628990001', queue: 'main', destination: TO, ref_no: '007' };
const photo = { caption: 'Menu', media_url: 'https://example.com/a.png' };
const message = { ref_no: '007', status: 'D', is_group: false, message: 'Your order left' };
const result = { status: '0', messageid: '0012345678901234567890', destination: TO };
/** Signs of a form, and of a language. */
const SMS = 'Sale & 100% = "off" + ünï;?#\n{}~^ 😀';

export const EXAMPLES: Readonly<Record<string, Example>> = {
	'whatsappOfficial broadcast': {
		item: {
			channelId: located(ID),
			templateId: located(TEMPLATE_ID),
			destination: TO,
			destinationName: 'Ayu',
			parametersMode: 'json',
			parametersJson: '["Ayu", "Sunday"]',
		},
		tested: { parametersMode: 'none' },
		request: post('/wa_official/message/broadcast', {
			destination: TO,
			destination_name: 'Ayu',
			template_id: TEMPLATE_ID,
			channel_id: ID,
		}),
		data: { ref_no: '007' },
		output: [
			accepted({
				ref_no: '007',
				destination: TO,
				destination_name: 'Ayu',
				channel_id: ID,
				template_id: TEMPLATE_ID,
			}),
		],
	},
	'whatsappOfficial reply': {
		item: { roomId: ID, messageType: 'text', message: 'Thank you!' },
		request: {
			method: 'POST',
			path: '/wa_official/message/reply',
			multipart: { room_id: ID, type: 'text', text: 'Thank you!' },
		},
		data: { ref_no: '007' },
		output: [accepted({ ref_no: '007', room_id: ID, text: 'Thank you!' })],
	},
	'whatsappOfficial sendAndWait': { item: { roomId: ID, message: 'Is Sunday fine?' } },
	'whatsappOfficial getTemplates': {
		item: { returnAll: true },
		request: get('/wa_official/templates'),
		data: templates,
		output: templates,
	},
	'whatsappOfficial getChannels': {
		item: { returnAll: true },
		request: get('/wa_official/channels'),
		data: [channel],
		output: [channel],
	},
	'whatsappUnofficial sendText': {
		item: { destination: TO, message: 'Your order left', options: { sendOnceKey: 'order-1042' } },
		request: post('/whatsapp/message', { destination: TO, message: 'Your order left' }),
		credits: 1,
		data: { ...unofficial, message: '1e3' },
		output: [accepted({ ...unofficial, message: '1e3', text: 'Your order left' })],
	},
	'whatsappUnofficial reply': {
		item: { destination: TO, sender: SENDER, message: 'Thank you!' },
		request: post('/whatsapp/message', { destination: TO, sender: SENDER, message: 'Thank you!' }),
		credits: 1,
		data: { ...unofficial, message: 'Thank you!' },
		output: [accepted({ ...unofficial, message: 'Thank you!', text: 'Thank you!' })],
	},
	'whatsappUnofficial sendMedia': {
		item: { destination: TO, mediaSource: 'url', mediaUrl: 'https://example.com/invoice.pdf' },
		request: post('/whatsapp/media', {
			destination: TO,
			media_url: 'https://example.com/invoice.pdf',
		}),
		credits: 2,
		data: { ...unofficial, ...photo },
		output: [accepted({ ...unofficial, ...photo })],
	},
	'whatsappUnofficial sendAndWait': {
		item: {
			destination: TO,
			message: 'Refund order 1042?',
			sender: SENDER,
			options: { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'hours' } } },
		},
	},
	'whatsappUnofficial getStatus': {
		item: { refNo: '1042', waitFor: 'delivered', maxWait: 300 },
		tested: { waitFor: 'none', simplify: false },
		request: get('/whatsapp/status/1042'),
		data: message,
		output: [
			{
				...message,
				status: 'delivered',
				status_code: 'D',
				status_name: 'delivered',
				status_meaning: MESSAGE_STATUS.D.meaning,
				delivered: true,
				is_final: false,
			},
		],
	},
	'whatsappBusiness reply': {
		item: { ...inChat, messageType: 'text', message: 'Thank you!' },
		request: post('/wa_business/reply', {
			recipient: TO,
			gateway_id: 'gateway-1',
			type: 'text',
			payloads: { body: 'Thank you!' },
		}),
		data: { message_id: 'wamid.2' },
		output: [accepted({ destination: TO, message_id: 'wamid.2', text: 'Thank you!' })],
	},
	'whatsappBusiness sendButtons': {
		item: {
			...inChat,
			message: 'Coming?',
			headerType: 'none',
			buttons: { button: [{ id: 'yes', title: 'Yes' }] },
		},
		request: post('/wa_business/interactive/button_reply', {
			gateway_id: 'gateway-1',
			recipient: TO,
			body: { text: 'Coming?' },
			buttons: [{ button_id: 'yes', title: 'Yes' }],
		}),
		data: { message_id: 'wamid.2' },
		output: [accepted({ destination: TO, message_id: 'wamid.2', text: 'Coming?' })],
	},
	'whatsappBusiness sendAndWait': {
		item: { ...inChat, message: 'Is Sunday fine?', answerBy: 'buttons' },
	},
	'sms send': {
		item: { destination: TO, message: 'Your code is 4711', otp: true },
		tested: { message: SMS, encoding: 'unicode' },
		request: {
			method: 'POST',
			path: '',
			form: { SMSText: SMS, GSM: TO, unicode: 'true', otp: 'Y', output: 'json' },
		},
		answer: {
			json: JSON.stringify({ results: [result] }),
			xml: `<results><result>${xmlOf(result)}</result></results>`,
		},
		output: [
			accepted({
				ref_no: result.messageid,
				messageid: result.messageid,
				destination: TO,
				status_code: '0',
				status_name: 'ALL_RECIPIENTS_PROCESSED',
				encoding: 'unicode',
				status_meaning: 'request successful for all recipients',
				text: SMS,
			}),
		],
	},
	'account getBalance': {
		item: {},
		request: get('/balance'),
		data: balance,
		output: [balance],
	},
	'account getIdentity': {
		item: {},
		request: get('/auth/api_key'),
		data: person,
		output: [person],
	},
	'account checkSetup': { item: {} },
};

export const exampleOf = (name: string): Example => EXAMPLES[name] ?? { item: {} };

export const answerOf = ({ data, answer }: Example) =>
	answer ?? { json: enveloped(data), xml: xmlEnveloped(data) };

const choice = z.object({ __rl: z.literal(true), value: z.unknown() });

/** What the node gets of an item: of a choice its value, and the options among the fields. */
export function valuesIn({ options, ...fields }: INodeParameters): Record<string, unknown> {
	const values = Object.entries(fields).map(([name, value]): [string, unknown] => [
		name,
		choice.safeParse(value).data?.value ?? value,
	]);
	return { ...Object.fromEntries(values), ...(options as INodeParameters | undefined) };
}

/** As n8n stores it. */
export function itemOf(name: string): INodeParameters {
	const { item, tested } = exampleOf(name);
	return { ...item, ...tested };
}

export const valuesOf = (name: string) => valuesIn(itemOf(name));

/** All operations, by the name of their example. */
export const OPERATIONS = resources.flatMap(({ value: resource, operations }) =>
	operations.map((operation) => ({
		name: `${resource} ${operation.value}`,
		resource,
		operation,
	})),
);

/** Those of which one request has one answer. */
export const ALL = OPERATIONS.filter(
	({ operation }) => !['sendAndWait', 'checkSetup'].includes(operation.value),
);

export function named(name: string) {
	const found = ALL.find((one) => one.name === name);
	if (found === undefined) throw new Error(`no operation ${name}`);
	return found.operation;
}
