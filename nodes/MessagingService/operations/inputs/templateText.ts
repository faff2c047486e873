import type { z } from 'zod';

import { fittedText, misfitOf } from '../../../service';
import { switchField } from './fields';
import { onOff, refuse } from './values';

/** A user who adds this option wants it on, so its default is true. */
export const fitTextField = switchField(
	'Make Text Fit',
	'fitText',
	true,
	'Whether to replace line breaks, tabs and runs of more than 4 spaces with a space. The service refuses texts that contain them. Without this option, the node refuses such texts before anything is sent.',
);

export const fitText = onOff.default(false);

export function fittingText(
	text: string,
	isMadeToFit: boolean,
	context: z.RefinementCtx,
	path: string[] = [],
): string {
	if (isMadeToFit) return fittedText(text);
	const misfit = misfitOf(text);
	if (misfit === undefined) return text;
	return refuse(
		context,
		`${misfit}, which the service refuses: remove it, or add the option Make Text Fit, which replaces it with a space`,
		path,
	);
}
