import { z } from 'zod';

import { field } from '../../../plain';
import { isTemplateStatus, TEMPLATE_STATUS, type TemplateStatus } from '../../../service';
import { operation, plainOutput } from '../../engine/operation';
import * as inputs from '../inputs';
import { templates, type Template } from './template';

const STATUSES = ['approved', 'pending', 'rejected'] as const satisfies readonly TemplateStatus[];

const said = ({ name, meaning }: { name: string; meaning: string }) => [name, meaning] as const;

const input = z.object({
	...inputs.limitInput,
	status: z.enum(['any', ...STATUSES]).default('any'),
	name: inputs.blankable(inputs.identifier),
	category: inputs.blankable(inputs.identifier),
});

const isWanted = (entry: Template, { status, name = '', category }: z.output<typeof input>) =>
	(status === 'any' || isTemplateStatus(entry.status, status)) &&
	entry.name.toLowerCase().includes(name.toLowerCase()) &&
	(category === undefined ||
		String(entry.category).trim().toLowerCase() === category.toLowerCase());

export const getTemplates = operation({
	value: 'getTemplates',
	name: 'Get Templates',
	action: 'Get WhatsApp templates',
	description: 'Get the message templates of the account, with their status and category',
	fields: inputs.limitFields,
	options: [
		field.text('Category', 'category', {
			placeholder: 'e.g. marketing',
			description: 'Only return templates of this category, in upper or lower case',
		}),
		field.text('Name', 'name', {
			placeholder: 'e.g. order',
			description: 'Only return templates whose name contains this, in upper or lower case',
		}),
		field.choice('Status', 'status', 'any', {
			description: 'Only return templates with this status',
			choices: {
				any: 'Any',
				...Object.fromEntries(STATUSES.map((value) => [value, said(TEMPLATE_STATUS[value])])),
			},
		}),
	],
	effect: 'read',
	input,
	request: () => templates.request,
	answer: templates.answer,
	output: (all, given) => {
		const wanted = all.filter((entry) => isWanted(entry, given));
		return plainOutput(inputs.limited(wanted, given));
	},
});
