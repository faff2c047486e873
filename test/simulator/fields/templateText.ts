import { z } from 'zod';

import { parameterFault } from '../facts/texts';

export const templateText = z.string().superRefine((text, context) => {
	const fault = parameterFault(text);
	if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});
