import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { table } from '../docs/markdown';
import { factTables, type Rows } from '../docs/tables';
import { ROOT } from '../n8n/paths';

const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

const filesIn = (folder: string, ending: string, recursive = true) =>
	readdirSync(path.join(ROOT, folder), { recursive, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => path.join(folder, file));

const DOCS = filesIn('docs', '.md');
const PAGES = [...filesIn('.', '.md', false), ...DOCS, 'examples/README.md'];

describe('Documents', () => {
	it('README has at most 1,200 words, and each page at most 8 kB', () => {
		expect(read('README.md').trim().split(/\s+/).length).toBeLessThanOrEqual(1200);
		expect(DOCS.filter((page) => Buffer.byteLength(read(page)) > 8192)).toEqual([]);
	});

	const anchorsOf = (text: string) =>
		[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
			const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
			return words.replace(/\s/g, '-');
		});

	const placesIn = (text: string) =>
		[...text.matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)]
			.map(([, link, picture]) => link ?? picture ?? '')
			.filter((place) => !/^https?:/.test(place));

	it.each(PAGES)('%s links and shows only what exists', (page) => {
		const broken = placesIn(read(page)).filter((place) => {
			const [file = '', anchor] = place.split('#');
			const target = file === '' ? page : path.join(path.dirname(page), file);
			if (!existsSync(path.join(ROOT, target))) return true;
			return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
		});
		expect(broken).toEqual([]);
	});

	const { scripts } = z
		.object({ scripts: z.record(z.string(), z.string()) })
		.parse(JSON.parse(read('package.json')));
	const files = ['nodes', 'test', 'scripts'].flatMap((folder) => filesIn(folder, '.ts'));
	const FOR_DEVELOPERS = filesIn('docs/development', '.md');

	it.each<[string, readonly string[], RegExp, (name: string) => boolean]>([
		['command', PAGES, /`npm run ([\w:]+)/g, (name) => Object.hasOwn(scripts, name)],
		[
			...(['file', ['README.md', 'CONTRIBUTING.md', ...FOR_DEVELOPERS]] as const),
			/`((?:scripts|test|docs|examples|nodes)\/[\w./-]+)`/g,
			(name) => existsSync(path.join(ROOT, name)),
		],
		[
			...(['TypeScript file', FOR_DEVELOPERS, /`([\w./-]+\.ts)`/g] as const),
			(name) => files.some((file) => `/${file}`.endsWith(`/${name}`)),
		],
	])('The documents name no %s that does not exist', (_, pages, pattern, exists) => {
		const found = pages.flatMap((page) => [...read(page).matchAll(pattern)]);
		expect(found.map(([, name = '']) => name).filter((name) => !exists(name))).toEqual([]);
	});
});

describe('Facts of the service in the documents', () => {
	/** The page before, between and after the two comments of this name. */
	function partsAt(page: string, name: string) {
		const [text, begin] = [read(page), `<!-- ${name}: begin -->`];
		const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(`<!-- ${name}: end -->`)];
		return [text.slice(0, from), text.slice(from, to), text.slice(to)] as const;
	}

	/** The cells of a table, however it is laid out. */
	function cellsAt(page: string, name: string): string[][] {
		const lines = partsAt(page, name)[1].split('\n');
		return lines
			.filter((line) => line.startsWith('|') && !/^\|[\s|-]+$/.test(line))
			.map((line) => line.slice(1, -1).split('|'))
			.map((cells) => cells.map((cell) => cell.trim()));
	}

	function rewrite(page: string, name: string, [head = [], ...rows]: Rows): void {
		const [before, , after] = partsAt(page, name);
		writeFileSync(path.join(ROOT, page), `${before}\n\n${table(head, rows)}\n\n${after}`);
	}

	// UPDATE_DOCS=1 writes the tables again; prettier lays them out.
	it.each(factTables().map((one) => [one.page, one.name, one.rows] as const))(
		'%s: the table of %s says what the node does',
		(page, name, rows) => {
			if (process.env.UPDATE_DOCS !== undefined) rewrite(page, name, rows);
			expect(cellsAt(page, name)).toEqual(rows);
		},
	);
});
