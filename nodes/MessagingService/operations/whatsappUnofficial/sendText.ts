import { z } from 'zod';

import { field, spare } from '../../../plain';
import { CHARACTERS_PER_CREDIT, creditsForText } from '../../../service';
import { operation } from '../../engine/operation';
import * as inputs from '../inputs';
import * as sender from './sender';

/** Emoji as Unicode recommends them, which only the flag v can find, and what is often written without its mark U+FE0F. */
const EMOJI = new RegExp(
	String.raw`\p{RGI_Emoji}|[\u2600-\u27bf\u{1f000}-\u{1faff}\u{e0020}-\u{e007f}](?!\ufe0e)`,
	'gv',
);

const escaped = (sign: string) =>
	`\\U${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`;

/** The service reads each code point of an emoji as \U and eight hexadecimal digits. */
export const escapedEmoji = (text: string): string =>
	text.replace(EMOJI, (emoji) => Array.from(emoji, escaped).join(''));

export const textInput = {
	...sender.sendInput,
	...sender.messageInput,
	message: inputs.text(),
	escapeEmoji: inputs.onOff.default(false),
};

const input = z.object(textInput).transform(sender.addressed);

type Input = z.output<typeof input>;

const wordsOf = ({ message, escapeEmoji }: Input) =>
	escapeEmoji ? escapedEmoji(message) : message;

export const messageField = inputs.messageField('e.g. Your order is on its way', {
	hint: `Costs 1 WhatsApp credit per ${CHARACTERS_PER_CREDIT} characters, rounded up`,
});

/** A text, whoever sends it to whom. */
export const texting = {
	options: [
		...sender.messageOptions,
		field.toggle('Send Emoji as Codes', 'escapeEmoji', true, {
			description: 'Whether to send emoji as codes. Use it if they arrive broken.',
		}),
	],
	effect: 'send' as const,
	request: (given: Input) => sender.textRequest(given, wordsOf(given)),
	answer: sender.sent.extend({ message: spare(z.string()) }),
	credits: (given: Input) => creditsForText(wordsOf(given)),
	pause: sender.pauseOf,
	lookup: sender.lookup,
};

export const sendText = operation({
	...texting,
	value: 'sendText',
	name: 'Send Text',
	action: 'Send WhatsApp text (Unofficial)',
	description: 'Send a text to any number or group from an unofficial WhatsApp sender',
	fields: [sender.recipientField, messageField, ...sender.fromFields],
	input,
});
