import { EntityDecoder } from '@nodable/entities';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

import { isBlank, isObject, isPlainRecord } from './json';

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

const holdsNoText = (schema: z.ZodTypeAny): boolean =>
	isOptionalSchema(schema)
		? holdsNoText(schema.unwrap())
		: schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean;

const isArraySchema = (schema: z.ZodTypeAny): schema is z.ZodArray<z.ZodTypeAny> =>
	schema instanceof z.ZodArray;

const isObjectSchema = (schema: z.ZodTypeAny): schema is z.ZodObject<z.ZodRawShape> =>
	schema instanceof z.ZodObject;

/** Without a schema, an empty element becomes null. */
function emptied(value: unknown): unknown {
	if (value === '') return null;
	if (Array.isArray(value)) return value.map(emptied);
	if (!isPlainRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, emptied(inner)]));
}

/** Converts XML text to the types of the schema, so that one schema reads XML and JSON. */
export function typed(schema: z.ZodTypeAny, value: unknown): unknown {
	if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return emptied(value);
	if (isOptionalSchema(schema)) {
		const none = schema.isNullable() ? null : undefined;
		const inner = schema.unwrap();
		if (value === '' || (isBlank(value) && holdsNoText(inner))) return none;
		return typed(inner, value);
	}
	if (schema instanceof z.ZodNumber) {
		const isNumber = typeof value === 'string' && !isBlank(value) && Number.isFinite(Number(value));
		return isNumber ? Number(value) : value;
	}
	if (schema instanceof z.ZodBoolean) {
		const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
		return word === 'true' || word === '1' || (word === 'false' || word === '0' ? false : value);
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
