import { readFileSync } from 'node:fs';
import path from 'node:path';

import addFormats from 'ajv-formats';
import Ajv, { type ErrorObject } from 'ajv/dist/2020';
import { parse } from 'yaml';
import { z } from 'zod/v4';

/** Holds values against the OpenAPI files. */

const parts = z.record(z.string(), z.unknown());
const operation = z.object({
	operationId: z.string(),
	responses: parts,
});
const file = z.object({
	paths: z.record(z.string(), parts),
	components: z.object({ schemas: parts }),
});
const FILES = ['openapi.yaml', 'openapi-sms.yaml'].map((name) =>
	file.parse(parse(readFileSync(path.resolve(__dirname, '../../docs/service', name), 'utf8'))),
);

/** An object has only the fields that the file names, so that another one shows. */
function closed(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(closed);
	if (typeof schema !== 'object' || schema === null) return schema;
	const parts = Object.entries(schema).map(([name, part]) => [name, closed(part)] as const);
	if (!('properties' in schema)) return Object.fromEntries(parts);
	return { ...Object.fromEntries(parts), additionalProperties: false };
}

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
addFormats(ajv);
// The whole file is no schema, so only the parts that are used are checked as one.
const OPEN = parts.parse(Object.assign({}, ...FILES.map(({ components }) => components.schemas)));
const SCHEMAS = parts.parse(closed(OPEN));
ajv.addSchema({ components: { schemas: OPEN } }, 'open', false, false);
ajv.addSchema({ components: { schemas: SCHEMAS } }, 'closed', false, false);

/** What is wrong with a value of a schema. A request that may have several forms is held against the open schema. */
export function faultsOf(name: string, value: unknown, kind = 'closed'): ErrorObject[] {
	const check = ajv.getSchema(`${kind}#/components/schemas/${name}`);
	if (check === undefined) throw new Error(`The OpenAPI file has no ${name}`);
	return check(value) === true ? [] : (check.errors ?? []);
}

const xml = z.object({ name: z.string().optional(), wrapped: z.boolean().optional() });
const schema = z.object({
	$ref: z.string().optional(),
	type: z.string().optional(),
	xml: xml.optional(),
	properties: parts.optional(),
	items: z.unknown().optional(),
});

/** Reads the elements of XML as a generated client does: only by the types and names that the file has. */
export function fromXml(given: unknown, elements: unknown): unknown {
	const { $ref, type, properties = {}, items } = schema.parse(given);
	if ($ref !== undefined) return fromXml(SCHEMAS[$ref.split('/').at(-1) ?? ''], elements);
	if (type === 'boolean') return elements === 'true';
	if (type === 'number' || type === 'integer') return Number(elements);
	if (type === 'array') return [elements ?? []].flat().map((one) => fromXml(items, one));
	if (type !== 'object') return elements;
	const inside = parts.catch({}).parse(elements);
	const read = Object.entries(properties).map(([name, part]): [string, unknown] => {
		const { type: kind, xml: hint, items: entry } = schema.parse(part);
		const { name: entryName = name } = schema.catch({}).parse(entry).xml ?? {};
		if (kind !== 'array')
			return [name, inside[name] === undefined ? undefined : fromXml(part, inside[name])];
		const around = hint?.wrapped === true ? parts.catch({}).parse(inside[name]) : inside;
		return [name, fromXml(part, around[entryName])];
	});
	return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** The schema of the success of an operation. */
export const schemaOf = (operation: string) => SCHEMAS[operation];

/** A response of an operation, as JSON. */
export const faultsOfResponse = (operation: string, status: number, body: unknown) =>
	faultsOf(status < 300 ? operation : status === 422 ? 'ValidationError' : 'Failure', body);

/** Whether the file has a success with this code. */
export const isSuccessOf = (name: string, status: number): boolean =>
	FILES.flatMap(({ paths }) => Object.values(paths))
		.flatMap((item) => Object.values(item))
		.some((one) => {
			const { operationId, responses = {} } = operation.partial().safeParse(one).data ?? {};
			return operationId === name && String(status) in responses;
		});

/** The operation at a path, whatever stands before that path. */
export function operationAt(method: string, pathname: string) {
	for (const [place, item] of FILES.flatMap(({ paths }) => Object.entries(paths))) {
		const found = operation.safeParse(item[method.toLowerCase()]);
		const pattern = new RegExp(`${place.replace(/\{\w+\}/g, '[^/]+')}$`);
		if (found.success && pattern.test(pathname)) return { ...found.data, place };
	}
	return undefined;
}
