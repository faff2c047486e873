import { spawn } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { Explained, failed, say } from '../../scripts/n8n/say.js';
import { readBreaks, ROOT, type Break } from './breaks';

/**
 * npm run test:breaks: breaks a copy of the product on purpose, one fault at a time, and runs the test that must notice.
 * A break that stays green is a loss. --only <part> of the words or the file.
 */

const COPIES = 2;
const NOT_COPIED = ['.git', '.cache', 'dist', 'node_modules'].map((name) => path.join(ROOT, name));
const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js');

/** A fault is a break that says nothing about its test: the test is not there, or it could not run. */
type Verdict = 'red' | 'green' | 'fault';

const report = z.object({ numFailedTests: z.number(), numRuntimeErrorTestSuites: z.number() });

function copyOfTree(): string {
	const copy = mkdtempSync(path.join(tmpdir(), 'messaging-breaks-'));
	cpSync(ROOT, copy, { recursive: true, filter: (from) => !NOT_COPIED.includes(from) });
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
	return copy;
}

/** Runs the tests in a copy, and tells how that went. */
async function verdictOf(copy: string, tests: readonly string[]): Promise<Verdict> {
	if (!tests.every((test) => existsSync(path.join(copy, test)))) return 'fault';
	const projects = tests.map((test) => test.split('/')[1] ?? '');
	const options = ['--json', '--forceExit', '--selectProjects', ...projects];
	const jest = spawn(process.execPath, [JEST, ...options, '--runTestsByPath', ...tests], {
		cwd: copy,
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const printed = await text(jest.stdout);
	const told = printed.startsWith('{') && report.parse(JSON.parse(printed));
	if (told === false || told.numRuntimeErrorTestSuites > 0) return 'fault';
	return told.numFailedTests > 0 ? 'red' : 'green';
}

async function tried(copy: string, { file, place, comes, test }: Break): Promise<Verdict> {
	const broken = path.join(copy, file);
	const whole = readFileSync(broken, 'utf8');
	if ([...whole.matchAll(place)].length !== 1) return 'fault';
	writeFileSync(
		broken,
		whole.replace(place, () => comes),
	);
	const verdict = await verdictOf(copy, [test]);
	writeFileSync(broken, whole);
	return verdict;
}

async function main(): Promise<void> {
	const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values;
	const chosen = readBreaks().filter(({ breaks, file }) => `${file} ${breaks}`.includes(only));
	const copies = Array.from({ length: COPIES }, copyOfTree);
	try {
		say('Running the tests without a break …');
		const tests = [...new Set(chosen.map(({ test }) => test))];
		const [copy = ''] = copies;
		if ((await verdictOf(copy, tests)) !== 'green') {
			throw new Explained('A test fails without a break, or is not there. Run npm test first.');
		}
		const count = { red: 0, green: 0, fault: 0 };
		const left = chosen.entries();
		const inTurn = async (copy: string) => {
			for (const [at, one] of left) {
				const verdict = await tried(copy, one);
				count[verdict]++;
				say(`${at + 1}/${chosen.length} ${verdict}: ${one.breaks} (${one.file}, ${one.test})`);
			}
		};
		await Promise.all(copies.map(inTurn));
		say(`\n${count.red} red, ${count.green} green, ${count.fault} at fault`);
		if (count.red < chosen.length) process.exitCode = 1;
	} finally {
		for (const copy of copies) rmSync(copy, { recursive: true, force: true });
	}
}

main().catch(failed);
