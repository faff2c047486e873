import type { INodeProperties } from 'n8n-workflow';

import { SENTENCES } from './question';

/** The fields of n8n's own nodes that send and wait, under their names. */

export const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Refund 120,000 to order 1042?',
	hint: 'A link to the page for the answer is added. The workflow waits for the answer, or as long as the option Limit Wait Time says.',
	description: 'What to ask',
};

export const responseTypeField: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Approval', value: 'approval', description: 'A tap on a button: approve, or decline' },
		{ name: 'Free Text', value: 'freeText', description: 'A text of any length' },
		{ name: 'Custom Form', value: 'customForm', description: 'Fields that you define' },
	],
	default: 'approval',
	hint: 'If no one answers in time, the input goes on unchanged: check for data in an If node after this one',
	description: 'How the recipient answers',
};

const shownFor = (responseType: string) => ({ show: { responseType: [responseType] } });

const approvalField: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	displayOptions: shownFor('approval'),
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					options: [
						{ name: 'Approve Only', value: 'single' },
						{ name: 'Approve and Disapprove', value: 'double' },
					],
					default: 'single',
					description:
						'Which buttons the page has. With a button to decline, it also has a field for a reason.',
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: 'Approve',
					description: 'The text on the button that approves',
				},
				{
					displayName: 'Disapprove Button Label',
					name: 'disapproveLabel',
					type: 'string',
					default: 'Decline',
					description: 'The text on the button that declines',
					displayOptions: { show: { approvalType: ['double'] } },
				},
			],
		},
	],
};

const formField: INodeProperties = {
	displayName: 'Form Elements',
	name: 'formFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Form Element',
	default: {},
	displayOptions: shownFor('customForm'),
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Label',
					name: 'fieldLabel',
					type: 'string',
					default: '',
					placeholder: 'e.g. New delivery date',
					description: 'Shown above the field, and the name of the value in the output',
				},
				{
					displayName: 'Element Type',
					name: 'fieldType',
					type: 'options',
					options: [
						{ name: 'Checkboxes', value: 'checkbox' },
						{ name: 'Date', value: 'date' },
						{ name: 'Dropdown', value: 'dropdown' },
						{ name: 'Email', value: 'email' },
						{ name: 'Number', value: 'number' },
						{ name: 'Text Input', value: 'text' },
						{ name: 'Textarea', value: 'textarea' },
					],
					default: 'text',
					description: 'What can be entered',
				},
				{
					displayName: 'Field Options',
					name: 'fieldOptions',
					type: 'fixedCollection',
					typeOptions: { multipleValues: true, sortable: true },
					placeholder: 'Add Field Option',
					default: { values: [{ option: '' }] },
					description: 'What can be chosen',
					displayOptions: { show: { fieldType: ['dropdown', 'checkbox'] } },
					options: [
						{
							displayName: 'Values',
							name: 'values',
							values: [
								{
									displayName: 'Option',
									name: 'option',
									type: 'string',
									default: '',
									description: 'One of the choices',
								},
							],
						},
					],
				},
				{
					displayName: 'Required Field',
					name: 'requiredField',
					type: 'boolean',
					default: false,
					description: 'Whether the form can only be sent with this field filled in',
				},
			],
		},
	],
};

export const answerFields: INodeProperties[] = [responseTypeField, formField, approvalField];

const limitWaitTime: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description: 'How long to wait. After that, the input goes on unchanged.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{
							name: 'After Time Interval',
							value: 'afterTimeInterval',
							description: 'Waits for an amount of time',
						},
						{
							name: 'At Specified Time',
							value: 'atSpecifiedTime',
							description: 'Waits until a date and time',
						},
					],
					default: 'afterTimeInterval',
					description: 'What ends the wait',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					description: 'How many units to wait',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
					default: 'hours',
					description: 'The unit of the amount',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: 'When to go on without an answer, in the time zone of the workflow',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

const sentence = (
	displayName: string,
	name: string,
	otherwise: string,
	description: string,
): INodeProperties => ({ displayName, name, type: 'string', default: otherwise, description });

export const questionOptions: INodeProperties[] = [
	limitWaitTime,
	sentence(
		'Message Button Label',
		'messageButtonLabel',
		'Respond',
		'The words before the link in the message',
	),
	sentence('Response Form Title', 'responseFormTitle', '', 'The title of the page'),
	sentence(
		'Response Form Description',
		'responseFormDescription',
		'',
		'What the page asks instead of the message',
	),
	sentence(
		'Response Form Button Label',
		'responseFormButtonLabel',
		'Submit',
		'The text on the button below a text or a form',
	),
	sentence(
		'Response Form Thanks',
		'responseFormThanks',
		SENTENCES.thanks,
		'What the page says after the answer',
	),
	sentence(
		'Response Form Reason Label',
		'responseFormReasonLabel',
		SENTENCES.reason,
		'The label of the field for a reason to decline',
	),
	sentence(
		'Response Form Response Label',
		'responseFormResponseLabel',
		SENTENCES.response,
		'The label of the field for a free text',
	),
	sentence(
		'Response Form Correction',
		'responseFormCorrection',
		SENTENCES.correction,
		'What the page says next to a field that is not filled in correctly',
	),
	sentence(
		'Response Form Closed',
		'responseFormClosed',
		SENTENCES.closed,
		'What the page says if the question is no longer open',
	),
];
