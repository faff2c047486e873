// Checks everything there is to check, and ends with a plain count.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const work = mkdtempSync(path.join(tmpdir(), 'messaging-test-'));
const report = path.join(work, 'jest.json');

const bin = (name) => path.join(root, 'node_modules/.bin', name);

/** Each counts as one check; the tests are counted one by one. */
const STEPS = [
	['Formatting', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
	['Types', bin('tsc'), ['--noEmit']],
	['Types of the phone page', bin('tsc'), ['--noEmit', '-p', 'test/simulator/phone/page']],
	['Lint', bin('eslint'), ['--max-warnings', '0', '.']],
	['Build, package and n8n’s verification scan', process.execPath, ['scripts/verify.mjs']],
	['Browser, n8n 2 and n8n 1', process.execPath, ['--import', 'tsx', 'scripts/prepare.ts']],
];

let passed = 0;
let failed = 0;

const run = (name, command, args) => {
	const from = Date.now();
	console.log(`\n— ${name} …`);
	const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
	console.log(
		`— ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - from) / 1000)} s`,
	);
	return status === 0;
};

try {
	for (const [name, command, args] of STEPS) {
		if (run(name, command, args)) passed++;
		else failed++;
	}
	const ran = run('Tests', bin('jest'), ['--json', '--outputFile', report]);
	const counts = JSON.parse(readFileSync(report, 'utf8'));
	passed += counts.numPassedTests;
	failed += counts.numFailedTests + counts.numRuntimeErrorTestSuites;
	// Whatever else made jest unhappy must not get lost.
	if (!ran && counts.numFailedTests + counts.numRuntimeErrorTestSuites === 0) failed++;
} catch (error) {
	console.error(error);
	failed++;
} finally {
	rmSync(work, { recursive: true, force: true });
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
