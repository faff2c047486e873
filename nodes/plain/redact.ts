import { forms, needlesFor, rangesOf } from './spellings';

/** Removes secrets from what others wrote (answers, system errors) before people or logs see it. */

const MASK = '********';

/** Shorter secrets occur inside ordinary words. */
const SHORTEST_IN_TEXT = 3;
const SHORTEST_IN_DATA = 8;

export interface Redact {
	/** For errors and logs: masks every spelling of a secret. */
	text(text: string): string;
	/** For outputs: masks secrets in every string, key and number. */
	data(value: unknown): unknown;
}

const isSpelled = (needle: string, spelled: readonly string[]) =>
	spelled.some((form) => form.includes(needle));

function mask(text: string, needles: readonly string[]): string {
	const spelled = forms(text);
	const present = needles.filter((needle) => isSpelled(needle, spelled));
	if (present.length === 0) return text;
	const ranges = rangesOf(text, present);
	// It is there, but not where it can be cut out.
	if (ranges.length === 0) return MASK;
	let copied = 0;
	const parts = ranges.flatMap(([start, end]) => {
		const before = text.slice(copied, start);
		copied = end;
		return [before, MASK];
	});
	return [...parts, text.slice(copied)].join('');
}

export function redactor(secrets: readonly string[]): Redact {
	const known = secrets.filter((secret) => secret.length >= SHORTEST_IN_TEXT);
	const anywhere = known.flatMap(needlesFor);
	const inData = known.filter((secret) => secret.length >= SHORTEST_IN_DATA).flatMap(needlesFor);
	const wholeValues = new Set(anywhere);

	const maskValue = (text: string) =>
		forms(text).some((form) => wholeValues.has(form)) ? MASK : mask(text, inData);

	const walk = (value: unknown): unknown => {
		if (typeof value === 'string') return maskValue(value);
		if (typeof value === 'number') return wholeValues.has(String(value)) ? MASK : value;
		if (Array.isArray(value)) return value.map(walk);
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([key, inner]) => [maskValue(key), walk(inner)]),
			);
		}
		return value;
	};

	return {
		text: (text) => mask(text, anywhere),
		data: (value) => {
			if (anywhere.length === 0) return value;
			// Nearly every answer is free of secrets: one search through the whole of it is enough to know.
			const whole = forms(JSON.stringify(value ?? null));
			return anywhere.some((needle) => isSpelled(needle, whole)) ? walk(value) : value;
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
