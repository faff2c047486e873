import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import jestConfig from '../../jest.config.js';
import { lastLines, ran } from '../n8n/ownProcess';
import { CACHE, ROOT } from '../n8n/paths';
import { Explained, failed, say, whileTelling } from '../n8n/say';
import { GROUPS, type Group } from './groups';

/**
 * npm run test:mutants: changes the product in hundreds of small ways, and says how many of them the unit tests notice.
 * --only <group> picks one.
 */

const VERSION = '9.6.1';
const FOLDER = path.join(CACHE, 'mutants');
const LOG = path.join(FOLDER, 'stryker.log');
const STRYKER = path.join(FOLDER, 'node_modules/@stryker-mutator/core/bin/stryker.js');

/** What the unit tests import. */
const COPIED = ['nodes/**', 'credentials/**', 'test/**', 'playground/**', '*.js*'];

interface Place {
	line: number;
	column: number;
}

interface Report {
	source: string;
	mutants: { status: string; replacement?: string; location: { start: Place; end: Place } }[];
}

/** The changed line, as it reads then. */
function mutated(source: string, { start, end }: { start: Place; end: Place }, by: string): string {
	const lines = source.split('\n');
	const before = (lines[start.line - 1] ?? '').slice(0, start.column - 1);
	return `${before}${by}${(lines[end.line - 1] ?? '').slice(end.column - 1)}`.trim();
}

async function install(): Promise<void> {
	const manifest = path.join(FOLDER, 'package.json');
	const wanted = JSON.stringify({
		private: true,
		dependencies: {
			'@stryker-mutator/core': VERSION,
			'@stryker-mutator/jest-runner': VERSION,
		},
	});
	if (existsSync(STRYKER) && readFileSync(manifest, 'utf8') === wanted) return;
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(manifest, wanted);
	const args = ['install', '--ignore-scripts', '--no-package-lock'];
	const isThere = await whileTelling('Installing Stryker', () =>
		ran('npm', args, { cwd: FOLDER, log: LOG }),
	);
	if (!isThere) throw new Explained(`Stryker could not be installed:\n${lastLines(LOG)}`);
}

async function mutantsOf(name: string, { files, tests }: Group) {
	const config = path.join(FOLDER, `${name}.config.json`);
	const report = path.join(FOLDER, `${name}.json`);
	const [unit] = jestConfig.projects;
	writeFileSync(
		config,
		JSON.stringify({
			mutate: files,
			ignorePatterns: ['**', ...COPIED.map((kept) => `!${kept}`)],
			testRunner: 'jest',
			plugins: ['@stryker-mutator/jest-runner'],
			jest: {
				projectType: 'custom',
				enableFindRelatedTests: false,
				config: {
					...unit,
					roots: ['<rootDir>/nodes', '<rootDir>/test'],
					watchman: false,
					// A test that waits without end fails before Stryker starts its process again.
					testTimeout: 5_000,
					projects: [],
					testMatch: tests.map((test) => `<rootDir>/test/unit/${test}.test.ts`),
				},
			},
			coverageAnalysis: 'perTest',
			concurrency: 2,
			// A busy machine must not look like a mutant that hangs.
			timeoutMS: 20_000,
			disableTypeChecks: false,
			reporters: ['json', 'progress-append-only'],
			jsonReporter: { fileName: report },
			tempDirName: path.join(FOLDER, 'sandbox'),
			allowConsoleColors: false,
		}),
	);
	const isDone = await whileTelling(
		`Mutants of ${name}`,
		() => ran(process.execPath, [STRYKER, 'run', config], { cwd: ROOT, log: LOG }),
		() => lastLines(LOG).split('\n').at(-1) ?? '',
	);
	if (!isDone) throw new Explained(`Stryker failed (${LOG}):\n${lastLines(LOG)}`);
	const read = JSON.parse(readFileSync(report, 'utf8')) as {
		files: Record<string, Report>;
	};
	return Object.entries(read.files).flatMap(([file, { mutants, source }]) =>
		mutants.map(({ status, location, replacement = '' }) => ({
			isNoticed: ['Killed', 'Timeout'].includes(status),
			place: `${file}:${location.start.line}`,
			line: mutated(source, location, replacement),
		})),
	);
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { only: { type: 'string' } } });
	const chosen = Object.entries(GROUPS).filter(([name]) => name === (values.only ?? name));
	if (chosen.length === 0)
		throw new Explained(`--only is one of ${Object.keys(GROUPS).join(', ')}`);
	await install();
	for (const [name, group] of chosen) {
		const { aim, equal = {} } = group;
		const mutants = await mutantsOf(name, group);
		const survivors = mutants.filter(({ isNoticed, line }) => !isNoticed && !(line in equal));
		for (const { place, line } of survivors) say(`${place} ${line}`);
		const score = 100 - (100 * survivors.length) / mutants.length;
		say(`${name}: ${score.toFixed(1)} % of ${mutants.length} (aim: ${aim} %)`);
		if (score < aim) process.exitCode = 1;
	}
}

main().catch(failed);
