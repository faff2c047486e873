import { z } from 'zod';

/** What zod does not know of a schema, and the OpenAPI file says of it. */
interface Note extends Record<string, unknown> {
	/** The points of docs/service/decisions.md that the simulator decided in it. */
	decided?: string[];
}

const NOTES = new WeakMap<z.ZodTypeDef, Note>();

export const noteOf = (def: z.ZodTypeDef): Note => NOTES.get(def) ?? {};

/** A schema that is optional or has a description is another one, so a note comes after the description. */
export function noted<Schema extends z.ZodTypeAny>(schema: Schema, note: Note): Schema {
	// Every schema has a definition of this type, which a generic one does not show.
	NOTES.set(schema._def as z.ZodTypeDef, note);
	return schema;
}

export const decided = <Schema extends z.ZodTypeAny>(schema: Schema, ...points: string[]) =>
	noted(schema, { decided: points });

/** The kinds of values that the documentation names, each described in words. */

/** Characters are code points: an emoji outside the basic plane is one. */
export const characters = (text: string): number => Array.from(text).length;

export const string = z.string();

export const text = decided(z.string().min(1), 'empty-texts');

export const textUpTo = (most: number) =>
	noted(
		z
			.string()
			.min(1)
			.refine((value) => characters(value) <= most, `must have at most ${most} characters`),
		{ maxLength: most, decided: ['characters', 'empty-texts'] },
	);

const matching = (words: string, example: string, form: RegExp) =>
	noted(z.string().regex(form, `must be ${words}`).describe(words), { examples: [example] });

export const uuid4 = matching(
	'a uuid4',
	'11111111-1111-4111-8111-111111111111',
	/^[\da-fA-F]{8}-[\da-fA-F]{4}-4[\da-fA-F]{3}-[89abAB][\da-fA-F]{3}-[\da-fA-F]{12}$/,
);

/** "lowercase letters, digits, underscore; length 2 to 32" */
export const variableName = matching(
	'2 to 32 lowercase letters, digits and underscores',
	'first_name',
	/^[a-z\d_]{2,32}$/,
);

export const date = matching('a date, YYYY-MM-DD', '2026-03-02', /^\d{4}-\d{2}-\d{2}$/);

export const dateTime = matching(
	'a date-time of ISO 8601',
	'2026-03-02T08:00:00Z',
	/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/,
);

/** The form of the dates in the Official callbacks. */
export const callbackDate = matching(
	'a time, YYYY-MM-DD HH:MM:SS',
	'2026-03-02 15:00:00',
	/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
);

export const uri = noted(
	z
		.string()
		.url()
		.refine((url) => /^https?:/i.test(url), 'must begin with http:// or https://')
		.describe('a URI that begins with http:// or https://'),
	{ pattern: '^[hH][tT][tT][pP][sS]?:' },
);

export const amount = z.number();
export const integer = z.number().int();
export const seconds = decided(z.number().int().min(0), 'negative-timeout');
export const boolean = z.boolean();
export const anything = z.unknown().describe('anything, null too');
