import { z } from 'zod';

import { noted, uri } from './kinds';

/** The plus is a way to write the international form, and no part of the number. */
export const withoutPlus = (number: string): string => number.replace(/^\+/, '');

export const isInternational = (number: string): boolean => /^[1-9]\d{6,14}$/.test(number);

export const internationalNumber = noted(
	z
		.string()
		.transform(withoutPlus)
		.refine(isInternational, 'must be an international number')
		.describe('a number in international form'),
	{ pattern: '^\\+?[1-9]\\d{6,14}$', examples: ['6281234567890'], decided: ['numbers'] },
);

/** Line feed, vertical tab, form feed, carriage return, NEL, and Unicode's line and paragraph separators. */
const NEW_LINES = ['\n', '\v', '\f', '\r', '\r\n', '\u0085', '\u2028', '\u2029'];

const MOST_SPACES = 4;

const FORBIDDEN = [...NEW_LINES, '\t', ' '.repeat(MOST_SPACES + 1)];

const templateWords = `a string without new-line and tab characters, with at most ${MOST_SPACES} spaces in a row`;

/** "Text values in parameters cannot contain new-line or tab characters or more than 4 consecutive spaces." */
export const templateText = noted(
	z
		.string()
		.refine((text) => !FORBIDDEN.some((part) => text.includes(part)), `must be ${templateWords}`)
		.describe(templateWords),
	{
		pattern: `^(?![^]* {${MOST_SPACES + 1}})[^\\n\\v\\f\\r\\t\\u0085\\u2028\\u2029]*$`,
		decided: ['new-lines'],
	},
);

export const templateUri = uri.and(templateText).describe(uri.description ?? '');

/** The index of a placeholder, which the template wraps in double braces. */
export const placeholder = z
	.union([z.string().min(1), z.number().int()])
	.transform(String)
	.describe('the index of a placeholder');

/**
 * The alphabet of an SMS that is not sent as unicode: GSM 03.38, with its extension. The documentation only says that
 * `unicode` is true for a unicode message; that anything else arrives garbled without it is how SMS works.
 */
const ALPHABET = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
		'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà' +
		'\f^{}\\[~]|€',
);

/** The text as a phone shows it: a question mark for each character that the alphabet lacks. */
export const garbled = (text: string): string =>
	text.replace(/./gsu, (character) => (ALPHABET.has(character) ? character : '?'));
