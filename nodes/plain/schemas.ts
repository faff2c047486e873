import { z } from 'zod';

import { isPlainRecord } from './json';
import { booleanOf, numberOf } from './texts';

/** Fields of data that others send. */

/** Whatever is no text becomes this one. */
export const textOr = (otherwise: string) => z.string().catch(otherwise);

/** A number, or a text of one. */
export const numeric = z.preprocess(numberOf, z.number());

export const onOrOff = z.preprocess(booleanOf, z.boolean());

/** A field that nothing depends on. If it cannot be read, it stays as it came. */
export const spare = (schema: z.ZodTypeAny): z.ZodCatch<z.ZodType<unknown>> =>
	schema.nullish().catch((failed: { input: unknown }) => failed.input);

export const isArraySchema = (schema: z.ZodTypeAny): schema is z.ZodArray<z.ZodTypeAny> =>
	schema instanceof z.ZodArray;

export const isObjectSchema = (schema: z.ZodTypeAny): schema is z.ZodObject<z.ZodRawShape> =>
	schema instanceof z.ZodObject;

export const isSpareSchema = (schema: z.ZodTypeAny): schema is z.ZodCatch<z.ZodTypeAny> =>
	schema instanceof z.ZodCatch;

/** The spare fields that stayed as they came, in one entry or in a list of them. */
export function strayFields(schema: z.ZodTypeAny, data: unknown): string[] {
	const entry = isArraySchema(schema) ? schema.element : schema;
	const entries = [data].flat().filter(isPlainRecord);
	return Object.entries(isObjectSchema(entry) ? entry.shape : {}).flatMap(([name, field]) => {
		if (!isSpareSchema(field)) return [];
		const documented = field.removeCatch();
		return entries.every((one) => documented.safeParse(one[name]).success) ? [] : [name];
	});
}
