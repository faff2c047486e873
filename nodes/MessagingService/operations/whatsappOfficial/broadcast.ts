import { z } from 'zod';

import { field } from '../../../plain';
import { CHANNEL_REQUESTS } from '../../../service';
import { operation } from '../../engine/operation';
import * as inputs from '../inputs';
import { channelLimit, sent } from './channel';
import * as template from './template';

const input = z
	.object({
		channelId: inputs.uuid4,
		templateId: inputs.uuid4,
		...inputs.destination.input,
		destinationName: inputs.blankable(inputs.anyText),
		...template.parameterInput,
	})
	.transform((given, context) => ({
		...inputs.destination.dialed(given, context),
		filling: template.readFilling(given, context),
	}));

const locator = (
	displayName: string,
	name: string,
	[method, placeholder]: [method: string, placeholder: string],
	description: string,
) =>
	field.of('resourceLocator', displayName, name, {
		default: { mode: 'list', value: '' },
		required: true,
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder,
				typeOptions: { searchListMethod: method, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 123e4567-e89b-42d3-a456-426614174000',
			},
		],
	});

export const broadcast = operation({
	value: 'broadcast',
	name: 'Broadcast',
	action: 'Send WhatsApp template (Official)',
	description:
		'Send an approved template to any number, whether or not the person has written to you',
	fields: [
		locator(
			'Channel',
			'channelId',
			['searchChannels', 'e.g. Customer care'],
			`The channel to send from: ${CHANNEL_REQUESTS} messages a minute`,
		),
		locator(
			'Template',
			'templateId',
			['searchTemplates', 'e.g. order_update'],
			'An approved template',
		),
		{
			...field.liveNotice('Template Text', 'templateText', 'getTemplateText', ['templateId.value']),
			displayOptions: { hide: { templateId: [''] } },
		},
		inputs.destination.recipientField,
		field.text('Recipient Name', 'destinationName', {
			placeholder: 'e.g. Ayu Lestari',
			description: 'Any name. If empty, the number.',
		}),
		field.choice('Template Values', 'parametersMode', 'template', {
			description: 'How to fill the placeholders of the template',
			choices: {
				template: ['Template Fields', 'One field for each placeholder'],
				json: ['JSON', 'All values in one expression, for items with different templates'],
				none: ['None', 'The template has no placeholders'],
			},
		}),
		field.mapper('Template Fields', 'templateParameters', {
			default: { mappingMode: 'defineBelow', value: null },
			dependsOn: ['templateId.value'],
			own: {
				resourceMapperMethod: 'getTemplateParameters',
				fieldWords: { singular: 'field', plural: 'fields' },
				valuesLabel: 'Values',
			},
			required: true,
			...field.shownFor('parametersMode', 'template'),
		}),
		field.of('json', 'Parameters JSON', 'parametersJson', {
			default: '',
			required: true,
			placeholder: 'e.g. ["Ana", "Sunday"]',
			description:
				'The values in order: the header file’s URL, {{1}}, {{2}}…, button ends. Or the service’s own object.',
			...field.shownFor('parametersMode', 'json'),
		}),
		field.notice(
			'savedNotice',
			`Most numbers without WhatsApp fail by a report, not at the error output. Save ref_no and destination now: a report brings only ref_no. ${field.docsLink('sending.md#did-it-arrive')}`,
		),
	],
	options: [...inputs.destination.options, inputs.fitTextField],
	effect: 'send',
	input,
	facts: template.templates,
	review: template.reviewFilling,
	text: template.textOf,
	request: (given, all) => {
		const parameters = template.parametersOf(given, all);
		return {
			method: 'POST',
			path: '/wa_official/message/broadcast',
			json: {
				destination: given.destination,
				// The service requires a name and takes any text.
				destination_name: given.destinationName ?? given.destination,
				template_id: given.templateId,
				channel_id: given.channelId,
				...(parameters && { parameters }),
			},
		};
	},
	answer: sent,
	sharedLimit: ({ channelId }) => channelLimit(channelId.toLowerCase()),
});
