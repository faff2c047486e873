import { z } from 'zod';

import { operation } from '../../engine/operation';
import * as inputs from '../inputs';
import * as question from '../question';
import { roomFields, roomRequest, repliesLimit, sent } from './channel';

const input = z
	.object({ roomId: inputs.uuid4, ...question.questionInput })
	.transform(question.withWait);

export const sendAndWait = operation({
	...question.asking((given: z.output<typeof input>, { page }) =>
		roomRequest(given.roomId, { type: 'text', text: question.lineWithLink(given, page) }),
	),
	action: 'Send WhatsApp message and wait for response (Official)',
	description:
		'Send a question with a link to a person who wrote to you within the last 24 hours, and wait until it is answered on the page behind the link',
	fields: [
		...roomFields,
		{
			...question.messageField,
			description: 'What to ask. The node adds a link. Line breaks become spaces.',
		},
		...question.answerFields,
	],
	options: question.questionOptions,
	input,
	sharedLimit: repliesLimit,
	answer: sent,
});
