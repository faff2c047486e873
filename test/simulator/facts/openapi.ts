import { z } from 'zod/v4';

import { DECISIONS, sentence } from './decisions';
import { FACTS, sendSms, type Fact } from './endpoints';
import { BUSINESS_WEBHOOK, EVENTS, type Event } from './events';
import { base64 } from './files';
import * as kinds from './kinds';
import { API_PREFIX, API_RATE, CHANNEL_RATE } from './limits';
import { internationalNumber, templateText } from './texts';

/** The interface of the service as an OpenAPI document, from the facts. A part that is undefined is not written. */

type Fields = Record<string, unknown>;

const message = z.string().describe('in words for a person');
const misfit = z.object({
	loc: z.array(z.union([z.string(), z.number().int()])).min(1),
	msg: z.string().min(1),
	type: z.string().min(1),
});

const CALLBACKS = Object.entries<Event>({ ...EVENTS, business: BUSINESS_WEBHOOK });

/** The whole response of a success. */
const successOf = ({ name, data }: Fact): z.ZodType =>
	name === sendSms.name
		? z.object({ results: data })
		: z.object({
				error: z.literal(false).describe('false on success').optional(),
				message: message.optional(),
				data,
			});

/** These have names in the document. */
const SCHEMAS: Record<string, z.ZodType> = {
	Text: kinds.text,
	Uuid: kinds.uuid4,
	Date: kinds.date,
	DateTime: kinds.dateTime,
	CallbackTime: kinds.callbackDate,
	Uri: kinds.uri,
	Number: internationalNumber,
	TemplateText: templateText,
	Base64: base64,
	Failure: z.object({ error: z.literal(true), message }).meta(kinds.marks('failure-body')),
	ValidationError: z.object({ detail: z.array(misfit).min(1) }),
	...Object.fromEntries(FACTS.map((fact) => [fact.name, successOf(fact)])),
	...Object.fromEntries(
		FACTS.filter(({ sentAs }) => sentAs !== 'nothing').map((one) => [`${one.name}.body`, one.body]),
	),
	...Object.fromEntries(CALLBACKS.map(([kind, { data }]) => [`callback.${kind}`, data])),
};

const reference = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` });

function schemas(): object {
	const registry = z.registry<{ id: string }>();
	for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
	const uri = (id: string) => reference('schemas', id).$ref;
	return z.toJSONSchema(registry, { uri, io: 'input' }).schemas;
}

const TYPES = {
	json: 'application/json',
	form: 'application/x-www-form-urlencoded',
	multipart: 'multipart/form-data',
};

const content = (schema: string, type: keyof typeof TYPES = 'json', example?: unknown) => ({
	[TYPES[type]]: { schema: reference('schemas', schema), example },
});

/** XML is the other format of each response, and has the same fields. */
const response = (description: string, schema: string, more: Fields = {}) => ({
	description,
	content: content(schema),
	...more,
});

const FORBIDDEN = 'The user or the address of the caller is not allowed.';
const OTHERS =
	'400: invalid parameter, 404: not found, 405: method not allowed, 50X: server error.';

const RESPONSES = {
	Unauthorized: response('The key is missing or wrong.', 'Failure', kinds.marks('unknown-key')),
	Forbidden: response(FORBIDDEN, 'Failure', kinds.marks('inactive-user', 'foreign-address')),
	Invalid: response('A value is missing or wrong. Nothing is sent.', 'ValidationError'),
	TooMany: response('Too many requests. Nothing is sent.', 'Failure'),
	OtherFailure: response(OTHERS, 'Failure'),
};

const failure = (of: keyof typeof RESPONSES) => reference('responses', of);

/** The points that concern an operation, or all of them. */
function decisionsOn(name: string): string[] | undefined {
	const concerns = ([, { where }]: [string, { where: string }]) =>
		where.split(', ').some((beginning) => name.startsWith(beginning));
	const found = [...DECISIONS].filter(concerns).map(([id]) => sentence(id));
	return found.length === 0 ? undefined : found;
}

const operation = (name: string, summary: string, more: Fields): Fields => ({
	operationId: name,
	tags: [name.split('.')[0]],
	summary,
	...more,
	'x-decisions': decisionsOn(name),
});

function pathOf(fact: Fact, smsHost: Fields): [string, Fields] {
	const { name, method, path, summary, description, sentAs, example, success, files } = fact;
	const isSms = fact === sendSms;
	const [, inPath] = /:(\w+)/.exec(path) ?? [];
	const isChecked = sentAs !== 'nothing' || inPath !== undefined;
	const words = success === 200 ? 'The request succeeded.' : 'The message is accepted.';
	const one = operation(name, summary, {
		description,
		security: isSms ? [] : undefined,
		parameters: inPath && [
			{ name: inPath, in: 'path', required: true, schema: { type: 'string' } },
		],
		requestBody:
			sentAs === 'nothing'
				? undefined
				: { required: true, content: content(`${name}.body`, sentAs, example) },
		responses: {
			[success]: response(words, name),
			401: isSms ? undefined : failure('Unauthorized'),
			403: isSms ? undefined : failure('Forbidden'),
			422: isChecked ? failure('Invalid') : undefined,
			429: failure('TooMany'),
			default: failure('OtherFailure'),
		},
		'x-files': files,
	});
	// :ref_no is {ref_no} here.
	const place = path.replace(/:(\w+)/, '{$1}');
	return [place, { servers: isSms ? [smsHost] : undefined, [method.toLowerCase()]: one }];
}

function webhookOf([kind, { summary, methods, sentAs }]: [string, Event]): [string, Fields] {
	const name = `callback.${kind}`;
	const place = { name: 'fields', in: 'query', style: 'form', explode: true, required: true };
	const description = 'Each field is a parameter of the query.';
	const sent =
		sentAs === 'query'
			? { parameters: [{ ...place, description, schema: reference('schemas', name) }] }
			: { requestBody: { required: true, content: content(name, sentAs) } };
	const responses = { '2XX': { description: 'The receiver has it.' } };
	const all = methods.map((method) => method.toLowerCase());
	const idOf = (method: string) => (all.length > 1 ? `${name}.${method}` : name);
	const one = (method: string) =>
		operation(idOf(method), summary, { security: [], ...sent, responses });
	return [kind, Object.fromEntries(all.map((method) => [method, one(method)]))];
}

const INTRODUCTION = `The interface of the messaging service, written by a command from the facts of its simulator. ${DECISIONS.size} points are not documented. The simulator decided them: build nothing on them. A field or a response with such a point is marked with x-decided: true, the other points of an operation are its x-decisions, and those of all operations are here under info. The page decisions.md has them all.

The path begins with the service's own name in place of svc. The key goes into the header APIKey, and the address of the caller must be on the IP whitelist of the account. Success is 200, 201, 202 or 204 with error false; any other code is a failure. Limits: ${API_RATE.requests} requests a second (one each 10 milliseconds), and ${CHANNEL_RATE.requests} messages a minute for each Official channel. A response is JSON, or XML with the same fields if Accept is application/xml or text/xml.`;

const TAGS: Record<string, string> = {
	account: 'The key and the credits',
	business: 'WhatsApp Business: replies to people who wrote to a gateway',
	official: 'WhatsApp Official: approved templates, and replies in a room',
	unofficial: 'WhatsApp Unofficial: texts and files to any number',
	sms: 'SMS, on a host of its own with a login of its own',
	callback: 'What the service sends to the registered URLs',
};

const host = (description: string) => ({ default: 'service.invalid', description });

const API = {
	url: 'https://{host}/{prefix}',
	variables: {
		host: host('The host of the HTTP API'),
		prefix: { default: API_PREFIX.slice(1), description: 'svc is the service’s own name' },
	},
};

const SMS = { url: 'https://{host}', variables: { host: host('The host of the SMS interface') } };

const document = (api: Fields, sms: Fields): Fields => ({
	openapi: '3.1.0',
	info: {
		title: 'Messaging service',
		version: '1.0',
		description: INTRODUCTION,
		license: { name: 'MIT', identifier: 'MIT' },
		'x-decisions': { count: DECISIONS.size, everywhere: decisionsOn('all') },
	},
	servers: [api],
	security: [{ key: [] }],
	tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
	paths: Object.fromEntries(FACTS.map((fact) => pathOf(fact, sms))),
	webhooks: Object.fromEntries(CALLBACKS.map(webhookOf)),
	components: {
		securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'APIKey' } },
		schemas: schemas(),
		responses: RESPONSES,
	},
});

/** Says a decision in words. A schema inside this document needs no address of its own. */
function finished(key: string, value: unknown): unknown {
	if (key === '$schema' || key === '$id') return undefined;
	return key === 'x-decision' ? (value as string[]).map(sentence) : value;
}

/** The simulator serves it with its own addresses. */
export const openApi = (api: Fields = API, sms: Fields = SMS): unknown =>
	JSON.parse(JSON.stringify(document(api, sms)), finished);
