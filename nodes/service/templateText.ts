/** What texts in template parameters and room replies may not hold (section Endpoints: broadcast, rule 1; reply). */

/** In words for a person, or nothing where the text fits. */
export function misfitOf(text: string): string | undefined {
	if (/[\n\r]/.test(text)) return 'contains a line break';
	if (text.includes('\t')) return 'contains a tab';
	if (/ {5}/.test(text)) return 'contains more than 4 spaces in a row';
	return undefined;
}
