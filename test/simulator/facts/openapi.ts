import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { z } from 'zod';
import { ignoreOverride, zodToJsonSchema } from 'zod-to-json-schema';

import { FACTS, sendSms, type Fact } from './endpoints';
import { BUSINESS_WEBHOOK, EVENTS, type Event } from './events';
import {
	base64,
	BUSINESS_FILES,
	HEADER_EXTENSIONS,
	UNOFFICIAL_FILES,
	type FileKind,
} from './files';
import * as kinds from './kinds';
import { API_PREFIX, API_RATE, CHANNEL_RATE } from './limits';
import { internationalNumber, templateText } from './texts';

/** The interface of the service as an OpenAPI document, from the facts. */

type Fields = Record<string, unknown>;

const PAGE = path.resolve(__dirname, '../../../docs/service/decisions.md');

/** What the simulator decided, by the ID of the point. The page is the only place that says it. */
export const DECISIONS: ReadonlyMap<string, { words: string; where: string }> = new Map(
	[...readFileSync(PAGE, 'utf8').matchAll(/^\| `([a-z-]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map(
		([, id = '', open = '', decision = '', where = '']) => [
			id,
			{ words: `${open}: ${decision}`.replaceAll('`', ''), where },
		],
	),
);

const sentence = (id: string): string => {
	const { words } = DECISIONS.get(id) ?? {};
	if (words === undefined) throw new Error(`docs/service/decisions.md has no point ${id}`);
	return `${id}. ${words}`;
};

/** Marks a part of the document as decided by the simulator. */
const decided = (...points: string[]): Fields =>
	points.length === 0 ? {} : { 'x-decided': true, 'x-decision': points.map(sentence) };

/** The points that concern an operation, or all of them. */
const decidedIn = (name: string): string[] =>
	[...DECISIONS].flatMap(([id, { where }]) =>
		where.split(', ').some((beginning) => name.startsWith(beginning)) ? [sentence(id)] : [],
	);

/** These have names in the document. */
const KINDS: Record<string, z.ZodTypeAny> = {
	Text: kinds.text,
	Uuid: kinds.uuid4,
	Date: kinds.date,
	DateTime: kinds.dateTime,
	CallbackTime: kinds.callbackDate,
	Uri: kinds.uri,
	Number: internationalNumber,
	TemplateText: templateText,
	Base64: base64,
};

const NAMES = new Map(Object.entries(KINDS).map(([name, { _def }]) => [_def as unknown, name]));

const reference = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` });

function schemaOf(schema: z.ZodTypeAny): Fields {
	// Every schema has a definition of this type, which ZodTypeAny does not show.
	const found: Fields = zodToJsonSchema(schema as z.ZodType, {
		$refStrategy: 'none',
		override: (def, { currentPath }) => {
			const name = NAMES.get(def);
			return name === undefined || (schema._def === def && currentPath.length === 1)
				? ignoreOverride
				: reference('schemas', name);
		},
		postProcess: (json, def) => {
			const { decided: points = [], ...note } = kinds.noteOf(def);
			// The types of this library do not know what a note may add.
			const kept = { ...json } as { $ref?: string; additionalProperties?: unknown };
			delete kept.additionalProperties;
			const { $ref } = kept;
			return $ref === undefined ? { ...kept, ...note, ...decided(...points) } : { $ref };
		},
	});
	delete found.$schema;
	return found;
}

const content = (schema: Fields, type = 'application/json', example?: unknown): Fields => ({
	[type]: { schema, ...(example !== undefined && { example }) },
});

const object = (properties: Fields, required = Object.keys(properties)): Fields => ({
	type: 'object',
	properties,
	required,
});

const MESSAGE = { type: 'string', description: 'in words for a person' };

const enveloped = (data: z.ZodTypeAny): Fields => {
	const error = { type: 'boolean', const: false, description: 'false on success' };
	return object({ error, message: MESSAGE, data: schemaOf(data) }, ['data']);
};

/** XML is the other format of each response, and has the same fields. */
const response = (description: string, schema: string, ...points: string[]): Fields => ({
	description,
	content: content(reference('schemas', schema)),
	...decided(...points),
});

const FORBIDDEN = 'The user or the address of the caller is not allowed.';
const OTHERS =
	'400: invalid parameter, 404: not found, 405: method not allowed, 50X: server error.';

const RESPONSES = {
	Unauthorized: response('The key is missing or wrong.', 'Failure', 'unknown-key'),
	Forbidden: response(FORBIDDEN, 'Failure', 'inactive-user', 'foreign-address'),
	Invalid: response('A value is missing or wrong. Nothing is sent.', 'ValidationError'),
	TooMany: response('Too many requests. Nothing is sent.', 'Failure'),
	OtherFailure: response(OTHERS, 'Failure'),
};

/** The whole response of a success. */
const successOf = ({ name, data }: Fact): Fields =>
	name === sendSms.name ? object({ results: schemaOf(data) }) : enveloped(data);

function responsesOf({ name, success, sentAs, path: url }: Fact): Fields {
	const failure = (of: keyof typeof RESPONSES) => reference('responses', of);
	const words = success === 200 ? 'The request succeeded.' : 'The message is accepted.';
	return {
		[success]: response(words, name),
		...(name !== sendSms.name && { 401: failure('Unauthorized'), 403: failure('Forbidden') }),
		...((sentAs !== 'nothing' || url.includes(':')) && { 422: failure('Invalid') }),
		429: failure('TooMany'),
		default: failure('OtherFailure'),
	};
}

function bodyOf({ name, sentAs, body, example }: Fact): Fields {
	if (sentAs === 'nothing') return {};
	const schema = schemaOf(body);
	if (name === 'official.reply') {
		const file = { type: 'string', contentMediaType: 'application/octet-stream' };
		Object.assign(schema.properties as Fields, { file: { ...file, ...decided('official-files') } });
	}
	const type = sentAs.startsWith('query') ? 'application/x-www-form-urlencoded' : sentAs;
	const sent = sentAs === 'json' ? 'application/json' : type;
	return { requestBody: { required: true, content: content(schema, sent, example) } };
}

const filesOf = (all: readonly FileKind[]) =>
	all.map(
		({ extensions, mime, largest }) =>
			`${extensions.join(', ')}: ${mime}, at most ${largest} bytes`,
	);

const FILES: Record<string, unknown> = {
	'business.reply': Object.fromEntries(
		Object.entries(BUSINESS_FILES).map(([type, all]) => [type, filesOf(all)]),
	),
	'business.sendButtons': HEADER_EXTENSIONS,
	'unofficial.sendMedia': filesOf(UNOFFICIAL_FILES),
};

const TAGS: Record<string, string> = {
	account: 'The key and the credits',
	business: 'WhatsApp Business: replies to people who wrote to a gateway',
	official: 'WhatsApp Official: approved templates, and replies in a room',
	unofficial: 'WhatsApp Unofficial: texts and files to any number',
	sms: 'SMS, on a host of its own with a login of its own',
	callback: 'What the service sends to the registered URLs',
};

function operation(name: string, summary: string, more: Fields): Fields {
	const points = decidedIn(name);
	return {
		operationId: name,
		tags: [name.split('.')[0]],
		summary,
		...more,
		...(points.length > 0 && { 'x-decisions': points }),
	};
}

/** :ref_no is {ref_no} here. */
const templated = (url: string) => url.replace(/:(\w+)/g, '{$1}');

const parameter = (name: string, place: string, schema: Fields, required = true): Fields => ({
	name,
	in: place,
	required,
	schema,
});

function pathOf(fact: Fact, smsHost: Fields): [string, Fields] {
	const { name, method, path: url, summary, description } = fact;
	const parameters = [...url.matchAll(/:(\w+)/g)].map(([, own = '']) =>
		parameter(own, 'path', { type: 'string' }),
	);
	const files = FILES[name];
	const one = operation(name, summary, {
		description,
		...(fact === sendSms && { security: [] }),
		...(parameters.length > 0 && { parameters }),
		...bodyOf(fact),
		responses: responsesOf(fact),
		...(files !== undefined && { 'x-files': files }),
	});
	const servers = fact === sendSms ? { servers: [smsHost] } : {};
	return [templated(url), { ...servers, [method.toLowerCase()]: one }];
}

const CALLBACKS = Object.entries<Event>({ ...EVENTS, business: BUSINESS_WEBHOOK });

const RECEIVED = { '2XX': { description: 'The receiver has it.' } };

const FORM = 'application/x-www-form-urlencoded';

function webhookOf(kind: string, { summary, methods, sentAs, data }: Event): Fields {
	const fields = Object.entries(schemaOf(data).properties as Fields);
	const schema = reference('schemas', `callback.${kind}`);
	const sent =
		sentAs === 'query'
			? { parameters: fields.map(([name, own]) => parameter(name, 'query', own as Fields)) }
			: {
					requestBody: {
						required: true,
						content: content(schema, sentAs === 'form' ? FORM : 'application/json'),
					},
				};
	const one = (method: string) =>
		operation(`callback.${kind}${methods.length > 1 ? `.${method.toLowerCase()}` : ''}`, summary, {
			security: [],
			...sent,
			responses: RECEIVED,
		});
	return Object.fromEntries(methods.map((method) => [method.toLowerCase(), one(method)]));
}

const INTRODUCTION = `The interface of the messaging service, written by a command from the facts of its simulator. ${DECISIONS.size} points are not documented. The simulator decided them: build nothing on them. A field or a response with such a point is marked with x-decided: true, the other points of an operation are its x-decisions, and those of all operations are here under info. The page decisions.md has them all.

The path begins with the service's own name in place of svc. The key goes into the header APIKey, and the address of the caller must be on the IP whitelist of the account. Success is 200, 201, 202 or 204 with error false; any other code is a failure. Limits: ${API_RATE.requests} requests a second (one each 10 milliseconds), and ${CHANNEL_RATE.requests} messages a minute for each Official channel. A response is JSON, or XML with the same fields if Accept is application/xml or text/xml.`;

const host = (words: string) => ({
	host: { default: 'service.invalid', description: words },
});

/** @param atHome for a page that the simulator itself serves */
export function openApi(atHome = false): Fields {
	const api = atHome
		? { url: API_PREFIX }
		: {
				url: 'https://{host}/{prefix}',
				variables: {
					...host('The host of the HTTP API'),
					prefix: { default: API_PREFIX.slice(1), description: 'svc is the service’s own name' },
				},
			};
	const sms = atHome
		? { url: '/' }
		: { url: 'https://{host}', variables: host('The host of the SMS interface') };
	const misfit = object({
		loc: { type: 'array', items: { type: ['string', 'integer'] } },
		msg: { type: 'string' },
		type: { type: 'string' },
	});
	return {
		openapi: '3.1.0',
		info: {
			title: 'Messaging service',
			version: '1.0',
			description: INTRODUCTION,
			license: { name: 'MIT', identifier: 'MIT' },
			'x-decisions': { count: DECISIONS.size, everywhere: decidedIn('all') },
		},
		servers: [api],
		security: [{ key: [] }],
		tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
		paths: Object.fromEntries(FACTS.map((fact) => pathOf(fact, sms))),
		webhooks: Object.fromEntries(CALLBACKS.map(([kind, event]) => [kind, webhookOf(kind, event)])),
		components: {
			securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'APIKey' } },
			schemas: {
				...Object.fromEntries<Fields>(
					Object.entries(KINDS).map(([name, kind]) => [name, schemaOf(kind)]),
				),
				...Object.fromEntries<Fields>(FACTS.map((fact) => [fact.name, successOf(fact)])),
				...Object.fromEntries<Fields>(
					CALLBACKS.filter(([, { sentAs }]) => sentAs !== 'query').map(([kind, { data }]) => {
						return [`callback.${kind}`, schemaOf(data)];
					}),
				),
				Failure: {
					...object({ error: { type: 'boolean', const: true }, message: MESSAGE }),
					...decided('failure-body'),
				},
				ValidationError: object({ detail: { type: 'array', items: misfit } }, []),
			},
			responses: RESPONSES,
		},
	};
}
