import { z } from 'zod';

import { charactersIn } from '../../../nodes/plain/characters';

/** Text that is not empty, of at most so many characters. */
export const text = (most = Infinity) =>
	z
		.string()
		.min(1)
		.refine((value) => charactersIn(value) <= most, `must have at most ${most} characters`);
