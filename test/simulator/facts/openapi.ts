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

/**
 * The interface of the service as OpenAPI documents, from the facts. SMS has one of its own: generators read one host in
 * a document, and would send its login to the other host. A part that is undefined is not written.
 */

type Fields = Record<string, unknown>;

const fields = z.record(z.string(), z.unknown());
const head = z.object({ info: fields, tags: z.array(fields) }).loose();
const words = z.object({
	openapi: z.string(),
	files: z.object({ api: head, sms: head }),
	securitySchemes: fields,
	responses: fields,
	operations: z.record(
		z.string(),
		z.object({ summary: z.string(), example: fields.optional(), data: z.unknown() }).loose(),
	),
});

const { openapi, files, securitySchemes, responses, operations } = words.parse(
	parse(readFileSync(path.join(__dirname, 'words.yaml'), 'utf8')),
);

/** A body that the simulator takes. */
export const exampleOf = ({ name }: Fact): Fields => operations[name]?.example ?? {};

const message = z.string().describe('in words for a person');
const misfit = z.object({
	loc: kinds.listOf(z.union([z.string(), z.number().int()])),
	msg: z.string(),
	type: z.string(),
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
	Failure: z
		.object({ error: z.literal(true), message })
		.meta({ xml: { name: 'response' }, ...kinds.marks('failure-body') }),
	ValidationError: z
		.object({ detail: kinds.listOf(misfit).optional() })
		.meta({ xml: { name: 'response' } }),
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
	// They are in the bodies.
	example: undefined,
	data: undefined,
	...more,
	'x-decisions': decisionsOn(kind),
});

const failure = (of: string) => reference('responses', of);

/** The body of a success that the simulator could send. */
export function answerOf({ name, success }: Fact): Fields {
	const { data } = operations[name] ?? {};
	if (name === sendSms.name) return { results: data };
	return { error: false, message: success === 201 ? 'Saved' : 'OK', data };
}

function pathOf(fact: Fact): [string, Fields] {
	const { name, method, path: url, sentAs, success, files: taken } = fact;
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
			[success]: {
				description,
				content: { ...content(name, 'json', answerOf(fact)), ...content(name, 'xml') },
			},
			401: isSms ? undefined : failure('Unauthorized'),
			403: isSms ? undefined : failure('Forbidden'),
			422: isChecked ? failure(isSms ? 'InvalidSMS' : 'Invalid') : undefined,
			// The documented limits are those of the HTTP API.
			429: isSms ? undefined : failure('TooMany'),
			default: failure('OtherFailure'),
		},
		'x-files': taken,
	});
	// :ref_no is {ref_no} here.
	const place = url.replace(/:(\w+)/, '{$1}');
	return [place, { [method.toLowerCase()]: one }];
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

/** Of all components, those that a part of a document refers to. */
function usedBy(part: unknown, all: Record<string, Fields>, used: Record<string, Fields> = {}) {
	const references = JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g);
	for (const [, kind = '', name = ''] of references) {
		if (used[kind]?.[name] !== undefined) continue;
		(used[kind] ??= {})[name] = all[kind]?.[name];
		usedBy(all[kind]?.[name], all, used);
	}
	return used;
}

/** Says a decision in words. A schema inside this document needs no address of its own. */
function finished(key: string, value: unknown): unknown {
	if (key === '$schema' || key === '$id') return undefined;
	// zod writes the bounds of JavaScript for every integer.
	if (/imum$/.test(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return undefined;
	return key === 'x-decision' ? (value as string[]).map(sentence) : value;
}

function written({ info, ...rest }: z.output<typeof head>, paths: Fields, webhooks: Fields) {
	const used = usedBy({ paths, webhooks }, { schemas: fields.parse(schemas()), responses });
	const components = { ...(rest.security !== undefined && { securitySchemes }), ...used };
	const everywhere = { ...info, 'x-decisions': decisionsOn('all') };
	const whole = { openapi, info: everywhere, ...rest, paths, webhooks, components };
	return fields.parse(JSON.parse(JSON.stringify(whole), finished));
}

const isOfSms = ([name]: [string, unknown]) => name.startsWith('sms');
const pathsOf = (facts: readonly Fact[]) => Object.fromEntries(facts.map(pathOf));
const webhooks = (isSms: boolean) =>
	Object.fromEntries(CALLBACKS.filter((one) => isOfSms(one) === isSms).map(webhookOf));
const apiFacts = FACTS.filter((fact) => fact !== sendSms);

export const OPENAPI_FILES = {
	'openapi.yaml': () => written(files.api, pathsOf(apiFacts), webhooks(false)),
	'openapi-sms.yaml': () => written(files.sms, pathsOf([sendSms]), webhooks(true)),
};

/** Both in one, since the simulator serves both under one address. */
export function openApiOf(prefix: string): Fields {
	const ofApi = Object.entries(pathsOf(apiFacts)).map(([place, one]) => [prefix + place, one]);
	const paths = { ...Object.fromEntries(ofApi), ...pathsOf([sendSms]) };
	// Both have callbacks.
	const tags = [...files.api.tags, ...files.sms.tags.filter(({ name }) => name === 'sms')];
	const one = { ...files.api, servers: [{ url: '/' }], tags };
	return written(one, paths, { ...webhooks(false), ...webhooks(true) });
}
