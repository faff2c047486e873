import type { z } from 'zod';
import type { INodeProperties } from 'n8n-workflow';

import { misfitOf } from '../../../service';
import { onOff } from './fromSheet';

/** The switch beside the check: a text that does not fit is made to, or refused. */
export const fitTextField: INodeProperties = {
	displayName: 'Make Text Fit',
	name: 'fitText',
	type: 'boolean',
	// It only counts once it is added: adding it switches it on.
	default: true,
	description:
		'Whether to replace line breaks, tabs and runs of more than 4 spaces with one space. The service refuses texts that contain them. Without this option, the node refuses them before anything is sent.',
};

export const fitText = onOff.default(false);

/** Why the service would refuse a text, and what to do about it. */
export function faultOfMisfit(text: string): string | undefined {
	const misfit = misfitOf(text);
	return misfit === undefined
		? undefined
		: `${misfit}, which the service refuses: remove it, or add the option Make Text Fit, which puts a space there`;
}

export function refuseMisfit(
	value: string | undefined,
	path: (string | number)[],
	fit: boolean,
	context: z.RefinementCtx,
): void {
	const message = value === undefined || fit ? undefined : faultOfMisfit(value);
	if (message !== undefined) context.addIssue({ code: 'custom', path, message });
}
