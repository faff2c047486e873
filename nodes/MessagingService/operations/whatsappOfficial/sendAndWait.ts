import { z } from 'zod';

import { operation, type ServiceRequest } from '../../engine/operation';
import { uuid4 } from '../inputs/text';
import {
	answered,
	answerFields,
	ANY_LINKS,
	lineWithLink,
	messageField,
	questionInput,
	questionOptions,
	withWait,
	type Links,
} from '../question';
import { roomFields, roomsLimit } from './room';
import { sent } from './sent';

const input = z.object({ roomId: uuid4, ...questionInput }).transform(withWait);

type Input = z.output<typeof input>;

const request = (given: Input, { page }: Links): ServiceRequest => ({
	method: 'POST',
	path: '/wa_official/message/reply',
	multipart: { room_id: given.roomId, type: 'text', text: lineWithLink(given, page) },
});

export const sendAndWait = operation({
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Ask in WhatsApp room',
	description:
		'Send a question with a link into the room of a person who answered a broadcast within the last 24 hours, and wait until it is answered on the page behind the link',
	fields: [
		...roomFields,
		{
			...messageField,
			description: 'What to ask. Line breaks become spaces, since the service refuses them.',
		},
		...answerFields,
	],
	options: questionOptions,
	effect: 'send',
	input,
	request: (given) => request(given, given.links),
	likeRequest: (given) => request(given, ANY_LINKS),
	wait: ({ wait }) => wait,
	sharedLimit: roomsLimit,
	answer: sent,
	preview: answered,
});
