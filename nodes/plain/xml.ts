import { EntityDecoder } from '@nodable/entities';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

import { isPlainRecord } from './plainData';

/**
 * Reads an XML document into plain objects in which every value is text. Throws if the document is broken or declares
 * a document type: the service never needs one, and entity bombs are defined in them.
 */
export function parseXml(text: string): unknown {
	if (/<!DOCTYPE/i.test(text)) throw new SyntaxError('it declares a document type');
	const parser = new XMLParser({
		ignoreAttributes: true,
		ignoreDeclaration: true,
		ignorePiTags: true,
		// The schema decides later what is a number: '0123' is not, and a long one would lose digits.
		parseTagValue: false,
		// Spaces at the ends of a text belong to it; those between elements are removed below.
		trimValues: false,
		// Only XML's five named entities, and numeric ones.
		entityDecoder: new EntityDecoder(),
	});
	// With validation: the parser alone would also accept a document that is cut off in the middle.
	// eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor brings a second parser of 300 kB
	return withoutLayout(parser.parse(text, true));
}

/** Takes out the spaces and line breaks between elements, which only make the document easier to read. */
function withoutLayout(document: unknown): unknown {
	// Not by recursion: the document may be nested deeper than the stack allows.
	const open = [document];
	while (open.length > 0) {
		const element = open.pop();
		if (typeof element !== 'object' || element === null) continue;
		for (const [name, inner] of Object.entries<unknown>({ ...element })) {
			if (typeof inner !== 'string') open.push(inner);
			else if (inner.trim() !== '') continue;
			// Spaces on one line by themselves may be a text.
			else if (name !== '#text' && !/[\r\n]/.test(inner)) continue;
			else if (name === '#text') Reflect.deleteProperty(element, name);
			else Reflect.set(element, name, '');
		}
	}
	return document;
}

/** The content of the root element. Its name does not matter: the service does not document it. */
export function insideRoot(document: unknown): unknown {
	if (typeof document !== 'object' || document === null) return document;
	const roots = Object.values(document);
	return roots.length === 1 ? roots[0] : document;
}

export const isBlank = (value: unknown): boolean =>
	typeof value === 'string' && value.trim() === '';

function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (isBlank(value)) return [];
	if (isPlainRecord(value)) {
		const inner = Object.values(value);
		// A list is one element around its entries; the name of the entries is not documented.
		if (inner.length === 1 && (isPlainRecord(inner[0]) || Array.isArray(inner[0])))
			return listOf(inner[0]);
	}
	return [value];
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

/** Where no schema says what to expect, an empty element is what JSON writes as null. */
function emptied(value: unknown): unknown {
	if (value === '') return null;
	if (Array.isArray(value)) return value.map(emptied);
	if (!isPlainRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, emptied(inner)]));
}

/** Converts the texts of an XML document to the types that the schema expects, so that one schema reads both formats. */
export function typed(schema: z.ZodTypeAny, value: unknown): unknown {
	if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return emptied(value);
	if (isOptionalSchema(schema)) {
		const none = schema.isNullable() ? null : undefined;
		const inner = schema.unwrap();
		if (value === '' || (isBlank(value) && holdsNoText(inner))) return none;
		return typed(inner, value);
	}
	if (schema instanceof z.ZodNumber) {
		const usable =
			typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
		return usable ? Number(value) : value;
	}
	if (schema instanceof z.ZodBoolean) {
		const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
		if (word === 'true' || word === '1') return true;
		if (word === 'false' || word === '0') return false;
		return value;
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
