import { z } from 'zod';
import type { INodeProperties } from 'n8n-workflow';

import { misfitOf } from '../../../service';
import { text } from './text';

/** New lines, tabs and runs of spaces become one space. */
export const fitted = (value: string): string =>
	value.replace(/[\r\n\t]+/g, ' ').replace(/ {5,}/g, ' ');

/** The switch beside the check: a text that does not fit is made to, or refused. */
export const fitTextField: INodeProperties = {
	displayName: 'Make Text Fit',
	name: 'fitText',
	type: 'boolean',
	default: false,
	description:
		'Whether to replace line breaks, tabs and runs of more than 4 spaces by one space. The service refuses texts that contain them; without this, the node refuses them first.',
};

export const fitText = z.boolean().default(false);

/** Reports each text that the service would refuse, where nobody asked to make it fit. */
export function refuseMisfit(
	value: string | undefined,
	path: (string | number)[],
	fit: boolean,
	context: z.RefinementCtx,
): void {
	const misfit = value === undefined || fit ? undefined : misfitOf(value);
	if (misfit === undefined) return;
	const message = `${misfit}, which the service refuses: take it out, or switch on the option Make Text Fit`;
	context.addIssue({ code: 'custom', path, message });
}

export const parameterText = text();
