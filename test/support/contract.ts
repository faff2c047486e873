import { readFileSync } from 'node:fs';
import path from 'node:path';

import addFormats from 'ajv-formats';
import Ajv, { type ErrorObject } from 'ajv/dist/2020';
import { parse } from 'yaml';
import { z } from 'zod/v4';

/** Holds values against the OpenAPI file. */

const parts = z.record(z.string(), z.unknown());
const operation = z.object({
	operationId: z.string(),
	responses: parts,
});
const file = z.object({
	paths: z.record(z.string(), parts),
	components: parts,
});
const FILE = file.parse(
	parse(readFileSync(path.resolve(__dirname, '../../docs/service/openapi.yaml'), 'utf8')),
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
ajv.addSchema({ components: closed(FILE.components) }, 'contract', false, false);

/** What is wrong with a value of a schema. */
export function faultsOf(name: string, value: unknown): ErrorObject[] {
	const check = ajv.getSchema(`contract#/components/schemas/${name}`);
	if (check === undefined) throw new Error(`The OpenAPI file has no ${name}`);
	return check(value) === true ? [] : (check.errors ?? []);
}

/** A response of an operation, as JSON. */
export const faultsOfResponse = (operation: string, status: number, body: unknown) =>
	faultsOf(status < 300 ? operation : status === 422 ? 'ValidationError' : 'Failure', body);

/** Whether the file has a success with this code. */
export const isSuccessOf = (name: string, status: number): boolean =>
	Object.values(FILE.paths)
		.flatMap((item) => Object.values(item))
		.some((one) => {
			const { operationId, responses = {} } = operation.partial().safeParse(one).data ?? {};
			return operationId === name && String(status) in responses;
		});

/** The operation at a path, whatever stands before that path. */
export function operationAt(method: string, pathname: string) {
	for (const [place, item] of Object.entries(FILE.paths)) {
		const found = operation.safeParse(item[method.toLowerCase()]);
		const pattern = new RegExp(`${place.replace(/\{\w+\}/g, '[^/]+')}$`);
		if (found.success && pattern.test(pathname)) return { ...found.data, place };
	}
	return undefined;
}
