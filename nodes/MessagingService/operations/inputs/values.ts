import { z } from 'zod';

import { booleanOf, charactersIn, field, isBlank, isGiven, numberOf } from '../../../plain';

/** Questions that wait are stored, and read again with these: none may get stricter. */

type Path = (string | number)[];

/** Users see the label of the field in front of this message. */
export const refuse = (context: z.RefinementCtx, message: string, path: Path = []) => {
	context.addIssue({ code: 'custom', path, message });
	return z.NEVER;
};

export const eachOnce =
	<Name extends string>(name: Name, words: (value: string) => string) =>
	(entries: readonly Readonly<Record<Name, string>>[], context: z.RefinementCtx): void => {
		const seen = new Set<string>();
		for (const [at, { [name]: value }] of entries.entries()) {
			if (seen.has(value)) refuse(context, words(value), [at, name]);
			seen.add(value);
		}
	};

/** Blank text counts as missing, so that both give the same error. */
export const unlessBlank = (value: unknown): unknown =>
	value === null || isBlank(value) ? undefined : value;

/** Expressions often give a number for an ID. A number that JavaScript may have rounded is refused. */
const asText = (value: unknown): unknown =>
	typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
		? String(value)
		: value;

export const text = (most = Number.POSITIVE_INFINITY) =>
	z.preprocess(
		(value) => unlessBlank(asText(value)),
		z.string().refine(
			(value) => charactersIn(value) <= most,
			(value) => ({
				message: `may have at most ${most} characters and has ${charactersIn(value)}: shorten it`,
			}),
		),
	);

export const messageField = (placeholder: string, details: field.Details = {}) =>
	field.required('Message', 'message', {
		typeOptions: { rows: 4 },
		placeholder,
		description: 'The text of the message',
		...details,
	});

export const blankable = <Schema extends z.ZodTypeAny>(schema: Schema) =>
	z.preprocess(unlessBlank, schema.optional());

export const optionalText = (most?: number) => blankable(text(most));

export const anyText = z.preprocess(
	(value) => (isGiven(value) ? asText(value) : undefined),
	z.string(),
);

export const trimmed = (value: unknown): unknown =>
	unlessBlank(typeof value === 'string' ? value.trim() : value);

export const identifier = z.preprocess((value) => trimmed(asText(value)), z.string());

const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const uuid4 = identifier.refine(
	(id) => UUID4.test(id),
	'must be an ID such as 123e4567-e89b-42d3-a456-426614174000',
);

export const onOff = z.preprocess(
	booleanOf,
	z.custom<boolean>(
		(read) => typeof read === 'boolean',
		'must be true or false (yes, no, y, n, 1 and 0 are understood too)',
	),
);

export const wholeNumber = (least: number, most: number) =>
	z.preprocess(numberOf, z.number().int().min(least).max(most));
