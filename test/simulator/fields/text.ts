import { z } from 'zod';

import { characters } from '../facts/texts';

/** Text that is not empty, of at most so many characters. */
export const text = (most = Infinity) =>
	z
		.string()
		.min(1)
		.refine((value) => characters(value) <= most, `must have at most ${most} characters`);
