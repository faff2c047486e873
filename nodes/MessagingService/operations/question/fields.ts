import type { INodeProperties } from 'n8n-workflow';

import { FIELD_TYPES, SENTENCES } from './question';

/** The fields of n8n's own nodes that send and wait, under their names. */

export const messageField: INodeProperties = {
	displayName: 'Text',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Refund 120,000 to order 1042?',
	hint: 'A link to the answer page is added. The workflow waits for the answer, at most for the time in the option Limit Wait Time.',
	description: 'What to ask',
};

const responseTypeField: INodeProperties = {
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

const shownFor = (name: string, ...values: string[]) => ({ show: { [name]: values } });

const several = { multipleValues: true, sortable: true };

/** A collection with the one group that n8n's own nodes call Values. */
const collection = (
	displayName: string,
	name: string,
	values: INodeProperties[],
	more: Partial<INodeProperties>,
): INodeProperties => ({
	...{ displayName, name, type: 'fixedCollection', default: {}, ...more },
	options: [{ displayName: 'Values', name: 'values', values }],
});

const words = (
	displayName: string,
	name: string,
	usual: string,
	description: string,
): INodeProperties => ({ displayName, name, type: 'string', default: usual, description });

/** @param choices the values, by their names */
const choice = (
	displayName: string,
	name: string,
	choices: Readonly<Record<string, string>>,
	usual: string,
	description: string,
): INodeProperties => ({
	...{ displayName, name, type: 'options', default: usual, description },
	options: Object.entries(choices).map(([label, value]) => ({ name: label, value })),
});

const approvalField = collection(
	'Approval Options',
	'approvalOptions',
	[
		choice(
			'Type of Approval',
			'approvalType',
			{ 'Approve and Disapprove': 'double', 'Approve Only': 'single' },
			'double',
			'Which buttons the page has. A page with a decline button also has a field for a reason. In the chat, there are always both buttons.',
		),
		words(
			'Approve Button Label',
			'approveLabel',
			'Approve',
			'The text on the button that approves',
		),
		words(
			'Disapprove Button Label',
			'disapproveLabel',
			'Decline',
			'The text on the button that declines',
		),
	],
	{ placeholder: 'Add option', displayOptions: shownFor('responseType', 'approval') },
);

const formField = collection(
	'Form Elements',
	'formFields',
	[
		{
			...words('Label', 'fieldLabel', '', 'Shown above the field, and its name in the output'),
			placeholder: 'e.g. New delivery date',
		},
		choice('Element Type', 'fieldType', FIELD_TYPES, 'text', 'What can be entered'),
		collection(
			'Field Options',
			'fieldOptions',
			[words('Option', 'option', '', 'One of the choices')],
			{
				typeOptions: several,
				placeholder: 'Add Field Option',
				default: { values: [{ option: '' }] },
				description: 'What can be chosen',
				displayOptions: shownFor('fieldType', 'dropdown', 'checkbox'),
			},
		),
		{
			displayName: 'Required Field',
			name: 'requiredField',
			type: 'boolean',
			default: false,
			description: 'Whether the form can only be sent with this field filled in',
		},
	],
	{
		typeOptions: several,
		placeholder: 'Add Form Element',
		displayOptions: shownFor('responseType', 'customForm'),
	},
);

export const answerFields: INodeProperties[] = [responseTypeField, formField, approvalField];

const UNITS = { Minutes: 'minutes', Hours: 'hours', Days: 'days' };

const limitWaitTime = collection(
	'Limit Wait Time',
	'limitWaitTime',
	[
		choice(
			'Limit Type',
			'limitType',
			{ 'After Time Interval': 'afterTimeInterval', 'At Specified Time': 'atSpecifiedTime' },
			'afterTimeInterval',
			'What ends the wait',
		),
		{
			displayName: 'Amount',
			name: 'resumeAmount',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 1,
			description: 'How many units to wait',
			displayOptions: shownFor('limitType', 'afterTimeInterval'),
		},
		{
			...choice('Unit', 'resumeUnit', UNITS, 'hours', 'The unit of the amount'),
			displayOptions: shownFor('limitType', 'afterTimeInterval'),
		},
		{
			displayName: 'Max Date and Time',
			name: 'maxDateAndTime',
			type: 'dateTime',
			default: '',
			description: 'When to go on without an answer, in the time zone of the workflow',
			displayOptions: shownFor('limitType', 'atSpecifiedTime'),
		},
	],
	{
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
		description:
			'How long to wait for the answer. After that, the workflow continues with the unchanged input.',
	},
);

/** Their labels repeat their names. */
const SENTENCE_OPTIONS: [name: string, usual: string, description: string][] = [
	['messageButtonLabel', 'Respond', 'The words before the link in the message'],
	['responseFormTitle', '', 'The title of the page'],
	['responseFormDescription', '', 'What the page asks instead of the message'],
	['responseFormButtonLabel', 'Submit', 'The text on the button below a text or a form'],
	['responseFormThanks', SENTENCES.thanks, 'What the page says after the answer'],
	['responseFormReasonLabel', SENTENCES.reason, 'The label of the field for a reason to decline'],
	['responseFormResponseLabel', SENTENCES.response, 'The label of the field for a free text'],
	[
		'responseFormCorrection',
		SENTENCES.correction,
		'What the page says next to a field that is not filled in correctly',
	],
	['responseFormClosed', SENTENCES.closed, 'What the page says if the question is no longer open'],
];

const labelOf = (name: string) =>
	name.replace(/[A-Z]/g, ' $&').replace(/^./, (first) => first.toUpperCase());

export const questionOptions: INodeProperties[] = [
	limitWaitTime,
	...SENTENCE_OPTIONS.map(([name, ...others]) => words(labelOf(name), name, ...others)),
];
