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

/** For the text and the attributes of a page. */
export const escapedHtml = (text: string): string =>
	text.replace(/[&<>"'`]/g, (sign) => SIGNS[sign] ?? sign);

/** A field that was left blank counts as absent. */
export const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '';

/** What went wrong, in words for a log. */
export const reasonOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

/** n8n asks for the entries of a collection in alphabetical order. */
export const byLabel = (a: { displayName: string }, b: { displayName: string }): number =>
	a.displayName.localeCompare(b.displayName);
