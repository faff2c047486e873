import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One fault put into the product or the simulator on purpose. Its test must fail. */
export interface Break {
	/** What a user would suffer, in plain words. */
	breaks: string;
	file: string;
	/** A part of a line, which the file has exactly once. */
	line: string;
	becomes: string;
	test: string;
}

/** The breaks of all text files in this folder: five lines each, in the order of the fields above. */
export const readBreaks = (): Break[] =>
	readdirSync(__dirname)
		.filter((name) => name.endsWith('.txt'))
		.flatMap((name) => readFileSync(path.join(__dirname, name), 'utf8').trim().split('\n\n'))
		.map((block) => {
			const [breaks = '', file = '', line = '', becomes = '', test = ''] = block.split('\n');
			return { breaks, file, line: line.slice(2), becomes: becomes.slice(2), test };
		});

/** The text of the file with the fault in it, if the line is there once. */
export function withFault(text: string, { line, becomes }: Break): string | undefined {
	const parts = text.split(line);
	return parts.length === 2 ? parts.join(becomes) : undefined;
}
