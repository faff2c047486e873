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
	addressed,
	fromFields,
	pauseOf,
	sendInput,
	sendOptions,
	sent,
	textRequest,
	toField,
} from './sender';

const input = z
	.object({ ...sendInput, ...questionInput })
	.transform(addressed)
	.transform(withWait);

/** Another sender is another chat on the phone. */
const senderOfQuestion = fromFields.map((field) =>
	field.name === 'sendFrom'
		? {
				...field,
				hint: 'To keep the question and what follows it in one chat, choose One Sender here and in the nodes after this one',
			}
		: field,
);

export const sendAndWait = operation({
	...asking((given: z.output<typeof input>, { page }) =>
		textRequest(given, wordsWithLink(given, page)),
	),
	action: 'Send and Wait for Response',
	description:
		'Send a question with a link to any WhatsApp number, and wait until it is answered on the page behind the link',
	fields: [toField, messageField, ...answerFields, ...senderOfQuestion],
	options: [...sendOptions, ...questionOptions],
	input,
	answer: sent,
	credits: (given) => creditsForText(wordsWithLink(given, given.links.page)),
	pause: pauseOf,
});
