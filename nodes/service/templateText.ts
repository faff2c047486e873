/** What texts in template parameters and room replies may not hold (section Endpoints: broadcast, rule 1; reply). */

/** Vertical tab, form feed, next line, and the separators of lines and paragraphs begin a new line too. */
const NEW_LINE = /[\n\r\v\f\u0085\u2028\u2029]/;

/** In words for a person; undefined if the text fits. */
export function misfitOf(text: string): string | undefined {
	if (NEW_LINE.test(text)) return 'contains a line break';
	if (text.includes('\t')) return 'contains a tab';
	if (/ {5}/.test(text)) return 'contains more than 4 spaces in a row';
	return undefined;
}

/** New lines, tabs and runs of spaces become one space. */
export const fittedText = (text: string): string =>
	text.replace(/[\n\r\v\f\u0085\u2028\u2029\t]+/g, ' ').replace(/ {5,}/g, ' ');
