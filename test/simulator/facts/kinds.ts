import { z } from 'zod/v4';

/** Marks a part of the OpenAPI file as decided by the simulator: the IDs of points of docs/service/decisions.md. */
export const marks = (...points: string[]) => ({ 'x-decided': true, 'x-decision': points });

export const decided = <Schema extends z.ZodType>(schema: Schema, ...points: string[]) =>
	schema.meta(marks(...points));

/** The kinds of values that the documentation names, each described in words. */

/** Characters are code points: an emoji outside the basic plane is one. */
export const characters = (text: string): number => Array.from(text).length;

export const string = z.string();

export const text = decided(z.string().min(1), 'empty-texts');

export const textUpTo = (most: number) =>
	z
		.string()
		.min(1)
		.refine((value) => characters(value) <= most, `must have at most ${most} characters`)
		.meta({ maxLength: most, ...marks('characters', 'empty-texts') });

export const matching = (description: string, example: string, form: RegExp) =>
	z
		.string()
		.regex(form, `must be ${description}`)
		.meta({ description, examples: [example] });

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

const aDateTime = () =>
	matching(
		'a date-time of ISO 8601',
		'2026-03-02T08:00:00Z',
		/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/,
	);

export const dateTime = aDateTime();

export const recordDate = decided(aDateTime(), 'record-dates');

/** The form of the dates in the Official callbacks. */
export const callbackDate = matching(
	'a time without a zone, YYYY-MM-DD HH:MM:SS',
	'2026-03-02 15:00:00',
	/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
).meta(marks('callback-times'));

export const uri = z
	.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })
	.meta({
		pattern: '^[hH][tT][tT][pP][sS]?://',
		description: 'a URI that begins with http:// or https://',
	});

/** In XML an element around its entries. */
export const listOf = (entry: z.ZodType) =>
	z.array(entry.meta({ xml: { name: 'item' } })).meta({ xml: { wrapped: true } });

export const amount = z.number();
export const integer = z.number().int();
export const seconds = decided(z.number().int().min(0), 'negative-timeout');
export const boolean = z.boolean();
export const anything = z.unknown().describe('anything, null too');
