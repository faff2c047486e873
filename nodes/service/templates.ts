/** Section States and transitions lists these states. The service does not document how it spells them. */
export const TEMPLATE_STATUS = {
	rejected: { name: 'Rejected', spelling: /reject/i, meaning: 'Cannot be sent' },
	// The lookbehind excludes 'suspended', which contains 'pend' too.
	pending: { name: 'Pending', spelling: /pending|(?<![a-z])pend/i, meaning: 'Not approved yet' },
	approved: { name: 'Approved', spelling: /^[^a-z]*approved?(?![a-z])/i, meaning: 'Can be sent' },
} as const;

export type TemplateStatus = keyof typeof TEMPLATE_STATUS;

/** The first spelling that fits decides, so 'Approval rejected' is rejected. */
export const isTemplateStatus = (status: string, wanted: TemplateStatus): boolean =>
	Object.entries(TEMPLATE_STATUS).find(([, { spelling }]) => spelling.test(status))?.[0] === wanted;

/** These characters all start a new line: also vertical tab, form feed, next line and Unicode's separators. */
const NEW_LINE = /[\n\r\v\f\u0085\u2028\u2029]/;

/** Templates and rooms have these rules (section Endpoints, broadcast, rule 1, and reply). */
export function misfitOf(text: string): string | undefined {
	if (NEW_LINE.test(text)) return 'contains a line break';
	if (text.includes('\t')) return 'contains a tab';
	if (/ {5}/.test(text)) return 'contains more than 4 spaces in a row';
	return undefined;
}

export const fittedText = (text: string): string =>
	text.replace(/[\n\r\v\f\u0085\u2028\u2029\t]+/g, ' ').replace(/ {5,}/g, ' ');
