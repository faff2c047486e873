import { z } from 'zod';

import { isTemplateStatus, TEMPLATE_STATUS, type TemplateStatus } from '../../../service';
import { operation, plainOutput } from '../../engine/operation';
import { limited, limitFields, limitInput } from '../inputs/limitFields';
import { blankable, identifier } from '../inputs/text';
import { template, templatesRequest, type Template } from './template';

const entries = z.array(template);

const STATUSES = ['approved', 'pending', 'rejected'] as const satisfies readonly TemplateStatus[];

const input = z.object({
	...limitInput,
	status: z.enum(['any', ...STATUSES]).default('any'),
	name: blankable(identifier),
	category: blankable(identifier),
});

type Filters = Pick<z.output<typeof input>, 'status' | 'name' | 'category'>;

const isWanted = (
	{ name, status, category }: Template,
	{ status: wanted, name: part = '', category: only }: Filters,
): boolean =>
	(wanted === 'any' || isTemplateStatus(status, wanted)) &&
	name.toLowerCase().includes(part.toLowerCase()) &&
	(only === undefined || category.trim().toLowerCase() === only.toLowerCase());

export const getTemplates = operation({
	value: 'getTemplates',
	name: 'Get Templates',
	action: 'Get WhatsApp templates',
	description: 'Get the message templates of the account, with their status and category',
	fields: limitFields,
	options: [
		{
			displayName: 'Category',
			name: 'category',
			type: 'string',
			default: '',
			placeholder: 'e.g. marketing',
			description: 'Only return templates of this category, in upper or lower case',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. order',
			description: 'Only return templates whose name contains this, in upper or lower case',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Any', value: 'any' },
				...STATUSES.map((value) => ({
					name: TEMPLATE_STATUS[value].name,
					value,
					description: TEMPLATE_STATUS[value].meaning,
				})),
			],
			default: 'any',
			description: 'Only return templates with this status',
		},
	],
	effect: 'read',
	input,
	request: () => templatesRequest,
	answer: entries,
	output: (all, given) => {
		const wanted = all.filter((entry) => isWanted(entry, given));
		return plainOutput(limited(wanted, given));
	},
});
