/** HTML in which everything that was not written here is escaped. */

export class Html {
	constructor(readonly text: string) {}
}

const ESCAPES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'`': '&#96;',
};

const escaped = (text: string) => text.replace(/[&<>"'`]/g, (found) => ESCAPES[found] ?? found);

type Part = string | number | boolean | undefined | Html | readonly Html[];

function partOf(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(({ text }) => text).join('');
	return escaped(String(part));
}

export const markup = (fixed: TemplateStringsArray, ...parts: Part[]): Html =>
	new Html(fixed.map((text, at) => text + partOf(parts[at])).join(''));
