/** HTML in which everything that was not written here is escaped. */

import { escapedHtml } from '../../../plain';

export class Html {
	constructor(readonly text: string) {}
}

type Part = string | number | boolean | undefined | Html | readonly Html[];

function partOf(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(({ text }) => text).join('');
	return escapedHtml(String(part));
}

export const markup = (fixed: TemplateStringsArray, ...parts: Part[]): Html =>
	new Html(fixed.map((text, at) => text + partOf(parts[at])).join(''));
