import { z } from 'zod';

import { CHARACTERS_PER_CREDIT, creditsForText } from '../../../service';
import { operation } from '../../engine/operation';
import { onOff, switchField, text, wordsField } from '../inputs';
import {
	addressed,
	fromFields,
	pauseOf,
	reviewSending,
	sendInput,
	sendOptions,
	sent,
	textRequest,
	toField,
} from './sender';

/** Characters that texts use as letters. Only followed by U+FE0F are they emoji. */
const LETTERLIKE = '[©®™]';
const VARIANTS = String.raw`\ufe0f|\u20e3|[\u{e0020}-\u{e007f}]`;

/** A character followed by U+FE0E is shown as text, so it is no emoji. */
const SIGN = String.raw`(?:(?!${LETTERLIKE})\p{Extended_Pictographic}(?!\ufe0e)|${LETTERLIKE}\ufe0f|\p{Regional_Indicator}|\p{Emoji_Modifier})`;

/** A whole emoji: with skin tones, joiners, variation selectors, the tags of a flag, the frame of a keycap. */
const EMOJI = new RegExp(
	String.raw`[0-9#*]\ufe0f?\u20e3|${SIGN}(?:${VARIANTS}|\u200d${LETTERLIKE}?|${SIGN})*`,
	'gu',
);

const escaped = (sign: string) =>
	`\\U${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`;

/** The service's other form for emoji: for each code point a backslash, a capital U and eight hexadecimal digits. */
export const escapedEmoji = (text: string): string =>
	text.replace(EMOJI, (emoji) => Array.from(emoji, escaped).join(''));

const input = z
	.object({ ...sendInput, message: text(), escapeEmoji: onOff.default(false) })
	.transform(addressed);

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
		wordsField('message', 'e.g. Your order is on its way', {
			hint: `Costs 1 WhatsApp credit per ${CHARACTERS_PER_CREDIT} characters, rounded up`,
		}),
		...fromFields,
	],
	options: [
		...sendOptions,
		switchField(
			'Escape Emoji',
			'escapeEmoji',
			true,
			'Whether to send emoji as escape sequences, which the service turns back into emoji. Use it if emoji arrive broken.',
		),
	],
	effect: 'send',
	input,
	review: (given) => reviewSending(given, given.message),
	request: (given) => textRequest(given, wordsOf(given)),
	answer: sent.extend({ message: z.string().nullish() }),
	credits: (given) => creditsForText(wordsOf(given)),
	pause: pauseOf,
});
