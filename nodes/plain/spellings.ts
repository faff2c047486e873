/**
 * Undoes the ways in which JSON, XML, HTML, URLs and base64 spell a text, so that a secret is found however it is
 * written. Different texts may become equal, which is harmless here: then a little more than a secret is masked.
 */

const ESCAPE =
	/\\+u[0-9a-f]{4}|\\+|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);|(?:%[0-9a-f]{2})+/gi;

const NAMED: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

const fromCode = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

function decodeEscape(escape: string): string {
	if (escape.startsWith('%')) {
		return Buffer.from(escape.replaceAll('%', ''), 'hex').toString();
	}
	if (escape.startsWith('\\')) {
		return escape.endsWith('\\') ? '' : fromCode(Number.parseInt(escape.slice(-4), 16));
	}
	const name = escape.slice(1, -1).toLowerCase();
	if (name.startsWith('#x')) return fromCode(Number.parseInt(name.slice(2), 16));
	return name.startsWith('#') ? fromCode(Number(name.slice(1))) : (NAMED[name] ?? '');
}

/** A text quoted in a text quoted in a text is escaped several times. */
const LEVELS = 4;

/** '+' may be a space, and base64 has a form of its own for URLs. */
const unified = (text: string) =>
	text.replaceAll('+', ' ').replaceAll('-', ' ').replaceAll('_', '/');

/**
 * A text as it is, and with its escapes undone once, twice and so on. All count: what looks like an escape may be a sign
 * that happens to stand before a secret.
 */
export function forms(text: string): string[] {
	const decoded = [text];
	let last = text;
	while (decoded.length <= LEVELS && /[\\&%]/.test(last)) {
		const next = last.replace(ESCAPE, decodeEscape);
		if (next === last) break;
		decoded.push(next);
		last = next;
	}
	return decoded.map((one) => unified(one.toLowerCase()));
}

/** A form of a text, and for each character of it the range of the original that it comes from. */
interface Traced {
	text: string;
	starts: readonly number[];
	ends: readonly number[];
}

function decodeTraced({ text, starts, ends }: Traced): Traced {
	const parts: string[] = [];
	const from: number[] = [];
	const to: number[] = [];
	let at = 0;
	const copyUntil = (end: number) => {
		parts.push(text.slice(at, end));
		for (; at < end; at++) {
			from.push(starts[at] ?? 0);
			to.push(ends[at] ?? 0);
		}
	};
	for (const { 0: escape, index } of text.matchAll(ESCAPE)) {
		copyUntil(index);
		const decoded = decodeEscape(escape);
		parts.push(decoded);
		at = index + escape.length;
		for (let left = decoded.length; left > 0; left--) {
			from.push(starts[index] ?? 0);
			to.push(ends[at - 1] ?? 0);
		}
	}
	copyUntil(text.length);
	return { text: parts.join(''), starts: from, ends: to };
}

/** A few letters become two in lower case, which would shift all that follow. */
const lowerCase = (unit: string) => {
	const lower = unit.toLowerCase();
	return lower.length === 1 ? lower : unit;
};

/** Each of the forms of a text. */
function traced(text: string): Traced[] {
	const positions = Array.from({ length: text.length }, (_, at) => at);
	let decoded: Traced = { text, starts: positions, ends: positions.map((at) => at + 1) };
	const levels = [decoded];
	while (levels.length <= LEVELS) {
		const next = decodeTraced(decoded);
		if (next.text === decoded.text) break;
		levels.push(next);
		decoded = next;
	}
	return levels.map((one) => ({
		...one,
		text: unified(one.text.split('').map(lowerCase).join('')),
	}));
}

/** The ranges of a text in which one of these needles is spelled, in order and without overlaps. */
export function rangesOf(text: string, needles: readonly string[]): [start: number, end: number][] {
	const found: [number, number][] = [];
	for (const { text: haystack, starts, ends } of traced(text)) {
		for (const needle of needles) {
			for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + 1)) {
				found.push([starts[at] ?? 0, ends[at + needle.length - 1] ?? text.length]);
			}
		}
	}
	found.sort(([a], [b]) => a - b);
	const merged: [number, number][] = [];
	for (const [start, end] of found) {
		const last = merged.at(-1);
		if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
		else merged.push([start, end]);
	}
	return merged;
}

/** A shorter piece of base64 may be found by chance. */
const SHORTEST_PIECE = 9;

/**
 * A secret inside a longer base64 text, as in a Basic header. Base64 writes three bytes as four characters, so it
 * depends on where in a group of three the secret begins; characters that hold bits of its neighbours are left out.
 */
function base64Within(secret: string, offset: number): string {
	const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
	const first = Math.ceil((offset * 8) / 6);
	const last = Math.floor((bytes.length * 8) / 6);
	return bytes.toString('base64').slice(first, last);
}

/** What to look for in the forms of a text to find this secret, plain or in base64. */
export function needlesFor(secret: string): string[] {
	const cases = new Set([secret, secret.toLowerCase(), secret.toUpperCase()]);
	const base64 = [...cases].flatMap((one) => [
		Buffer.from(one).toString('base64'),
		Buffer.from(one).toString('base64url'),
		...[0, 1, 2]
			.map((offset) => base64Within(one, offset))
			.filter((piece) => piece.length >= SHORTEST_PIECE),
	]);
	const needles = [secret, ...base64].flatMap(forms).filter((needle) => needle !== '');
	return [...new Set(needles)];
}
