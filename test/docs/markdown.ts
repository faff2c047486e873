/** Pieces of a Markdown page. Pure. */

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
	[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

export const list = (points: readonly string[]) => points.map((point) => `- ${point}`).join('\n');

export const page = (...parts: readonly string[]) => `${parts.join('\n\n')}\n`;

/** A page before, between and after the two comments of this name. */
export function partsAt(text: string, name: string) {
	const begin = `<!-- ${name}: begin -->`;
	const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(`<!-- ${name}: end -->`)];
	return [text.slice(0, from), text.slice(from, to), text.slice(to)] as const;
}

export function withPart(text: string, name: string, part: string): string {
	const [before, , after] = partsAt(text, name);
	return `${before}\n\n${part}\n\n${after}`;
}

/** '7', or '5 to 9' if they differ. */
export function range(values: readonly number[]): string {
	if (values.length === 0) return '';
	const [least, most] = [Math.min(...values), Math.max(...values)];
	return least === most ? String(least) : `${least} to ${most}`;
}
