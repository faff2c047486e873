import { z } from 'zod';

import { operation } from '../../engine/operation';
import * as sender from './sender';
import { messageField, texting, textInput } from './sendText';

/** The person sees the answer in the same chat only if it comes from the sender that got the message. */
const input = z
	.object({ ...textInput, sendFrom: z.literal('sender').default('sender') })
	.transform(sender.addressed);

export const reply = operation({
	...texting,
	value: 'reply',
	name: 'Reply',
	action: 'Reply to WhatsApp message (Unofficial)',
	description: 'Answer a message in its chat: to the person who wrote, from the number that got it',
	fields: [
		{
			...sender.recipientField,
			default: '={{ $json.from }}',
			hint: 'Who wrote: {{ $json.from }}',
		},
		{
			...sender.senderField,
			default: '={{ $json.to }}',
			hint: 'The sender that got it: {{ $json.to }}',
		},
		messageField,
	],
	input,
});
