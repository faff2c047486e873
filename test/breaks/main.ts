import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { Explained, failed, say } from '../../scripts/n8n/say.js';
import { ROOT } from '../n8n/paths';
import { readBreaks, withFault } from './breaks';

/**
 * npm run test:breaks: puts one fault at a time into a copy of the product, and runs the test that must turn red.
 * --only <part> of the words or the file.
 */

const COPIES = 2;
const NOT_COPIED = ['.git', '.cache', 'dist', 'node_modules'].map((name) => path.join(ROOT, name));

const report = z.object({ numFailedTests: z.number(), numRuntimeErrorTestSuites: z.number() });

function copyOfTree(): string {
	const copy = mkdtempSync(path.join(tmpdir(), 'messaging-breaks-'));
	cpSync(ROOT, copy, { recursive: true, filter: (from) => !NOT_COPIED.includes(from) });
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
	return copy;
}

/** A test that could not run says nothing about a fault. */
async function verdictOf(copy: string, tests: readonly string[]) {
	const options = ['--json', '--forceExit', '--runTestsByPath', ...tests];
	const jest = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...options], {
		cwd: copy,
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const printed = await text(jest.stdout);
	if (!printed.startsWith('{')) return 'could not run';
	const { numFailedTests, numRuntimeErrorTestSuites } = report.parse(JSON.parse(printed));
	if (numRuntimeErrorTestSuites > 0) return 'could not run';
	return numFailedTests > 0 ? 'red' : 'green';
}

async function main(): Promise<void> {
	const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values;
	const chosen = readBreaks().filter(({ breaks, file }) => `${file} ${breaks}`.includes(only));
	const copies = Array.from({ length: COPIES }, copyOfTree);
	try {
		say('Running the tests without a break …');
		const tests = [...new Set(chosen.map(({ test }) => test))];
		if ((await verdictOf(copies[0] ?? '', tests)) !== 'green') {
			throw new Explained('A test fails without a break, or is not there. Run npm test first.');
		}
		const left = chosen.entries();
		let red = 0;
		const inTurn = async (copy: string) => {
			for (const [at, one] of left) {
				const file = path.join(copy, one.file);
				const whole = readFileSync(file, 'utf8');
				writeFileSync(file, withFault(whole, one) ?? whole);
				const verdict = await verdictOf(copy, [one.test]);
				writeFileSync(file, whole);
				if (verdict === 'red') red++;
				say(`${at + 1}/${chosen.length} ${verdict}: ${one.breaks} (${one.file}, ${one.test})`);
			}
		};
		await Promise.all(copies.map(inTurn));
		say(`\n${red} of ${chosen.length} breaks turned their test red`);
		if (red < chosen.length) process.exitCode = 1;
	} finally {
		for (const copy of copies) rmSync(copy, { recursive: true, force: true });
	}
}

main().catch(failed);
