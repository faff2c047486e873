import { z } from 'zod';

import { booleanOf, numberOf } from '../../../plain';

export const onOff = z.unknown().transform((value, context): boolean => {
	const read = booleanOf(value);
	if (typeof read === 'boolean') return read;
	context.addIssue({
		code: 'custom',
		message: 'must be true or false (yes, no, y, n, 1 and 0 are understood too)',
	});
	return z.NEVER;
});

export const wholeNumber = (least: number, most: number) =>
	z.preprocess(numberOf, z.number().int().min(least).max(most));
