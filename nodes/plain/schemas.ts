import { z } from 'zod';

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
