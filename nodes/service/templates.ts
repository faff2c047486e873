/** Section States and transitions. The service does not document how it spells the states. */
export const TEMPLATE_STATUS = {
	rejected: { name: 'Rejected', spelling: /reject/i, meaning: 'Cannot be sent' },
	// 'suspended' contains 'pend' too.
	pending: { name: 'Pending', spelling: /pending|(?<![a-z])pend/i, meaning: 'Not approved yet' },
	approved: { name: 'Approved', spelling: /^[^a-z]*approved?(?![a-z])/i, meaning: 'Can be sent' },
} as const;

export type TemplateStatus = keyof typeof TEMPLATE_STATUS;

/** The first spelling that fits counts, so 'Approval rejected' is rejected. */
export const isTemplateStatus = (status: string, wanted: TemplateStatus): boolean =>
	Object.entries(TEMPLATE_STATUS).find(([, { spelling }]) => spelling.test(status))?.[0] === wanted;

/** Vertical tab, form feed, next line and Unicode's separators start a new line too. */
const NEW_LINE = /[\n\r\v\f\u0085\u2028\u2029]/;

/** The rules for templates and rooms (section Endpoints: broadcast, rule 1; reply). */
export function misfitOf(text: string): string | undefined {
	if (NEW_LINE.test(text)) return 'contains a line break';
	if (text.includes('\t')) return 'contains a tab';
	if (/ {5}/.test(text)) return 'contains more than 4 spaces in a row';
	return undefined;
}

export const fittedText = (text: string): string =>
	text.replace(/[\n\r\v\f\u0085\u2028\u2029\t]+/g, ' ').replace(/ {5,}/g, ' ');
