import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { numberOf } from '../../../plain';
import { blankable } from '../inputs';

const MOST = 3600;

const field = (displayName: string, name: string, usual: number, description: string) => ({
	...({ displayName, name, description, type: 'number', default: usual } as const),
	typeOptions: { minValue: 0, maxValue: MOST, numberPrecision: 2 },
});

export const pauseField: INodeProperties = {
	displayName: 'Pause Between Messages',
	name: 'pauseBetween',
	type: 'fixedCollection',
	default: { values: { from: 5, to: 15 } },
	description:
		'How long to wait between two messages of the same sender. A random pause in this range looks less automated, but sending takes longer.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				field('From (Seconds)', 'from', 5, 'The shortest pause'),
				// n8n fills in what a workflow leaves out: another default could be less than From.
				field('To (Seconds)', 'to', 0, 'The longest pause, or 0 to always wait as long as From'),
			],
		},
	],
};

const seconds = z.preprocess(numberOf, z.number().min(0).max(MOST));

export const pauseRange = z
	.object({ values: z.object({ from: seconds, to: blankable(seconds) }) })
	.transform(({ values: { from, to = 0 } }) => ({
		fromMs: from * 1000,
		toMs: (to === 0 ? from : to) * 1000,
	}))
	.refine(({ fromMs, toMs }) => fromMs <= toMs, {
		path: ['values', 'to'],
		message: 'is less than From: enter a longer time, or 0 to always wait as long as From',
	});
