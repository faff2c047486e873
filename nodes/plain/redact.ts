const MASK = '********';

/** A shorter secret would also be found inside ordinary words. */
const SHORTEST_IN_TEXT = 3;
/** A shorter secret is found inside numbers by chance, so in data it must be a whole word. */
const SHORTEST_IN_DATA = 6;

const ESCAPE =
	/\\+u[0-9a-f]{4}|\\+|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);|(?:%[0-9a-f]{2})+/gi;

const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** Backslashes are dropped, because their number depends on how often the text was quoted. */
function decodeEscape(escape: string): string {
	if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString();
	if (escape.endsWith('\\')) return '';
	const name = escape.startsWith('\\')
		? `#x${escape.slice(-4)}`
		: escape.slice(1, -1).toLowerCase();
	if (!name.startsWith('#')) return NAMED.get(name) ?? '';
	const code = Number(name.slice(1).replace('x', '0x'));
	return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const LEVELS = 4;

/** Returns the text with its escapes undone once, twice and so on. JSON, XML, HTML and URLs have escapes. */
function decoded(text: string): string[] {
	const levels: string[] = [];
	for (let last = text; levels.length < LEVELS;) {
		const next = last.replace(ESCAPE, decodeEscape);
		if (next === last) break;
		levels.push(next);
		last = next;
	}
	return levels;
}

/** A shorter piece of base64 would be found by chance. */
const SHORTEST_PIECE = 9;

/**
 * A longer base64 text, such as a Basic header, may contain the secret. Base64 encodes three bytes at a time, so the
 * text depends on the offset. Characters that share bits with their neighbors are left out.
 */
function base64Within(secret: string, offset: number): string {
	const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
	const first = Math.ceil((offset * 8) / 6);
	return bytes.toString('base64').slice(first, Math.floor((bytes.length * 8) / 6));
}

function needlesFor(secret: string): string[] {
	const cases = new Set([secret, secret.toLowerCase(), secret.toUpperCase()]);
	const base64 = [...cases].flatMap((one) => [
		Buffer.from(one).toString('base64'),
		Buffer.from(one).toString('base64url'),
		...[0, 1, 2].map((at) => base64Within(one, at)).filter((part) => part.length >= SHORTEST_PIECE),
	]);
	return [secret, ...base64].flatMap((one) => [one, ...decoded(one)]).filter((one) => one !== '');
}

/** In a URL, a plus may mean a space, and base64 may use other characters. */
const SIGNS = [' +-', '/_'];

const sourceOf = (needle: string) =>
	Array.from(needle, (sign) => {
		const alike = SIGNS.find((signs) => signs.includes(sign)) ?? sign;
		return alike.length > 1 ? `[${alike}]` : alike.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
	}).join('');

/** The longest comes first, so that no part of a secret is left. */
function anyOf(secrets: readonly string[]): string {
	const needles = [...new Set(secrets.flatMap(needlesFor))].sort((a, b) => b.length - a.length);
	return needles.length === 0 ? '(?!)' : needles.map(sourceOf).join('|');
}

/** If an escaped secret cannot be cut out, the whole text is masked. */
function masked(text: string, secret: RegExp): string {
	const cut = text.replace(secret, MASK);
	return decoded(cut).some((one) => one.search(secret) >= 0) ? MASK : cut;
}

const SHOWN = 300;
/** Escapes make a secret longer, but it ends within this many characters. */
const READ_BEYOND = 4_000;

/** Removes secrets from text that others wrote, before users or logs see it. */
export interface Redact {
	excerpt(text: string): string;
	text(text: string): string;
	data(value: unknown): unknown;
}

export function redactor(secrets: readonly string[]): Redact {
	const known = secrets.filter(({ length }) => length >= SHORTEST_IN_TEXT);
	const long = anyOf(known.filter(({ length }) => length >= SHORTEST_IN_DATA));
	const short = anyOf(known.filter(({ length }) => length < SHORTEST_IN_DATA));
	const anywhere = new RegExp(`${long}|${short}`, 'gi');
	const inData = new RegExp(`${long}|(?<![a-z0-9])(?:${short})(?![a-z0-9])`, 'gi');

	const walk = (value: unknown): unknown => {
		if (typeof value === 'string') return masked(value, inData);
		if (typeof value === 'number') return String(value).search(inData) >= 0 ? MASK : value;
		if (Array.isArray(value)) return value.map(walk);
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value);
		return Object.fromEntries(entries.map(([key, inner]) => [masked(key, inData), walk(inner)]));
	};

	return {
		excerpt: (text) => {
			const read = text.trimStart().slice(0, SHOWN + READ_BEYOND);
			if (read === '') return '(an empty answer)';
			if (masked(read, anywhere) === MASK) return MASK;
			// A secret that begins before the end of the excerpt is masked completely.
			let end = SHOWN;
			for (const { 0: found, index } of read.matchAll(anywhere)) {
				if (index < SHOWN) end = Math.max(end, index + found.length);
			}
			const line = masked(read.slice(0, end), anywhere).replace(/\s+/g, ' ').trim();
			return text.trim().length > end ? `${line}… (${text.length} characters in all)` : line;
		},
		text: (text) => masked(text, anywhere),
		data: (value) => {
			// Nearly every response is free of secrets. One search shows that, and the walk is not needed.
			const whole = JSON.stringify(value ?? null);
			const isFree = [whole, ...decoded(whole)].every((one) => one.search(anywhere) < 0);
			return isFree ? value : walk(value);
		},
	};
}
