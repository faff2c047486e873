import { z } from 'zod';

/** The kinds of values that the documentation names, each described in the words of docs/service.md. */

/** Characters are code points: an emoji outside the basic plane is one. */
export const characters = (text: string): number => Array.from(text).length;

export const string = z.string().describe('a string');

export const text = z.string().min(1).describe('a string that is not empty');

export const textUpTo = (most: number) =>
	z
		.string()
		.min(1)
		.refine((value) => characters(value) <= most, `must have at most ${most} characters`)
		.describe(`a string of 1 to ${most} characters`);

const matching = (words: string, form: RegExp) =>
	z.string().regex(form, `must be ${words}`).describe(words);

export const uuid4 = matching(
	'a uuid4',
	/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
);

/** "lowercase letters, digits, underscore; length 2 to 32" */
export const variableName = matching(
	'2 to 32 lowercase letters, digits and underscores',
	/^[a-z\d_]{2,32}$/,
);

export const date = matching('a date, YYYY-MM-DD', /^\d{4}-\d{2}-\d{2}$/);

export const dateTime = matching(
	'a date-time of ISO 8601',
	/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/,
);

/** The form of the dates in the Official callbacks. */
export const callbackDate = matching(
	'a time, YYYY-MM-DD HH:MM:SS',
	/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
);

export const uri = z
	.string()
	.url()
	.refine((url) => /^https?:/i.test(url), 'must begin with http:// or https://')
	.describe('a URI that begins with http:// or https://');

export const amount = z.number().describe('a number');
export const integer = z.number().int().describe('an integer');
export const seconds = z.number().int().min(0).describe('an integer, not negative');
export const boolean = z.boolean().describe('a boolean');
export const anything = z.unknown().describe('anything, null too');
