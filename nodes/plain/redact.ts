import { createHash, timingSafeEqual } from 'node:crypto';
import { EntityDecoder } from '@nodable/entities';

import { isPlainRecord } from './json';

const MASK = '********';

/** A shorter secret would also be found inside ordinary words. */
const SHORTEST_IN_TEXT = 3;
/** A shorter secret may be a part of a number or a word by chance, and data must come out as the service sent it. */
const SHORTEST_IN_DATA = 16;

const entities = new EntityDecoder();

/** Undoes escapes of JSON, XML and URLs. A backslash or a percent sign may have been escaped several times. */
const decoded = (text: string): string =>
	entities
		.decode(
			text.replace(/\\+(?:u([\da-f]{4}))?/gi, (_, code?: string) =>
				code === undefined ? '' : String.fromCharCode(parseInt(code, 16)),
			),
		)
		.replace(/(?:%(?:25)*[\da-f]{2})+/gi, (escape) =>
			Buffer.from(escape.replace(/%(?:25)*([\da-f]{2})/gi, '$1'), 'hex').toString(),
		);

/** A longer base64 text, such as a Basic header, may contain the secret. In a path, signs of base64 stand before it. */
const opened = (text: string): string =>
	text.replace(/[\w+/-]{12,}/g, (run) =>
		[run, ...[0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), 'base64').toString())].join(' '),
	);

/** Forms write a space as a plus, and some systems write in capitals. */
const alike = (text: string): string => text.replaceAll('+', ' ').toLowerCase();

/** Cuts out a secret as it is, in base64, and as JSON and URLs escape it. If it is there in another form, all is masked. */
function maskOf(secret: string): (text: string) => string {
	if (secret.length < SHORTEST_IN_TEXT) return (text) => text;
	const bytes = Buffer.from(secret);
	const forms = [
		secret,
		JSON.stringify(secret).slice(1, -1),
		encodeURIComponent(secret),
		new URLSearchParams({ secret }).toString().slice('secret='.length),
		bytes.toString('base64'),
		bytes.toString('base64url'),
	];
	// The longest form comes first, so that no part of a secret is left.
	const sources = forms
		.sort((a, b) => b.length - a.length)
		.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	const known = new RegExp(sources.join('|'), 'gi');
	const wanted = alike(decoded(decoded(secret)));
	return (text) => {
		const cut = text.replace(known, MASK);
		const plain = decoded(decoded(cut));
		// Text that was escaped in more ways one after the other is not read further.
		const isThere = alike(decoded(decoded(opened(plain)))).includes(wanted);
		return isThere || decoded(plain) !== plain ? MASK : cut;
	};
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
	const masked = maskOf(secret);
	const isLong = secret.length >= SHORTEST_IN_DATA;
	return {
		excerpt: (text: string): string => {
			const line = withoutUrlSecrets(masked(text.trim()));
			if (line === '') return '(an empty answer)';
			const shown = line.slice(0, SHOWN).replace(/\s+/g, ' ').trim();
			return line.length > SHOWN ? `${shown}… (${text.length} characters in all)` : shown;
		},
		/** Fields of a refusal, whose form is not documented. */
		fields: (value: unknown) => withTexts(value, masked),
		/** Replaces only a text that contains the whole secret. */
		data: (value: unknown) =>
			isLong ? withTexts(value, (text) => (text.includes(secret) ? MASK : text)) : value,
	};
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Comparing digests takes the same time, even if a part of the guess is right. */
export const isSameSecret = (given: string, expected: string): boolean =>
	timingSafeEqual(digest(given), digest(expected));
