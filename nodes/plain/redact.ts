import { createHash, timingSafeEqual } from 'node:crypto';
import { EntityDecoder } from '@nodable/entities';

import { isPlainRecord } from './json';

const MASK = '********';

/** A shorter secret would also be found inside ordinary words. */
const SHORTEST_IN_TEXT = 3;
/** A shorter secret may be a part of a number or a word by chance, and data must come out as the service sent it. */
const SHORTEST_IN_DATA = 16;

const entities = new EntityDecoder();

/** Escapes of JSON, XML, HTML and URLs, however often they were escaped again. In a form, a plus means a space. */
const decoded = (text: string): string =>
	entities
		.decode(
			text.replace(/\\+(?:u([\da-f]{4}))?/gi, (_, code?: string) =>
				code === undefined ? '' : String.fromCharCode(parseInt(code, 16)),
			),
		)
		.replace(/(?:%(?:25)*[\da-f]{2})+/gi, (escape) =>
			Buffer.from(escape.replace(/%(?:25)*([\da-f]{2})/gi, '$1'), 'hex').toString(),
		)
		.replaceAll('+', ' ');

/** The longest form comes first, so that no part of a secret is left. */
function anyForm(secret: string): RegExp {
	const bytes = Buffer.from(secret);
	const forms = [
		...[secret, decoded(decoded(secret)), JSON.stringify(secret).slice(1, -1)],
		...[encodeURIComponent(bytes.toString()), bytes.toString('base64url')],
		bytes.toString('base64').replace(/=+$/, ''),
	].filter(({ length }) => length >= SHORTEST_IN_TEXT);
	const sources = forms
		.sort((a, b) => b.length - a.length)
		.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(sources.length === 0 ? '(?!)' : sources.join('|'), 'gi');
}

/** If an escaped secret cannot be cut out, the whole text is masked. */
function masked(text: string, secret: RegExp): string {
	const cut = text.replace(secret, MASK);
	const plain = decoded(decoded(cut));
	// Text that was escaped in more ways one after the other is not read further.
	return plain.search(secret) >= 0 || decoded(plain) !== plain ? MASK : cut;
}

/** Whoever knows the token of a callback URL can start the workflow. */
const withoutUrlSecrets = (text: string): string =>
	text
		.replace(/(token(?:=|%3d|\\u003d))[^&#\s"<>]+/gi, `$1${MASK}`)
		.replace(/(:(?:\\?\/){2})[^/\\\s"<>?#]+@/g, `$1${MASK}@`);

const SHOWN = 300;

export type Redact = ReturnType<typeof redactor>;

/** Changes each text in a value, and the names in it. */
export function withTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') return change(value);
	if (Array.isArray(value)) return value.map((one) => withTexts(one, change));
	if (!isPlainRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [change(key), withTexts(inner, change)]),
	);
}

/** Removes a secret from what others wrote, before users or logs see it. */
export function redactor(secret: string) {
	const anywhere = anyForm(secret);
	const isLong = secret.length >= SHORTEST_IN_DATA;
	return {
		excerpt: (text: string): string => {
			const line = withoutUrlSecrets(masked(text.trim(), anywhere));
			if (line === '') return '(an empty answer)';
			const shown = line.slice(0, SHOWN).replace(/\s+/g, ' ').trim();
			return line.length > SHOWN ? `${shown}… (${text.length} characters in all)` : shown;
		},
		/** Fields of a refusal, whose form is not documented. */
		fields: (value: unknown) => withTexts(value, (text) => masked(text, anywhere)),
		/** Replaces only a text that contains the whole secret. */
		data: (value: unknown) =>
			isLong ? withTexts(value, (text) => (text.includes(secret) ? MASK : text)) : value,
	};
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Comparing digests takes the same time, even if a part of the guess is right. */
export const isSameSecret = (given: string, expected: string): boolean =>
	timingSafeEqual(digest(given), digest(expected));
