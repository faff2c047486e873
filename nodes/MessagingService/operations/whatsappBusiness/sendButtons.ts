import { z } from 'zod';

import { field, quoted } from '../../../plain';
import { BUTTONS, type BusinessMedia, headerExtensionsOf } from '../../../service';
import { operation, withoutUnknown } from '../../engine/operation';
import * as inputs from '../inputs';
import { buttonRequest, gatewayFields, gatewayInput, fileAt } from './gateway';
import { businessAnswer } from './response';

const buttons = z
	.array(z.object({ id: inputs.text(BUTTONS.longestId), title: inputs.text(BUTTONS.longestTitle) }))
	.min(1, 'must have at least one button: add one')
	.max(BUTTONS.most, `may have at most ${BUTTONS.most} buttons: remove some`)
	.superRefine(
		inputs.eachOnce(
			'id',
			(id) => `is ${quoted(id)}, which another button has too: give each button its own ID`,
		),
	);

const base = {
	...gatewayInput,
	message: inputs.text(BUTTONS.longestBody),
	buttons: z.object({ button: buttons.default([]) }).default({}),
	footer: inputs.optionalText(BUTTONS.longestFooter),
};

const file = <Kind extends BusinessMedia>(kind: Kind) =>
	z.object({
		...base,
		headerType: z.literal(kind),
		headerUrl: inputs.fileAddress(headerExtensionsOf(kind)),
		headerFileName: inputs.fileName,
	});

const input = z
	.discriminatedUnion('headerType', [
		z.object({ ...base, headerType: z.literal('none') }),
		z.object({ ...base, headerType: z.literal('text'), headerText: inputs.text() }),
		file('document'),
		file('image'),
		file('video'),
	])
	.transform(inputs.destination.dialed);

function headerOf(given: z.output<typeof input>) {
	if (given.headerType === 'none') return undefined;
	if (given.headerType === 'text') return { type: 'text', text: given.headerText };
	const { headerType: type, headerUrl, headerFileName } = given;
	return withoutUnknown({ type, ...fileAt(type, headerUrl, headerFileName) });
}

export const sendButtons = operation({
	value: 'sendButtons',
	name: 'Send Buttons',
	action: 'Send WhatsApp reply buttons (Business)',
	description: `Send a message with up to ${BUTTONS.most} answer buttons to a person who has written to your WhatsApp Business gateway`,
	fields: [
		...gatewayFields,
		inputs.messageField('e.g. Shall we keep the table for you?', {
			description: `The text of the message, at most ${BUTTONS.longestBody} characters`,
		}),
		field.of('fixedCollection', 'Buttons', 'buttons', {
			default: { button: [{ id: '', title: '' }] },
			typeOptions: { multipleValues: true, maxValue: BUTTONS.most },
			required: true,
			placeholder: 'Add Button',
			description: `Up to ${BUTTONS.most} buttons that the recipient can tap`,
			options: [
				{
					displayName: 'Button',
					name: 'button',
					values: [
						field.required('ID', 'id', {
							placeholder: 'e.g. yes',
							description: `An ID of its own, at most ${BUTTONS.longestId} characters. A tap might not return it.`,
						}),
						field.required('Title', 'title', {
							placeholder: 'e.g. Yes, please',
							description: `The text on the button, at most ${BUTTONS.longestTitle} characters`,
						}),
					],
				},
			],
		}),
		field.choice('Header Type', 'headerType', 'none', {
			description: 'What to show above the text',
			choices: {
				document: 'Document',
				image: 'Image',
				none: 'None',
				text: 'Text',
				video: 'Video',
			},
		}),
		field.required('Header Text', 'headerText', {
			placeholder: 'e.g. Your table',
			description: 'The text of the header',
			...field.shownFor('headerType', 'text'),
		}),
		field.required('Header URL', 'headerUrl', {
			placeholder: 'e.g. https://example.com/menu.pdf',
			description: inputs.DOWNLOADED,
			...field.shownFor('headerType', 'document', 'image', 'video'),
		}),
		field.text('Header File Name', 'headerFileName', {
			placeholder: 'e.g. menu.pdf',
			description: 'The name that the recipient sees',
			...field.shownFor('headerType', 'document'),
		}),
	],
	options: [
		...inputs.destination.options,
		field.text('Footer', 'footer', {
			placeholder: 'e.g. We hold it until 18:00',
			description: `The small text below the message, at most ${BUTTONS.longestFooter} characters`,
		}),
	],
	input,
	request: (given) => {
		const footer = given.footer === undefined ? undefined : { text: given.footer };
		const around = withoutUnknown({ header: headerOf(given), footer });
		return buttonRequest(given, given.message, given.buttons.button, around);
	},
	effect: 'send',
	...businessAnswer,
});
