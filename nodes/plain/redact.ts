/** Removes secrets from what others wrote (answers, system errors) before people or logs see it. */

const MASK = '********';

/** Shorter secrets occur inside ordinary words. */
const SHORTEST_IN_TEXT = 3;
const SHORTEST_IN_DATA = 8;

const XML_NAMES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&apos;',
};

function spellings(secret: string): string[] {
	return [
		secret,
		JSON.stringify(secret).slice(1, -1),
		encodeURIComponent(secret),
		encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
		secret.replace(/[&<>"']/g, (character) => XML_NAMES[character] ?? character),
		secret.replace(/[&<>]/g, (character) => XML_NAMES[character] ?? character),
		// As in a Basic header and a form body.
		Buffer.from(secret).toString('base64'),
		new URLSearchParams({ s: secret }).toString().slice(2),
	];
}

export interface Redact {
	/** For errors and logs: masks every spelling of a secret. */
	text(text: string): string;
	/** For outputs: masks secrets in every string and key. */
	data(value: unknown): unknown;
}

export function redactor(secrets: readonly string[]): Redact {
	const inText = [
		...new Set(secrets.filter((s) => s.length >= SHORTEST_IN_TEXT).flatMap(spellings)),
	]
		// Longest first: replacing a short spelling inside a longer one would leave the rest of it.
		.sort((a, b) => b.length - a.length);
	const inData = secrets.filter((s) => s.length >= SHORTEST_IN_DATA);
	const wholeValues = new Set(secrets.filter((s) => s.length >= SHORTEST_IN_TEXT));
	const mask = (text: string, needles: readonly string[]) =>
		needles.reduce((masked, needle) => masked.split(needle).join(MASK), text);

	const walk = (value: unknown): unknown => {
		if (typeof value === 'string') return wholeValues.has(value) ? MASK : mask(value, inData);
		if (Array.isArray(value)) return value.map(walk);
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([key, inner]) => [mask(key, inData), walk(inner)]),
			);
		}
		return value;
	};

	return {
		text: (text) => mask(text, inText),
		data: (value) => {
			if (wholeValues.size === 0) return value;
			const whole = JSON.stringify(value ?? null);
			const found = [...wholeValues].some((s) => whole.includes(JSON.stringify(s).slice(1, -1)));
			return found ? walk(value) : value;
		},
	};
}

const SHOWN = 300;

/** Shortened so that it fits an error message. */
export function excerpt(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line === '') return '(an empty answer)';
	return line.length > SHOWN ? `${line.slice(0, SHOWN)}… (${text.length} characters in all)` : line;
}
