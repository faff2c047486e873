import { z } from 'zod';

import { isInternational, withoutPlus } from '../facts/numbers';

export const internationalNumber = z
	.string()
	.transform(withoutPlus)
	.refine(isInternational, 'must be an international number');
