import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { table } from '../docs/markdown';
import { factTables, type Rows } from '../docs/tables';
import { ROOT } from '../n8n/paths';

const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

const pagesIn = (folder: string, recursive = false) =>
	readdirSync(path.join(ROOT, folder), { recursive, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => path.join(folder, file));

const DOCS = pagesIn('docs', true);
const PAGES = [...pagesIn('.'), ...DOCS, 'examples/README.md'];

describe('Documents', () => {
	it('README has at most 1,200 words, and each page 8 kB', () => {
		expect(read('README.md').trim().split(/\s+/).length).toBeLessThanOrEqual(1200);
		expect(DOCS.filter((page) => Buffer.byteLength(read(page)) > 8192)).toEqual([]);
	});
	const anchorsOf = (text: string) =>
		[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
			heading
				.toLowerCase()
				.replace(/[^\p{L}\p{N}\s_-]/gu, '')
				.replace(/\s/g, '-'),
		);

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

	it('The documents name no command that does not exist', () => {
		const { scripts } = z
			.object({ scripts: z.record(z.string(), z.string()) })
			.parse(JSON.parse(read('package.json')));
		const named = namedIn(PAGES, /`npm run ([\w:]+)/g);
		expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
	});

	const namedIn = (pages: readonly string[], pattern: RegExp) =>
		pages.flatMap((page) => [...read(page).matchAll(pattern)].map(([, name = '']) => name));

	it('The documents name no file that does not exist', () => {
		const pages = ['README.md', 'CONTRIBUTING.md', ...pagesIn('docs/development')];
		const named = namedIn(pages, /`((?:scripts|test|docs|examples|nodes)\/[\w./-]+)`/g);
		expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
	});

	it('The pages for developers name no TypeScript file that does not exist', () => {
		const files = ['nodes', 'test', 'scripts'].flatMap((folder) =>
			readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.ts'))
				.map((file) => `/${folder}/${file}`),
		);
		const named = namedIn(pagesIn('docs/development'), /`([\w./-]+\.ts)`/g);
		const missing = named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)));
		expect(missing).toEqual([]);
	});
});

describe('Facts of the service in the documents', () => {
	const marks = (name: string) => [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`] as const;

	/** The cells of the table between the marks, however it is laid out. */
	function cellsAt(page: string, name: string): string[][] {
		const [begin, end] = marks(name);
		const text = read(page);
		return text
			.slice(text.indexOf(begin) + begin.length, text.indexOf(end))
			.split('\n')
			.filter((line) => line.startsWith('|') && !/^\|[\s|-]+$/.test(line))
			.map((line) =>
				line
					.split('|')
					.slice(1, -1)
					.map((cell) => cell.trim()),
			);
	}

	function rewrite(page: string, name: string, [head = [], ...rows]: Rows): void {
		const [begin, end] = marks(name);
		const text = read(page);
		const before = text.slice(0, text.indexOf(begin) + begin.length);
		const after = text.slice(text.indexOf(end));
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
