import { capitalized, field } from '../../../plain';
import * as inputs from '../inputs';
import { FIELD_TYPES } from './question';
import { ONE_DAY } from './wait';
import { WORDS } from './words';

/** These fields have the same names as in Send and Wait of n8n's own nodes. */

export const messageField = inputs.messageField('e.g. Refund 120,000 to order 1042?', {
	description: 'What to ask. The node adds a link to the answer page.',
});

const SEVERAL = { typeOptions: { multipleValues: true, sortable: true } };

export const answerFields = [
	field.choice('Response Type', 'responseType', 'approval', {
		description: 'How the recipient answers',
		choices: {
			approval: ['Approval', 'A tap on a button: approve, or decline'],
			freeText: ['Free Text', 'A text of up to 10,000 characters'],
			customForm: ['Custom Form', 'Fields that you define'],
		},
		noDataExpression: true,
		hint: 'Next: Switch, not If, on {{ $json.data.outcome }}: approved, answered, declined, no_answer',
	}),
	field.collection('Form Elements', 'formFields', {
		values: [
			field.text('Label', 'fieldLabel', {
				placeholder: 'e.g. New delivery date',
				description: 'The label above the field, and the answer’s name in the output',
			}),
			field.choice('Element Type', 'fieldType', 'text', {
				description: 'What kind of answer the recipient can enter',
				choices: Object.fromEntries(
					Object.entries(FIELD_TYPES).map(([name, value]) => [value, name]),
				),
			}),
			field.collection('Field Options', 'fieldOptions', {
				values: [field.text('Option', 'option', { description: 'One of the choices' })],
				...SEVERAL,
				placeholder: 'Add Field Option',
				default: { values: [{ option: '' }] },
				description: 'What the recipient can choose from',
				...field.shownFor('fieldType', 'dropdown', 'checkbox'),
			}),
			field.toggle('Required Field', 'requiredField', false, {
				description: 'Whether it must be filled in',
			}),
		],
		...SEVERAL,
		placeholder: 'Add Form Element',
		...field.shownFor('responseType', 'customForm'),
	}),
	field.collection('Approval Options', 'approvalOptions', {
		values: [
			field.choice('Type of Approval', 'approvalType', 'double', {
				description: 'Which buttons the page has. Buttons in a chat are always both.',
				choices: { double: 'Approve and Disapprove', single: 'Approve Only' },
			}),
			field.text('Approve Button Label', 'approveLabel', {
				default: WORDS.en.approveLabel,
				description: 'The text on the button that approves',
			}),
			field.text('Disapprove Button Label', 'disapproveLabel', {
				default: WORDS.en.disapproveLabel,
				description: 'The text on the button that declines',
			}),
		],
		placeholder: 'Add option',
		...field.shownFor('responseType', 'approval'),
	}),
];

const SENTENCE_OPTIONS = {
	messageButtonLabel: 'The text before the link in the message',
	responseFormTitle: 'The title of the page',
	responseFormDescription: 'What the page asks instead of the message',
	responseFormButtonLabel: 'The text on the button below a text or a form',
};

const USUAL: Readonly<Record<string, string>> = WORDS.en;

export const questionOptions = [
	field.collection('Limit Wait Time', 'limitWaitTime', {
		values: [
			field.choice('Limit Type', 'limitType', 'afterTimeInterval', {
				description: 'What ends the wait',
				choices: {
					afterTimeInterval: 'After Time Interval',
					atSpecifiedTime: 'At Specified Time',
				},
			}),
			field.number('Amount', 'resumeAmount', 1, {
				typeOptions: { minValue: 0, numberPrecision: 2 },
				description: 'How many units to wait',
				...field.shownFor('limitType', 'afterTimeInterval'),
			}),
			field.choice('Unit', 'resumeUnit', 'hours', {
				description: 'The unit of the amount',
				choices: { minutes: 'Minutes', hours: 'Hours', days: 'Days' },
				...field.shownFor('limitType', 'afterTimeInterval'),
			}),
			field.of('dateTime', 'Max Date and Time', 'maxDateAndTime', {
				default: '',
				description: 'When to go on without an answer',
				...field.shownFor('limitType', 'atSpecifiedTime'),
			}),
		],
		default: ONE_DAY,
		description: 'How long to wait. Then data.outcome is no_answer. Without it: without end.',
	}),
	field.choice('Page Language', 'pageLanguage', 'en', {
		description: 'The language of the answer page and of the text before the link',
		choices: { en: 'English', id: 'Indonesian' },
	}),
	...Object.entries(SENTENCE_OPTIONS).map(([name, description]) => {
		const label = capitalized(name.replace(/[A-Z]/g, ' $&'));
		return field.text(label, name, { default: USUAL[name] ?? '', description });
	}),
];
