import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { benchmarksPage, loadBenchmarks } from '../bench/n8n/report';
import { table } from '../docs/markdown';
import { factTables, type Rows } from '../docs/tables';
import { hostilePage } from '../hostile/report';
import { loadHostile } from '../hostile/results';
import { load as loadKilled } from '../killed/results';
import { killedPage } from '../killed/section';
import { ROOT } from '../n8n/paths';
import { reliabilityPage } from '../reliability/report';
import { loadFaultRuns, loadSoak } from '../reliability/results';
import { loadScale, scalePage } from '../scale/report';

const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

const pagesIn = (folder: string) =>
	readdirSync(path.join(ROOT, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => path.join(folder, file));

const TOP = pagesIn('.');
const DOCS = pagesIn('docs');
const PAGES = [...TOP, ...DOCS];

const MOST_BYTES = 15_000;

describe('The documents', () => {
	it('are at the top level only as far as a newcomer expects', () => {
		expect(TOP).toEqual(['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md']);
	});

	it.each(DOCS)('%s is short enough to be read', (page) => {
		expect(Buffer.byteLength(read(page))).toBeLessThanOrEqual(MOST_BYTES);
	});

	const anchorsOf = (text: string) =>
		[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
			heading
				.toLowerCase()
				.replace(/[^\p{L}\p{N}\s_-]/gu, '')
				.replace(/\s/g, '-'),
		);

	const placesIn = (text: string) =>
		[...text.matchAll(/\]\(([^)]+)\)/g)]
			.map(([, place = '']) => place)
			.filter((place) => !/^https?:/.test(place));

	it.each(PAGES)('%s links and shows only what is there', (page) => {
		const broken = placesIn(read(page)).filter((place) => {
			const [file = '', anchor] = place.split('#');
			const target = file === '' ? page : path.join(path.dirname(page), file);
			if (!existsSync(path.join(ROOT, target))) return true;
			return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
		});
		expect(broken).toEqual([]);
	});

	it('name no command that is not there', () => {
		const { scripts } = z
			.object({ scripts: z.record(z.string(), z.string()) })
			.parse(JSON.parse(read('package.json')));
		const named = PAGES.flatMap((page) =>
			[...read(page).matchAll(/`npm run ([\w:]+)/g)].map(([, script = '']) => script),
		);
		expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
	});
});

describe('The pages with figures', () => {
	const PAGE_OF = {
		'docs/reliability.md': () => reliabilityPage(loadFaultRuns(), loadSoak()),
		'docs/benchmarks.md': () => {
			const data = loadBenchmarks();
			return data && benchmarksPage(data);
		},
		'docs/hostile.md': () => {
			const data = loadHostile();
			return data && hostilePage(data);
		},
		'docs/killed-runs.md': () => killedPage(loadKilled()),
		'docs/scale.md': () => {
			const data = loadScale();
			return data && scalePage(data);
		},
	};

	it.each(Object.entries(PAGE_OF))('%s says what its data says', (page, written) => {
		expect(read(page)).toBe(written());
	});

	it.each(Object.keys(PAGE_OF))('%s begins with what holds and what does not', (page) => {
		const headings = [...read(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
		expect(headings.slice(0, 2)).toEqual(['What holds', 'What does not hold']);
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

	// UPDATE_DOCS=1 writes the tables anew; prettier lays them out.
	it.each(factTables().map((one) => [one.page, one.name, one.rows] as const))(
		'%s: the table of %s is what the node itself goes by',
		(page, name, rows) => {
			if (process.env.UPDATE_DOCS !== undefined) rewrite(page, name, rows);
			expect(cellsAt(page, name)).toEqual(rows);
		},
	);
});
