import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');

/** One fault put into the product or the simulator on purpose. Its test must fail. */
export interface Break {
	/** What a user would suffer, in plain words. */
	breaks: string;
	file: string;
	/** Matches the lines that go, however they are indented. */
	place: RegExp;
	/** The lines that come. */
	comes: string;
	test: string;
}

const literal = (line: string) => line.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** `sentence → test`, then the lines that go and the lines that come. */
function breakOf(file: string, [head = '', ...lines]: readonly string[]): Break {
	const [breaks = '', test = ''] = head.split(' → ');
	const marked = (mark: string) =>
		lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
	return {
		...{ breaks, file, test: `test/${test}.test.ts` },
		place: new RegExp(marked('-').map(literal).join('\\n\\s*'), 'g'),
		comes: marked('+').join('\n'),
	};
}

/** Below the path of a file, each break has its own tab, and its lines have another. */
function breaksOf([file = '', ...lines]: readonly string[]): Break[] {
	const breaks = lines.join('\n').split(/^\t(?!\t)/m);
	return breaks.slice(1).map((text) => breakOf(file, text.trim().split(/\n\t*/)));
}

/** The breaks of all text files in this folder. */
export const readBreaks = (): Break[] =>
	readdirSync(__dirname)
		.filter((name) => name.endsWith('.txt'))
		.flatMap((name) => readFileSync(path.join(__dirname, name), 'utf8').trim().split('\n\n'))
		.flatMap((block) => breaksOf(block.split('\n')));
