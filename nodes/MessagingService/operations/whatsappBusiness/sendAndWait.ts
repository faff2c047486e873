import { z } from 'zod';

import { charactersIn, field } from '../../../plain';
import { BUTTONS } from '../../../service';
import { operation } from '../../engine/operation';
import * as inputs from '../inputs';
import * as question from '../question';
import { buttonRequest, gatewayFields, gatewayInput, replyRequest } from './gateway';
import { businessAnswer } from './response';

const asked = z
	.object({
		...gatewayInput,
		...question.questionInput,
		answerBy: z.enum(['link', 'buttons']).default('link'),
	})
	.transform(inputs.destination.dialed);

/** A callback with both IDs shows the question and is no answer. So a question always has two buttons. */
function buttonsOf(given: z.output<typeof asked>, links: question.Links) {
	if (given.answerBy !== 'buttons' || given.responseType !== 'approval') return undefined;
	const { approveLabel, disapproveLabel } = given.approvalOptions.values;
	return [
		{ name: 'approveLabel', title: approveLabel, id: links.approve },
		{ name: 'disapproveLabel', title: disapproveLabel, id: links.decline },
	];
}

const input = asked
	.transform((given, context) => {
		if (buttonsOf(given, given.links)) given.approvalOptions.values.approvalType = 'double';
		return question.withWait(given, context);
	})
	// As it leaves: the spaces in an agent’s message count too.
	.superRefine((given, context) => {
		const buttons = buttonsOf(given, given.links);
		if (buttons === undefined) return;
		const atMost = (longest: number, words: string, path: string[]) => {
			const has = charactersIn(words);
			if (has <= longest) return;
			inputs.refuse(
				context,
				`may have at most ${longest} characters with buttons and has ${has}: shorten it, or set Answer By to Link`,
				path,
			);
		};
		atMost(BUTTONS.longestBody, given.message, ['message']);
		for (const { name, title, id } of buttons) {
			atMost(BUTTONS.longestTitle, title, ['approvalOptions', 'values', name]);
			if (id.length > BUTTONS.longestId) {
				inputs.refuse(
					context,
					'cannot be Buttons, since the ID of this node is too long: choose Link',
					['answerBy'],
				);
			}
		}
	});

export const sendAndWait = operation({
	...businessAnswer,
	...question.asking((given: z.output<typeof input>, links) => {
		const buttons = buttonsOf(given, links);
		return buttons === undefined
			? replyRequest(given, {
					type: 'text',
					payloads: { body: question.wordsWithLink(given, links.page) },
				})
			: buttonRequest(given, given.message, buttons);
	}),
	action: 'Send WhatsApp message and wait for response (Business)',
	description:
		'Send a question over WhatsApp Business to a person who has written to the gateway, and wait until it is answered',
	fields: [
		...gatewayFields,
		{
			...question.messageField,
			description: 'What to ask. The node adds a link or buttons.',
		},
		...question.answerFields,
		field.choice('Answer By', 'answerBy', 'link', {
			description: 'Where the recipient answers. Buttons are not documented: test them first.',
			choices: {
				link: ['Link', 'A page behind a link in the message'],
				buttons: ['Buttons', 'In the chat, with a published Messaging Service Trigger'],
			},
			noDataExpression: true,
			...field.shownFor('responseType', 'approval'),
		}),
	],
	options: [...inputs.destination.options, ...question.questionOptions],
	input,
});
