import { z } from 'zod';

import { creditsForText } from '../../../service';
import { operation } from '../../engine/operation';
import {
	answerFields,
	asking,
	messageField,
	questionInput,
	questionOptions,
	withWait,
	wordsWithLink,
} from '../question';
import {
	checkSending,
	fromFields,
	sendInput,
	sendOptions,
	textRequest,
	toField,
	toWhom,
} from './sender';
import { sent } from './sent';

const input = z
	.object({ ...sendInput, ...questionInput })
	.transform(toWhom)
	.superRefine(checkSending)
	.transform(withWait);

export const sendAndWait = operation({
	...asking((given: z.output<typeof input>, { page }) =>
		textRequest(given, wordsWithLink(given, page)),
	),
	action: 'Ask on unofficial WhatsApp',
	description:
		'Send a question with a link to any WhatsApp number, and wait until it is answered on the page behind the link',
	fields: [toField, messageField, ...answerFields, ...fromFields],
	options: [...sendOptions, ...questionOptions],
	input,
	answer: sent,
	credits: (given) => creditsForText(wordsWithLink(given, given.links.page)),
});
