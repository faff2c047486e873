import { z } from 'zod';

import { creditsForText } from '../../../service';
import { operation } from '../../engine/operation';
import * as inputs from '../inputs';
import * as question from '../question';
import * as sender from './sender';

const input = z
	.object({
		...sender.sendInput,
		sendFrom: sender.sendInput.sendFrom.removeDefault().default('sender'),
		...question.questionInput,
	})
	.transform(sender.addressed)
	.transform(question.withWait);

export const sendAndWait = operation({
	...question.asking((given: z.output<typeof input>, { page }) =>
		sender.textRequest(given, question.wordsWithLink(given, page)),
	),
	action: 'Send WhatsApp message and wait for response (Unofficial)',
	description:
		'Send a question with a link to any WhatsApp number, and wait until it is answered on the page behind the link',
	fields: [
		sender.recipientField,
		question.messageField,
		...question.answerFields,
		...sender.questionFromFields,
	],
	options: [...inputs.destination.options, ...question.questionOptions, sender.isGroupField],
	input,
	answer: sender.sent,
	credits: (given) => creditsForText(question.wordsWithLink(given, given.links.page)),
});
