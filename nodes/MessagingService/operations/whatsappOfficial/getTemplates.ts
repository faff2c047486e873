import { z } from 'zod';

import { operation, plainOutput } from '../../engine/operation';
import * as inputs from '../inputs';
import { templates } from './template';

export const getTemplates = operation({
	value: 'getTemplates',
	name: 'Get Templates',
	action: 'Get WhatsApp templates (Official)',
	description: 'Get the message templates of the account, with their status and category',
	fields: inputs.limitFields,
	effect: 'read',
	input: z.object(inputs.limitInput),
	request: () => templates.request,
	answer: templates.answer,
	output: (all, given) => plainOutput(inputs.limited(all, given)),
});
