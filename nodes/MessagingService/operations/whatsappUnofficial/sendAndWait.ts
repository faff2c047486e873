import { z } from 'zod';

import { creditsForText } from '../../../service';
import { operation, type ServiceRequest } from '../../engine/operation';
import {
	answered,
	answerFields,
	ANY_LINKS,
	messageField,
	questionInput,
	questionOptions,
	withWait,
	wordsWithLink,
	type Links,
} from '../question';
import {
	checkSending,
	fromFields,
	sendInput,
	sendOptions,
	toField,
	toWhom,
	wireSending,
} from './sender';
import { sent } from './sent';

const input = z
	.object({ ...sendInput, ...questionInput })
	.transform(toWhom)
	.superRefine(checkSending)
	.transform(withWait);

type Input = z.output<typeof input>;

const request = (given: Input, { page }: Links): ServiceRequest => ({
	method: 'POST',
	path: '/whatsapp/message',
	json: { ...wireSending(given), message: wordsWithLink(given, page) },
});

export const sendAndWait = operation({
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Ask on unofficial WhatsApp',
	description:
		'Send a question with a link to any WhatsApp number, and wait until it is answered on the page behind the link',
	fields: [toField, messageField, ...answerFields, ...fromFields],
	options: [...sendOptions, ...questionOptions],
	effect: 'send',
	input,
	request: (given) => request(given, given.links),
	likeRequest: (given) => request(given, ANY_LINKS),
	wait: ({ wait }) => wait,
	answer: sent,
	preview: answered,
	credits: (given) => creditsForText(wordsWithLink(given, given.links.page)),
});
