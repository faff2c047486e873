import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod/v4';

import { DECISIONS, sentence } from './decisions';
import { FACTS, sendSms, type Fact } from './endpoints';
import { BUSINESS_WEBHOOK, EVENTS, type Event } from './events';
import { base64 } from './files';
import * as kinds from './kinds';
import { internationalNumber, templateText } from './texts';

/** The interface of the service as an OpenAPI document, from the facts. A part that is undefined is not written. */

type Fields = Record<string, unknown>;

const fields = z.record(z.string(), z.unknown());
const words = z
	.object({
		openapi: z.string(),
		info: fields,
		servers: z.object({ api: z.array(fields), sms: z.array(fields) }),
		securitySchemes: fields,
		responses: fields,
		operations: z.record(
			z.string(),
			z.object({ summary: z.string(), example: fields.optional() }).loose(),
		),
	})
	.loose();

const { servers, securitySchemes, responses, operations, ...head } = words.parse(
	parse(readFileSync(path.join(__dirname, 'words.yaml'), 'utf8')),
);

/** A body that the simulator takes. */
export const exampleOf = ({ name }: Fact): Fields => operations[name]?.example ?? {};

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
		? z.object({ results: data }).meta({ xml: { name: 'results' } })
		: z
				.object({
					error: z.literal(false).describe('false on success').optional(),
					message: message.optional(),
					data,
				})
				.meta({ xml: { name: 'response' } });

/** These have names in the document. */
const SCHEMAS: Record<string, z.ZodType> = {
	RequiredText: kinds.text,
	Uuid: kinds.uuid4,
	CalendarDate: kinds.date,
	DateTime: kinds.dateTime,
	CallbackTime: kinds.callbackDate,
	Uri: kinds.uri,
	PhoneNumber: internationalNumber,
	TemplateText: templateText,
	Base64: base64,
	Failure: z.object({ error: z.literal(true), message }).meta(kinds.marks('failure-body')),
	ValidationError: z.object({ detail: z.array(misfit).min(1).optional() }),
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
	xml: 'application/xml',
	form: 'application/x-www-form-urlencoded',
	multipart: 'multipart/form-data',
};

const content = (schema: string, type: keyof typeof TYPES = 'json', example?: unknown) => ({
	[TYPES[type]]: { schema: reference('schemas', schema), example },
});

/** The points that concern an operation, or all of them. */
function decisionsOn(name: string): string[] | undefined {
	const concerns = ([, { where }]: [string, { where: string }]) =>
		where.split(', ').some((beginning) => name.startsWith(beginning));
	const found = [...DECISIONS].filter(concerns).map(([id]) => sentence(id));
	return found.length === 0 ? undefined : found;
}

const operation = (kind: string, id: string, more: Fields): Fields => ({
	operationId: id,
	tags: [kind.split('.')[0]],
	...operations[kind],
	// The example is in the body.
	example: undefined,
	...more,
	'x-decisions': decisionsOn(kind),
});

const failure = (of: string) => reference('responses', of);

function pathOf(fact: Fact, smsHosts: Fields[]): [string, Fields] {
	const { name, method, path: url, sentAs, success, files } = fact;
	const isSms = fact === sendSms;
	const [, inPath] = /:(\w+)/.exec(url) ?? [];
	const isChecked = sentAs !== 'nothing' || inPath !== undefined;
	const description = success === 200 ? 'The request succeeded.' : 'The message is accepted.';
	const one = operation(name, name, {
		security: isSms ? [] : undefined,
		parameters: inPath && [
			{ name: inPath, in: 'path', required: true, schema: { type: 'string' } },
		],
		requestBody:
			sentAs === 'nothing'
				? undefined
				: { required: true, content: content(`${name}.body`, sentAs, exampleOf(fact)) },
		responses: {
			// XML is the other format of each response, and has the same fields.
			[success]: { description, content: { ...content(name), ...content(name, 'xml') } },
			401: isSms ? undefined : failure('Unauthorized'),
			403: isSms ? undefined : failure('Forbidden'),
			422: isChecked ? failure('Invalid') : undefined,
			// The documented limits are those of the HTTP API.
			429: isSms ? undefined : failure('TooMany'),
			default: failure('OtherFailure'),
		},
		'x-files': files,
	});
	// :ref_no is {ref_no} here.
	const place = url.replace(/:(\w+)/, '{$1}');
	return [place, { servers: isSms ? smsHosts : undefined, [method.toLowerCase()]: one }];
}

function webhookOf([kind, { methods, sentAs }]: [string, Event]): [string, Fields] {
	const name = `callback.${kind}`;
	const inQuery = { name: 'fields', in: 'query', style: 'form', explode: true, required: true };
	const description = 'Each field is a parameter of the query.';
	const { example } = operations[name] ?? {};
	const sent =
		sentAs === 'query'
			? { parameters: [{ ...inQuery, description, example, schema: reference('schemas', name) }] }
			: { requestBody: { required: true, content: content(name, sentAs, example) } };
	const taken = { '2XX': { description: 'The receiver has it.' } };
	const all = methods.map((method) => method.toLowerCase());
	const idOf = (method: string) => (all.length > 1 ? `${name}.${method}` : name);
	const one = (method: string) =>
		operation(name, idOf(method), { security: [], ...sent, responses: taken });
	return [kind, Object.fromEntries(all.map((method) => [method, one(method)]))];
}

const document = (api: Fields[], sms: Fields[]): Fields => ({
	...head,
	info: { ...head.info, 'x-decisions': { count: DECISIONS.size, everywhere: decisionsOn('all') } },
	servers: api,
	paths: Object.fromEntries(FACTS.map((fact) => pathOf(fact, sms))),
	webhooks: Object.fromEntries(CALLBACKS.map(webhookOf)),
	components: { securitySchemes, schemas: schemas(), responses },
});

/** Says a decision in words. A schema inside this document needs no address of its own. */
function finished(key: string, value: unknown): unknown {
	if (key === '$schema' || key === '$id') return undefined;
	// zod writes the bounds of JavaScript for every integer.
	if (/imum$/.test(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return undefined;
	return key === 'x-decision' ? (value as string[]).map(sentence) : value;
}

/** The simulator serves it with its own addresses. */
export const openApi = (api = servers.api, sms = servers.sms): unknown =>
	JSON.parse(JSON.stringify(document(api, sms)), finished);
