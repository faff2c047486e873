import { z } from 'zod';

import { charactersIn, isBlank, isGiven } from '../../../plain';

/** A blank text counts as absent: all that is missing is refused in the same words. */
export const unlessBlank = (value: unknown): unknown =>
	value === null || isBlank(value) ? undefined : value;

/** Expressions often give a number for a code or an ID. One that is not exact is no text. */
const asText = (value: unknown): unknown =>
	typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
		? String(value)
		: value;

export const text = (most = Number.POSITIVE_INFINITY) =>
	z.preprocess(
		(value) => unlessBlank(asText(value)),
		z.string().superRefine((value, context) => {
			const has = charactersIn(value);
			if (has <= most) return;
			const message = `may have at most ${most} characters and has ${has}: shorten it`;
			context.addIssue({ code: 'custom', message });
		}),
	);

export const blankable = <Schema extends z.ZodTypeAny>(schema: Schema) =>
	z.preprocess(unlessBlank, schema.optional());

export const optionalText = (most?: number) => blankable(text(most));

export const anyText = z.preprocess(
	(value) => (isGiven(value) ? asText(value) : undefined),
	z.string(),
);

/** Spaces around an ID or an address come from copying. */
export const trimmed = (value: unknown): unknown =>
	unlessBlank(typeof value === 'string' ? value.trim() : value);

export const identifier = z.preprocess((value) => trimmed(asText(value)), z.string());

/** The optional name under which the recipient sees a file. */
export const fileName = z.preprocess(trimmed, optionalText());

/** The form of the IDs of templates, channels and rooms. */
export const uuid4 = z.preprocess(
	trimmed,
	z
		.string()
		.regex(
			/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
			'must be an ID such as 123e4567-e89b-42d3-a456-426614174000',
		),
);
