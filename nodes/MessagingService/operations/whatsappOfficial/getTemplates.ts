import { z } from 'zod';

import { operation, plainOutput } from '../../engine/operation';
import { limited, limitFields, limitInput } from '../inputs/limitFields';
import { isStatus, template, templatesRequest } from './template';

const entries = z.array(template);

export const getTemplates = operation({
	value: 'getTemplates',
	name: 'Get Templates',
	action: 'Get WhatsApp Official templates',
	description: 'Get the message templates of the account, each with its status and category',
	fields: limitFields,
	options: [
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Any', value: 'any' },
				{ name: 'Approved', value: 'approved', description: 'May be used for sending' },
				{ name: 'Pending', value: 'pending', description: 'Submitted and not approved yet' },
				{ name: 'Rejected', value: 'rejected', description: 'Refused' },
			],
			default: 'any',
			description: 'Only return templates in this state',
		},
	],
	effect: 'read',
	input: z.object({
		...limitInput,
		status: z.enum(['any', 'approved', 'pending', 'rejected']).default('any'),
	}),
	request: () => templatesRequest,
	answer: entries,
	output: (all, input) => {
		const wanted =
			input.status === 'any' ? all : all.filter((entry) => isStatus(entry, input.status));
		return plainOutput(limited(wanted, input));
	},
});
