import { createHash, timingSafeEqual } from 'node:crypto';
import { EntityDecoder } from '@nodable/entities';

import { isPlainRecord } from './json';

const MASK = '********';

/** A shorter secret would also be found inside ordinary words. */
const SHORTEST_IN_TEXT = 3;
/** A shorter secret may be a part of a number or a word by chance, and data must come out as the service sent it. */
const SHORTEST_IN_DATA = 16;
/** A shorter piece of base64 would be found by chance. */
const SHORTEST_PIECE = 9;

const entities = new EntityDecoder();

/**
 * JSON, XML, HTML and URLs have escapes. Backslashes are dropped, because their number depends on how often the text was
 * quoted. For the same reason, a percent sign may have been escaped several times.
 */
const decoded = (text: string): string =>
	entities
		.decode(
			text
				.replace(/\\+(?:u([\da-f]{4}))?/gi, (_, code?: string) =>
					code === undefined ? '' : String.fromCharCode(parseInt(code, 16)),
				)
				// HTML takes these names in capitals too.
				.replace(/&(?:AMP|LT|GT|QUOT|APOS);/gi, (name) => name.toLowerCase()),
		)
		.replace(/(?:%(?:25)*[\da-f]{2})+/gi, (escape) =>
			Buffer.from(escape.replace(/%(?:25)*([\da-f]{2})/gi, '$1'), 'hex').toString(),
		);

/**
 * A longer base64 text, such as a Basic header, may contain the secret. Base64 encodes three bytes at a time, so the
 * text depends on the offset. Characters that share bits with their neighbors are left out.
 */
function base64Within(secret: string, offset: number): string {
	const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
	const first = Math.ceil((offset * 8) / 6);
	return bytes.toString('base64').slice(first, Math.floor((bytes.length * 8) / 6));
}

/** In a URL, a plus may mean a space, and base64 may use other characters. */
const sourceOf = (form: string) =>
	form
		.replace(/[\\^$.*?()[\]{}|]/g, '\\$&')
		.replace(/[ +-]/g, '[ +-]')
		.replace(/[/_]/g, '[/_]');

/** The longest form comes first, so that no part of a secret is left. */
function anyForm(secret: string): RegExp {
	const pieces = [0, 1, 2].map((offset) => base64Within(secret, offset));
	const forms = [
		...[secret, decoded(decoded(secret)), Buffer.from(secret).toString('base64url')],
		...pieces.filter(({ length }) => length >= SHORTEST_PIECE),
	].filter(({ length }) => length >= SHORTEST_IN_TEXT);
	const sources = forms.sort((a, b) => b.length - a.length).map(sourceOf);
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

function withTexts(value: unknown, change: (text: string) => string): unknown {
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
