import type { INodeProperties } from 'n8n-workflow';

import { numberField, switchField } from './fields';
import { onOff, wholeNumber } from './values';

/** The service always lists everything, so the node applies the limit. */
export const limitFields: INodeProperties[] = [
	switchField(
		'Return All',
		'returnAll',
		false,
		'Whether to return all results or only up to a given limit',
	),
	numberField('Limit', 'limit', 50, {
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
