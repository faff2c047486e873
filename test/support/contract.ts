import { readFileSync } from 'node:fs';
import path from 'node:path';

import addFormats from 'ajv-formats';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { parse } from 'yaml';
import { z } from 'zod';

/** Holds responses and callbacks against the OpenAPI file. */

const FILE: unknown = parse(
	readFileSync(path.resolve(__dirname, '../../docs/service/openapi.yaml'), 'utf8'),
);

/** Every name that the file gives to a field. */
export const DOCUMENTED_NAMES = new Set<string>();

/** An object has only the fields that the file names, so that another one shows. */
function closed(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(closed);
	if (typeof schema !== 'object' || schema === null) return schema;
	const parts = Object.entries(schema).map(([name, part]) => [name, closed(part)] as const);
	if ('in' in schema && 'name' in schema) DOCUMENTED_NAMES.add(String(schema.name));
	if (!('properties' in schema)) return Object.fromEntries(parts);
	for (const name of Object.keys(schema.properties ?? {})) DOCUMENTED_NAMES.add(name);
	return { ...Object.fromEntries(parts), additionalProperties: false };
}

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
addFormats(ajv);
// The whole file is no schema, so only the parts that are used are checked as one.
ajv.addSchema(closed(FILE) as object, 'contract', false, false);

const schemaAt = (pointer: string): ValidateFunction => {
	const found = ajv.getSchema(`contract#${pointer}`);
	if (found === undefined) throw new Error(`The OpenAPI file has no ${pointer}`);
	return found;
};

const faultsBy = (check: ValidateFunction, value: unknown): ErrorObject[] =>
	check(value) ? [] : (check.errors ?? []);

/** A response of an operation, as JSON. */
export function faultsOfResponse(operation: string, status: number, body: unknown): ErrorObject[] {
	const failure = status === 422 ? 'ValidationError' : 'Failure';
	return faultsBy(schemaAt(`/components/schemas/${status < 300 ? operation : failure}`), body);
}

const operation = z.object({
	operationId: z.string(),
	responses: z.record(z.unknown()),
	parameters: z.array(z.object({ name: z.string() })).default([]),
});
const item = z.object({ get: operation, post: operation }).partial();
const { paths, webhooks } = z
	.object({ paths: z.record(item), webhooks: z.record(item) })
	.parse(FILE);

/** The operation at a path, whatever stands before that path. */
export function operationAt(method: string, pathname: string) {
	for (const [place, { get, post }] of Object.entries(paths)) {
		const found = method === 'GET' ? get : method === 'POST' ? post : undefined;
		const pattern = new RegExp(`${place.replace(/\{\w+\}/g, '[^/]+')}$`);
		if (found !== undefined && pattern.test(pathname)) return { ...found, place };
	}
	return undefined;
}

/** The fields of a callback that the file calls by this name. */
export function faultsOfCallback(name: string, fields: Record<string, unknown>): ErrorObject[] {
	const inQuery = webhooks[name]?.get?.parameters;
	if (inQuery === undefined)
		return faultsBy(schemaAt(`/components/schemas/callback.${name}`), fields);
	const names = inQuery.map((one) => one.name);
	const closedQuery = ajv.compile({
		type: 'object',
		required: names,
		additionalProperties: false,
		properties: Object.fromEntries(
			names.map((own, at) => [
				own,
				{ $ref: `contract#/webhooks/${name}/get/parameters/${at}/schema` },
			]),
		),
	});
	return faultsBy(closedQuery, fields);
}

export const CALLBACKS = Object.keys(webhooks);
