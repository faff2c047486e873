import { z } from 'zod';

import { INTERNATIONAL_NUMBER } from '../../../nodes/service/numbers';

/** A number in international form; a leading plus is part of that form. */
export const internationalNumber = z
	.string()
	.transform((text) => text.replace(/^\+/, ''))
	.refine((text) => INTERNATIONAL_NUMBER.test(text), 'must be an international number');
