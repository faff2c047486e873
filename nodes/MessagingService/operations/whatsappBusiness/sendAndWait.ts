import { z } from 'zod';

import { operation, type ServiceRequest } from '../../engine/operation';
import { countryCodeField, dialled } from '../inputs/destination';
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
import { businessAnswer, gatewayFields, gatewayInput } from './gateway';

const input = z
	.object({ ...gatewayInput, ...questionInput })
	.transform(dialled('recipient'))
	.transform(withWait);

type Input = z.output<typeof input>;

const request = (given: Input, { page }: Links): ServiceRequest => ({
	method: 'POST',
	path: '/wa_business/reply',
	json: {
		recipient: given.recipient,
		gateway_id: given.gatewayId,
		type: 'text',
		payloads: { body: wordsWithLink(given, page) },
	},
});

export const sendAndWait = operation({
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Ask on WhatsApp Business and wait for the response',
	description:
		'Send a question over WhatsApp Business to a person who has written to the gateway, and wait until it is answered',
	fields: [...gatewayFields, messageField, ...answerFields],
	options: [countryCodeField, ...questionOptions],
	effect: 'send',
	input,
	request: (given) => request(given, given.links),
	likeRequest: (given) => request(given, ANY_LINKS),
	wait: ({ wait }) => wait,
	...businessAnswer,
	preview: answered,
});
