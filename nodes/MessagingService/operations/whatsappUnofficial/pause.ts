import { z } from 'zod';

import { numberOf } from '../../../plain';
import { blankable, collection, numberField } from '../inputs';

const MOST = 3600;

const typeOptions = { minValue: 0, maxValue: MOST, numberPrecision: 2 };

export const pauseField = collection(
	'Pause Between Messages',
	'pauseBetween',
	[
		numberField('From (Seconds)', 'from', 5, { typeOptions, description: 'The shortest pause' }),
		// n8n fills in a missing value with this default, and any default above 0 could be less than From.
		numberField('To (Seconds)', 'to', 0, {
			typeOptions,
			description: 'The longest pause, or 0 to always wait as long as From',
		}),
	],
	{
		default: { values: { from: 5, to: 15 } },
		description:
			'How long to wait between two messages of the same sender. A random pause in this range looks less automated, but sending takes longer.',
	},
);

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
