import { z } from 'zod';

import { misfitOf } from '../../../nodes/service/templateText';

/** Text without line breaks, tabs and more than 4 spaces in a row. */
export const templateText = z.string().superRefine((text, context) => {
	const fault = misfitOf(text);
	if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});
