import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { liveNotice } from '../../../plain';
import { CHANNEL_REQUESTS } from '../../../service';
import { operation, type Review } from '../../engine/operation';
import {
	countryCodeField,
	defaultCountryCode,
	destinationField,
	dialled,
	typedDestination,
} from '../inputs/destination';
import { fitTextField } from '../inputs/templateText';
import { anyText, uuid4 } from '../inputs/text';
import { channelLimit } from './channel';
import { sent } from './sent';
import {
	checkParameters,
	faultsOfFields,
	filledFields,
	isBarred,
	parameterInput,
	fittedTo,
	templateById,
	templateFields,
	templates,
	valuesOf,
	wireParameters,
	type Template,
} from './template';

const input = z
	.object({
		channelId: uuid4,
		templateId: uuid4,
		destination: typedDestination,
		...defaultCountryCode,
		destinationName: anyText,
		...parameterInput,
	})
	.transform(dialled('destination'))
	.superRefine(checkParameters);

type Input = z.output<typeof input>;

const chosen = ({ templateId }: Input, all: readonly Template[]): Template | undefined =>
	templateById(all, templateId);

const withFields = (given: Input, value: Record<string, unknown>): Input => ({
	...given,
	parametersMode: 'template',
	templateParameters: { value },
});

/** Drops values for placeholders that the template no longer has. */
function current(given: Input, template: Template | undefined): Input {
	if (template === undefined || given.parametersMode !== 'template') return given;
	const known = new Set(templateFields(template).map(({ id }) => id));
	return withFields(given, Object.fromEntries(filledFields(given).filter(([id]) => known.has(id))));
}

/** Turns values from a list or an object into those of the template's own fields. */
function listed(given: Input, template: Template | undefined): Input {
	const { parametersMode, parameterValues: values = [] } = given;
	if (parametersMode !== 'values' || template === undefined) return given;
	const fitted = fittedTo(values, template);
	return withFields(given, fitted.ok ? fitted.byId : {});
}

const problem = (name: string, what: string): Review => ({
	problems: [{ name, what }],
	warnings: [],
});

function reviewMapped(given: Input, template: Template, name: string): Review {
	const fields = templateFields(template);
	const filled = new Set(filledFields(given).map(([id]) => id));
	const missing = fields.filter(({ id, required }) => required && !filled.has(id));
	const superfluous = [...filled].filter((id) => !fields.some((field) => field.id === id));
	const refresh =
		name === 'templateParameters'
			? ' If you do not see it, the template has changed: refresh the list of fields.'
			: '';
	return {
		problems: missing.map(({ id }) => ({
			name,
			what: `lacks ${id}, which the template '${template.name}' needs: fill it in.${refresh}`,
		})),
		warnings: superfluous.map(
			(id) =>
				`The template '${template.name}' has changed and no longer has ${id}, so its value was left out. Open the node and refresh the list of fields.`,
		),
	};
}

function reviewListed(given: Input, template: Template): Review {
	const name = 'parameterValues';
	const fitted = fittedTo(given.parameterValues ?? [], template);
	if (!fitted.ok) return problem(name, fitted.what);
	const asFields = listed(given, template);
	const { problems, warnings } = reviewMapped(asFields, template, name);
	const faults = faultsOfFields(asFields).map(({ label, what }) => ({
		name,
		what: `for ${label} ${what}`,
	}));
	return { problems: [...problems, ...faults], warnings };
}

/** Without its template, nothing says which value belongs where. */
const UNKNOWN = 'so its placeholders are unknown:';
const NOT_LISTED = `is not in the service’s list, ${UNKNOWN} choose another template, or set Parameters to Manual`;
const NO_LIST = `could not be looked up, as the service did not give its list, ${UNKNOWN} try again in a minute, or set Parameters to Template Fields or Manual`;

/** Only an approved template can be sent. If the list or a template in it is missing, the service decides. */
function review(given: Input, all: readonly Template[] | undefined): Review {
	const template = all && chosen(given, all);
	if (template === undefined) {
		return given.parametersMode === 'values'
			? problem('templateId', all === undefined ? NO_LIST : NOT_LISTED)
			: { problems: [], warnings: [] };
	}
	if (isBarred(template)) {
		return problem(
			'templateId',
			`is '${template.name}', whose status is ${template.status}: only an approved template can be sent. Choose another, or wait for its approval.`,
		);
	}
	switch (given.parametersMode) {
		case 'template':
			return reviewMapped(given, template, 'templateParameters');
		case 'values':
			return reviewListed(given, template);
		case 'manual':
			// Manual is not checked against the template, so that a person can send what the list does not show.
			return { problems: [], warnings: [] };
		case 'none':
			return templateFields(template).some(({ required }) => required)
				? problem(
						'parametersMode',
						`is None, but the template '${template.name}' has placeholders: choose Template Fields, and fill them in`,
					)
				: { problems: [], warnings: [] };
	}
}

const locator = (
	displayName: string,
	name: string,
	[method, placeholder]: [method: string, placeholder: string],
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
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
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\s*[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\\s*$',
						errorMessage: 'Not an ID such as 123e4567-e89b-42d3-a456-426614174000',
					},
				},
			],
		},
	],
});

const inManual = { show: { parametersMode: ['manual'] } };

export const broadcast = operation({
	value: 'broadcast',
	name: 'Broadcast',
	action: 'Broadcast WhatsApp template',
	description:
		'Send an approved template to any number, whether or not the person has written to you',
	fields: [
		locator(
			'Channel',
			'channelId',
			['searchChannels', 'e.g. Customer care'],
			`The channel that sends the message. Each accepts ${CHANNEL_REQUESTS} messages a minute.`,
		),
		locator(
			'Template',
			'templateId',
			['searchTemplates', 'e.g. order_update'],
			'The template to send. It must be approved.',
		),
		liveNotice({
			displayName: 'Template Text',
			name: 'templateText',
			method: 'getTemplateText',
			dependsOn: ['templateId.value'],
		}),
		destinationField,
		{
			displayName: 'Recipient Name',
			name: 'destinationName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Ayu Lestari',
			description: 'The name under which the service lists the recipient. Any name will do.',
		},
		{
			displayName: 'Parameters',
			name: 'parametersMode',
			type: 'options',
			options: [
				{
					name: 'Template Fields',
					value: 'template',
					description: 'Fill in the placeholders of the template, one field for each',
				},
				{
					name: 'List or JSON',
					value: 'values',
					description: 'Set all values with one expression, for items that use different templates',
				},
				{
					name: 'Manual',
					value: 'manual',
					description: 'Set text, header and buttons yourself',
				},
				{ name: 'None', value: 'none', description: 'The template has no placeholders' },
			],
			default: 'template',
			description: 'How to fill the placeholders of the template',
		},
		{
			displayName: 'Template Fields',
			name: 'templateParameters',
			type: 'resourceMapper',
			noDataExpression: true,
			required: true,
			default: { mappingMode: 'defineBelow', value: null },
			typeOptions: {
				loadOptionsDependsOn: ['templateId.value'],
				resourceMapper: {
					resourceMapperMethod: 'getTemplateParameters',
					mode: 'add',
					fieldWords: { singular: 'field', plural: 'fields' },
					valuesLabel: 'Values',
					addAllFields: true,
					multiKeyMatch: false,
					supportAutoMap: false,
				},
			},
			displayOptions: { show: { parametersMode: ['template'] } },
		},
		{
			displayName: 'Parameter Values',
			name: 'parameterValues',
			type: 'json',
			default: '',
			placeholder: 'e.g. ["Ayu", "1024"]',
			description:
				'A list of values in the order of the template: the URL of its header file if it has one, then {{1}}, {{2}} and so on, then its buttons. Or an object with names: {"header_url": "https://…", "1": "Ayu", "button_0": "order/1024"}. Names that the template does not have are ignored, so you can use a whole row of a sheet.',
			displayOptions: { show: { parametersMode: ['values'] } },
		},
		{
			displayName: 'Body Parameters',
			name: 'bodyParameters',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			placeholder: 'Add Parameter',
			description: 'The texts that replace the placeholders',
			displayOptions: inManual,
			options: [
				{
					displayName: 'Parameter',
					name: 'parameter',
					values: [
						{
							displayName: 'Index',
							name: 'index',
							type: 'string',
							required: true,
							default: '',
							placeholder: 'e.g. 1',
							description: 'What the template has between the double braces: 1 for {{1}}',
						},
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							required: true,
							default: '',
							placeholder: 'e.g. first_name',
							description:
								'A name for the value, of 2 to 32 lowercase letters, digits or underscores',
						},
						{
							displayName: 'Text',
							name: 'text',
							type: 'string',
							required: true,
							default: '',
							placeholder: 'e.g. Ayu',
							description:
								'The text that replaces the placeholder. Line breaks, tabs and more than 4 spaces in a row are not allowed, unless you add the option Make Text Fit.',
						},
					],
				},
			],
		},
		{
			displayName: 'Header Format',
			name: 'headerFormat',
			type: 'options',
			options: [
				{ name: 'Document', value: 'document' },
				{ name: 'Image', value: 'image' },
				{ name: 'None', value: 'none' },
			],
			default: 'none',
			description: 'The kind of file above the text. It must be the same as in the template.',
			displayOptions: inManual,
		},
		{
			displayName: 'Header URL',
			name: 'headerUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/invoice.pdf',
			description: 'The address from which the service downloads the header file',
			displayOptions: {
				show: { parametersMode: ['manual'], headerFormat: ['document', 'image'] },
			},
		},
		{
			displayName: 'Header File Name',
			name: 'headerFileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. invoice.pdf',
			description: 'The file name that the recipient sees',
			displayOptions: {
				show: { parametersMode: ['manual'], headerFormat: ['document', 'image'] },
			},
		},
		{
			displayName: 'Buttons',
			name: 'buttons',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			placeholder: 'Add Button',
			description: 'Values for buttons of the template whose address ends in a placeholder',
			displayOptions: inManual,
			options: [
				{
					displayName: 'Button',
					name: 'button',
					values: [
						{
							displayName: 'Index',
							name: 'index',
							type: 'string',
							required: true,
							default: '0',
							placeholder: 'e.g. 0',
							description: 'Which button of the template, counted from 0',
						},
						{
							displayName: 'Type',
							name: 'type',
							type: 'string',
							required: true,
							default: 'url',
							placeholder: 'e.g. url',
							description: 'The type of the button, in the service’s words',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							required: true,
							default: '',
							placeholder: 'e.g. order/1024',
							description: 'What to add at the end of the button’s address',
						},
					],
				},
			],
		},
	],
	options: [countryCodeField, fitTextField],
	effect: 'send',
	input,
	facts: templates,
	review,
	request: (given, all) => {
		const template = all && chosen(given, all);
		const wire = wireParameters(valuesOf(current(listed(given, template), template)));
		return {
			method: 'POST',
			path: '/wa_official/message/broadcast',
			json: {
				destination: given.destination,
				destination_name: given.destinationName,
				template_id: given.templateId,
				channel_id: given.channelId,
				...(wire && { parameters: wire }),
			},
		};
	},
	answer: sent,
	sharedLimit: ({ channelId }) => channelLimit(channelId.toLowerCase()),
});
