import { EntityDecoder } from '@nodable/entities';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

import { isBlank, isObject, isPlainRecord } from './json';
import { isArraySchema, isObjectSchema, isSpareSchema } from './schemas';

/** Refuses a broken document, and one that declares a type, which could contain an entity bomb. */
export function parseXml(text: string): unknown {
	if (/<!DOCTYPE/i.test(text)) throw new SyntaxError('it declares a document type');
	const parser = new XMLParser({
		ignoreAttributes: true,
		ignoreDeclaration: true,
		ignorePiTags: true,
		// The schema decides later what is a number. '0123' is not one, and a long number would lose digits.
		parseTagValue: false,
		// Spaces belong to a text. `withoutLayout` removes the spaces between elements.
		trimValues: false,
		// This decoder allows only XML's five named entities and numeric ones.
		entityDecoder: new EntityDecoder(),
	});
	// Without validation, the parser accepts a document that was cut off. Its successor brings a second parser of 300 kB.
	return withoutLayout(parser.parse(text, true));
}

/** Documents may be nested too deeply for recursion. */
function withoutLayout(document: unknown): unknown {
	const open = [document];
	while (open.length > 0) {
		const element = open.pop();
		if (!isObject(element)) continue;
		for (const [name, inner] of Object.entries<unknown>({ ...element })) {
			if (typeof inner !== 'string') open.push(inner);
			else if (inner.trim() !== '') continue;
			else if (name !== '#text' && !/[\r\n]/.test(inner)) continue;
			else if (name === '#text') Reflect.deleteProperty(element, name);
			else Reflect.set(element, name, '');
		}
	}
	return document;
}

/** The service does not document the name of the root element. */
export function insideRoot(document: unknown): unknown {
	const roots = isObject(document) ? Object.values(document) : [];
	return roots.length === 1 ? roots[0] : document;
}

function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (isBlank(value)) return [];
	// A list is one element around its entries. The service does not document their name.
	const inner: unknown[] = isObject(value) ? Object.values(value) : [];
	return inner.length === 1 && isObject(inner[0]) ? listOf(inner[0]) : [value];
}

const isOptionalSchema = (
	schema: z.ZodTypeAny,
): schema is z.ZodOptional<z.ZodTypeAny> | z.ZodNullable<z.ZodTypeAny> =>
	schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;

/** Without a schema, an empty element becomes null. */
function emptied(value: unknown): unknown {
	if (value === '') return null;
	if (Array.isArray(value)) return value.map(emptied);
	if (!isPlainRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, emptied(inner)]));
}

/** Gives XML the form of JSON, so that one schema reads both. The schema itself reads numbers and switches from texts. */
export function typed(schema: z.ZodTypeAny, value: unknown): unknown {
	if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return emptied(value);
	if (isSpareSchema(schema)) return typed(schema.removeCatch(), value);
	if (isOptionalSchema(schema)) {
		const none = schema.isNullable() ? null : undefined;
		return value === '' ? none : typed(schema.unwrap(), value);
	}
	if (isArraySchema(schema)) return listOf(value).map((entry) => typed(schema.element, entry));
	if (isObjectSchema(schema) && isPlainRecord(value)) {
		const { shape } = schema;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => {
				const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
				return [key, field ? typed(field, inner) : emptied(inner)];
			}),
		);
	}
	return value;
}
