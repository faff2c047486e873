import { z } from 'zod';

import { typed } from '../plain';

/** The envelope of typed answers (section Resources: Response envelope). Other fields are kept. */
export const envelope = z
	.object({
		error: z.boolean().nullish(),
		message: z.string().nullish(),
		data: z.unknown(),
	})
	.passthrough();

/** Body of a 422 (section Resources: Validation error). */
const validationError = z.object({
	detail: z.array(
		z.object({
			loc: z.array(z.union([z.string(), z.number()])),
			msg: z.string(),
			type: z.string(),
		}),
	),
});

/** The first part of a location says which part of the request it was in, which means nothing to a person. */
const REQUEST_PARTS = new Set(['body', 'query', 'path', 'header']);

/** 'field: what is wrong' for each fault that a validation error names. */
export function validationFaults({
	form,
	value,
}: {
	form: 'json' | 'xml';
	value: unknown;
}): string[] {
	const parsed = validationError.safeParse(form === 'xml' ? typed(validationError, value) : value);
	if (!parsed.success) return [];
	return parsed.data.detail.map(({ loc, msg }) => {
		const path = loc.filter((part, at) => !(at === 0 && REQUEST_PARTS.has(String(part))));
		return `${path.length > 0 ? path.join('.') : 'request'}: ${msg}`;
	});
}
