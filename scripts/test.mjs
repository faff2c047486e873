// Runs the tests of some levels, and the checks below next to them. The last line counts what passed and what failed.
//   test.mjs <levels> <picks>     a pick is a part of a file's path, a part of a test's name, or a flag of jest.
//                                 --changed: the tests of files that were not committed yet
//                                 --n8n <version>: another n8n than the locked one, and what of each kind must hold in it
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Scripts of package.json. In the count, each is one test. */
const CHECKS = [
	'typecheck',
	'lint:cached',
	'lint:n8n',
	'lint:openapi',
	'lint:imports',
	'format:check',
	'verify',
];

const OF_EACH_KIND = ['package', 'batch', 'agent', 'sendAndWait'].map((name) => `e2e/${name}.test`);

const [levels, ...given] = process.argv.slice(2);
const at = given.indexOf('--n8n');
if (at >= 0) {
	const [, version = 'latest'] = given.splice(at, 2);
	process.env.TESTED_N8N = execFileSync('npm', ['view', `n8n@${version}`, 'version'], {
		encoding: 'utf8',
	}).trim();
	if (given.length === 0) given.push(...OF_EACH_KIND);
}
const picks = given.map((pick) => (pick === '--changed' ? '--onlyChanged' : pick));
const isPicked = picks.length > 0;
const root = path.resolve(import.meta.dirname, '..');
const work = mkdtempSync(path.join(tmpdir(), 'messaging-test-'));
const count = { passed: 0, failed: 0 };

/** A check prints at its end, so that its lines do not mix with those of the tests. */
async function check(name) {
	console.log(`— ${name} …`);
	const from = Date.now();
	const [error, printed] = await new Promise((resolve) =>
		execFile(
			'npm',
			['run', '--silent', name],
			{ cwd: root, maxBuffer: Infinity },
			(error, stdout, stderr) => resolve([error, stdout + stderr]),
		),
	);
	const seconds = Math.round((Date.now() - from) / 1000);
	console.log(`${printed}— ${name}: ${error ? 'FAILED' : 'passed'} in ${seconds} s`);
	count[error ? 'failed' : 'passed']++;
}

/** Returns how many tests there were. */
async function jest(...args) {
	const report = path.join(work, 'jest.json');
	const flags = ['--passWithNoTests', '--json', '--outputFile', report, '--selectProjects'];
	const child = spawn(
		process.execPath,
		['node_modules/jest/bin/jest.js', ...args, ...flags, ...levels.split(',')],
		{ cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
	);
	const [code] = await once(child, 'close');
	const counted = JSON.parse(readFileSync(report, 'utf8'));
	const broken = counted.numFailedTests + counted.numRuntimeErrorTestSuites;
	count.passed += counted.numPassedTests;
	// If jest fails for another reason, that counts as one failed test.
	count.failed += code === 0 ? broken : Math.max(broken, 1);
	return counted.numPassedTests + broken;
}

async function tests() {
	if ((await jest(...picks)) > 0 || picks.includes('--onlyChanged')) return;
	console.log('No path of a test matches, so the names of the tests are searched.');
	if ((await jest('--testNamePattern', picks.join(' '))) > 0) return;
	console.log('No test matches. npm test and npm run test:e2e have different tests.');
	count.failed++;
}

async function checks() {
	if (isPicked)
		console.log('Only matching tests run. Lint, types and the other checks are skipped.');
	else if (levels !== 'e2e') for (const name of CHECKS) await check(name);
}

// jest alone does not keep two cores busy.
for (const { reason } of await Promise.allSettled([tests(), checks()])) {
	if (reason === undefined) continue;
	console.error(reason);
	count.failed++;
}
rmSync(work, { recursive: true, force: true });
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed > 0 ? 1 : 0;
