/** Counts code points: an emoji is one, although it takes two UTF-16 units in a JavaScript string. */
export const charactersIn = (text: string): number => Array.from(text).length;

const SIGNS: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'`': '&#96;',
};

export const escapedHtml = (text: string): string =>
	text.replace(/[&<>"'`]/g, (sign) => SIGNS[sign] ?? sign);

/** A field that was left blank counts as absent. */
export const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '';

export const reasonOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** n8n asks for the entries of a collection in alphabetical order. */
export const byLabel = (a: { displayName: string }, b: { displayName: string }): number =>
	a.displayName.localeCompare(b.displayName);

/** true or false for a word or digit of a sheet, a form or an agent that means it; else the value as it is. */
export function booleanOf(value: unknown): unknown {
	if (typeof value !== 'string' && typeof value !== 'number') return value;
	const word = String(value).trim().toLowerCase();
	if (/^(?:true|yes|y|1)$/.test(word)) return true;
	return /^(?:false|no|n|0)$/.test(word) ? false : value;
}

/** A number for a text such as '5'; else the value as it is. */
export const numberOf = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)
		? Number(value)
		: value;
