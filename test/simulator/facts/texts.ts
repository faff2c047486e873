import { z } from 'zod/v4';

import { marks, matching, uri } from './kinds';

/** The plus is a way to write the international form, and no part of the number. */
export const withoutPlus = (number: string): string => number.replace(/^\+/, '');

export const isInternational = (number: string): boolean => /^[1-9]\d{6,14}$/.test(number);

export const internationalNumber = matching(
	'a number in international form',
	'628000000001',
	/^\+?[1-9]\d{6,14}$/,
)
	.meta(marks('numbers'))
	.transform(withoutPlus);

/** "Text values in parameters cannot contain new-line or tab characters or more than 4 consecutive spaces." */
const templateWords =
	'a string without new-line and tab characters, with at most 4 spaces in a row';

/** New-lines are also vertical tab, form feed, NEL, and Unicode's line and paragraph separators. */
export const templateText = z
	.string()
	.regex(/^(?: {0,4}[^ \n\v\f\r\t\u0085\u2028\u2029])* {0,4}$/, `must be ${templateWords}`)
	.meta({
		description: templateWords,
		// Without what the simulator decided.
		pattern: '^(?: {0,4}[^ \\n\\r\\t])* {0,4}$',
		...marks('new-lines'),
	});

export const templateUri = uri.and(templateText).describe(uri.description ?? '');

/** The index of a placeholder, which the template wraps in double braces. */
export const placeholder = z
	.union([z.string().min(1), z.number().int()])
	.transform(String)
	.describe('the index of a placeholder: 1 for {{1}}');

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
