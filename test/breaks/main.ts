import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	cpSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { say } from '../n8n/say';
import { BREAKS, type Break } from './breaks';

/**
 * npm run test:breaks: breaks the product on purpose, one fault at a time in a copy, and runs the tests that must notice.
 * A break that stays green is a loss. --only <part> of the words or the file, --at-a-time N.
 */

const { values: options } = parseArgs({
	options: { only: { type: 'string', default: '' }, 'at-a-time': { type: 'string', default: '2' } },
});

const root = path.resolve(import.meta.dirname, '../..');
const COPIED = [
	...['nodes', 'credentials', 'test', 'playground'],
	...['examples', 'docs', 'scripts', 'icons'],
];
const FILES = ['jest.config.js', 'package.json', 'tsconfig.json', 'README.md', 'CHANGELOG.md'];

type Verdict = 'red' | 'green' | 'lost';

function copyOfTree(): string {
	const copy = mkdtempSync(path.join(tmpdir(), 'messaging-breaks-'));
	for (const name of [...COPIED, ...FILES]) {
		cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
	}
	symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
	return copy;
}

async function fails(copy: string, tests: readonly string[]): Promise<boolean> {
	const jest = path.join(root, 'node_modules/jest/bin/jest.js');
	const projects = ['--selectProjects', 'unit', 'simulator', 'integration'];
	const run = [jest, ...projects, '-i', '--bail', '--forceExit', '--testPathPatterns', ...tests];
	const child = spawn(process.execPath, run, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	const [code] = (await once(child, 'close')) as [number | null];
	if (output.includes('No tests found')) throw new Error(`No test is named ${tests.join(' or ')}`);
	// Jest fails before any test too: a run that could not begin has noticed nothing.
	if (!/^Test Suites:/m.test(output)) throw new Error(`The tests did not run:\n${output}`);
	return code !== 0;
}

async function tried(copy: string, { file, find, replace, tests }: Break): Promise<Verdict> {
	const place = path.join(copy, file);
	const text = readFileSync(place, 'utf8');
	if (text.split(find).length !== 2) return 'lost';
	unlinkSync(place);
	writeFileSync(
		place,
		text.replace(find, () => replace),
	);
	try {
		return (await fails(copy, tests)) ? 'red' : 'green';
	} finally {
		writeFileSync(place, text);
	}
}

const WORDS: Record<Verdict, string> = {
	red: '✓',
	green: '✗ no test noticed that',
	lost: '✗ the place is not there once:',
};

async function main(): Promise<void> {
	const chosen = BREAKS.filter(({ breaks, file }) => `${file} ${breaks}`.includes(options.only));
	const left = chosen.values();
	const count = { passed: 0, failed: 0 };
	const inTurn = async () => {
		const copy = copyOfTree();
		try {
			for (const one of left) {
				const verdict = await tried(copy, one);
				if (verdict === 'red') count.passed++;
				else count.failed++;
				say(`${WORDS[verdict]} ${one.breaks} (${one.file})`);
			}
		} finally {
			rmSync(copy, { recursive: true, force: true });
		}
	};
	await Promise.all(Array.from({ length: Number(options['at-a-time']) }, inTurn));
	say(`\n${count.passed} passed, ${count.failed} failed`);
	process.exitCode = count.failed > 0 ? 1 : 0;
}

void main();
