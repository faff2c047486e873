import { z } from 'zod';

import { CHARACTERS_PER_CREDIT, creditsForText } from '../../../service';
import { operation } from '../../engine/operation';
import { onOff } from '../inputs/fromSheet';
import { text } from '../inputs/text';
import { escapedEmoji } from './emoji';
import {
	checkSending,
	fromFields,
	pauseOf,
	reviewSending,
	sendInput,
	sendOptions,
	textRequest,
	toField,
	toWhom,
} from './sender';
import { sent } from './sent';

const input = z
	.object({ ...sendInput, message: text(), escapeEmoji: onOff.default(false) })
	.transform(toWhom)
	.superRefine(checkSending);

type Input = z.output<typeof input>;

const wordsOf = ({ message, escapeEmoji }: Input) =>
	escapeEmoji ? escapedEmoji(message) : message;

export const sendText = operation({
	value: 'sendText',
	name: 'Send Text',
	action: 'Send unofficial WhatsApp text',
	description: 'Send a text message from one of the unofficial WhatsApp senders',
	fields: [
		toField,
		{
			displayName: 'Text',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			placeholder: 'e.g. Your order is on its way',
			hint: `Costs 1 WhatsApp credit per ${CHARACTERS_PER_CREDIT} characters, rounded up`,
			description: 'The text of the message',
		},
		...fromFields,
	],
	options: [
		...sendOptions,
		{
			displayName: 'Escape Emoji',
			name: 'escapeEmoji',
			type: 'boolean',
			default: true,
			description:
				'Whether to send emoji as escape sequences, which the service turns back into emoji. Use it if emoji arrive broken.',
		},
	],
	effect: 'send',
	input,
	review: (given) => reviewSending(given, given.message),
	request: (given) => textRequest(given, wordsOf(given)),
	answer: sent.extend({ message: z.string().nullish() }),
	credits: (given) => creditsForText(wordsOf(given)),
	pause: pauseOf,
});
