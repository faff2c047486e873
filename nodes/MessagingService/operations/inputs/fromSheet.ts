import { z } from 'zod';

import { booleanOf, numberOf } from '../../../plain';

/** A switch: as a boolean, or as the word that a sheet or an agent gives for one. */
export const onOff = z.unknown().transform((value, context): boolean => {
	const read = booleanOf(value);
	if (typeof read === 'boolean') return read;
	context.addIssue({
		code: 'custom',
		message: 'must be true or false (yes, no, y, n, 1 and 0 are understood too)',
	});
	return z.NEVER;
});

/** A whole number between these two: as a number, or as a text of digits. */
export const wholeNumber = (least: number, most: number) =>
	z.preprocess(numberOf, z.number().int().min(least).max(most));
