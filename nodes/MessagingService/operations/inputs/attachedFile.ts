import { z } from 'zod';

import { ItemFile, REQUIRED } from '../../engine/operation';

export const attachedFile = z
	.instanceof(ItemFile, { message: REQUIRED })
	.superRefine(({ size, fileName = 'file' }, context) => {
		if (size > 0) return;
		const message = `contains the file '${fileName}', which is empty`;
		context.addIssue({ code: 'custom', message });
	});
