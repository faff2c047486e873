import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

/** Return All and Limit, as in every node that lists something. The service itself lists all. */
export const limitFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

export const limitInput = {
	returnAll: z.boolean().default(false),
	limit: z.number().int().min(1).default(50),
};

export const limited = <Entry>(
	entries: readonly Entry[],
	{ returnAll, limit }: { returnAll: boolean; limit: number },
): readonly Entry[] => (returnAll ? entries : entries.slice(0, limit));
