import type { z } from 'zod';

import { field } from '../../../plain';
import { fittedText, misfitOf } from '../../../service';
import { onOff, refuse, wholeNumber } from './values';

/** Fields and values that only the operations of WhatsApp Official have. */

/** The service always lists everything, so the node applies the limit. */
export const limitFields = [
	field.toggle('Return All', 'returnAll', false, {
		description: 'Whether to return all results or only up to a given limit',
	}),
	field.number('Limit', 'limit', 50, {
		typeOptions: { minValue: 1 },
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	}),
];

export const limitInput = {
	returnAll: onOff.default(false),
	limit: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(50),
};

export const limited = <Entry>(
	entries: readonly Entry[],
	{ returnAll, limit }: { returnAll: boolean; limit: number },
): readonly Entry[] => (returnAll ? entries : entries.slice(0, limit));

/** A user who adds this option wants it on, so its default is true. */
export const fitTextField = field.toggle('Make Text Fit', 'fitText', true, {
	description:
		'Whether to replace line breaks and other signs that the service refuses with a space',
});

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
