/** A JavaScript string counts an emoji as two characters, but users count one. */
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

export const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '';

export const reasonOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const byLabel = (a: { displayName: string }, b: { displayName: string }): number =>
	a.displayName.localeCompare(b.displayName);

/** Understands words such as 'yes', and 1 or 0. Any other value is returned unchanged. */
export function booleanOf(value: unknown): unknown {
	if (typeof value !== 'string' && typeof value !== 'number') return value;
	const word = String(value).trim().toLowerCase();
	if (/^(?:true|yes|y|1)$/.test(word)) return true;
	return /^(?:false|no|n|0)$/.test(word) ? false : value;
}

export const numberOf = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)
		? Number(value)
		: value;
