// Runs one of the two levels of tests. The last line counts the passed and the failed ones.
//   test.mjs            tests that need only npm packages
//   test.mjs --e2e      tests in a real n8n, and in Chromium
// More arguments pick tests: a part of a file's path, a part of a test's name, or jest's own flags.
import { Buffer } from 'node:buffer';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const cache = path.join(root, '.cache/checks');
mkdirSync(cache, { recursive: true });

const bin = (name) => path.join(root, 'node_modules/.bin', name);
const inCache = (name) => path.join(cache, name);

const tsc = (name, ...args) => [
	bin('tsc'),
	['--noEmit', '--incremental', '--tsBuildInfoFile', inCache(`${name}.tsbuildinfo`), ...args],
];

/** In the final count, each of these checks is one test. */
const CHECKS = [
	// The cache lints only changed files. CI has no cache, so it finds what a change breaks in other files.
	[
		'Lint',
		bin('eslint'),
		[
			...['--config', 'scripts/lint/rules.mjs', '--max-warnings', '0'],
			...['--cache', '--cache-strategy', 'content'],
			...['--cache-location', inCache('eslint'), '.'],
		],
	],
	['n8n’s lint', process.execPath, ['scripts/lint/n8n.mjs']],
	['Direction of imports', 'npm', ['run', 'lint:imports', '--silent']],
	['Build, package and n8n’s verification scan', process.execPath, ['scripts/verify.mjs']],
	['Types', ...tsc('all')],
	['Types of the phone page', ...tsc('page', '-p', 'playground/page')],
	[
		'Formatting',
		bin('prettier'),
		['--check', '--log-level', 'warn', '--cache', '--cache-location', inCache('prettier'), '.'],
	],
];

const PREPARATION = [
	'Browser and n8n',
	process.execPath,
	['--import', 'tsx', 'scripts/prepare.ts'],
];

const isE2e = process.argv[2] === '--e2e';
const picks = process.argv.slice(isE2e ? 3 : 2);
const projects = isE2e ? ['e2e'] : ['unit', 'simulator', 'integration'];

const NO_MATCH = isE2e
	? 'No test in a real n8n or a browser matches. For the others: npm test -- <pattern>'
	: 'No test here matches. For those in a real n8n or a browser: npm run test:e2e -- <pattern>';

const count = { passed: 0, failed: 0 };
const add = (ok) => {
	if (ok) count.passed++;
	else count.failed++;
};

/** Runs a step to its end. A step that runs next to another prints only at its end, so that their lines do not mix. */
async function ran([name, command, args], { isParallel = false } = {}) {
	const from = Date.now();
	const child = spawn(command, args, {
		cwd: root,
		stdio: isParallel ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
	});
	const printed = [];
	child.stdout?.on('data', (chunk) => printed.push(chunk));
	child.stderr?.on('data', (chunk) => printed.push(chunk));
	console.log(`— ${name} …`);
	const status = await new Promise((resolve) => {
		child.once('error', (error) => {
			console.error(error.message);
			resolve(1);
		});
		child.once('close', resolve);
	});
	const seconds = Math.round((Date.now() - from) / 1000);
	process.stdout.write(Buffer.concat(printed));
	console.log(`— ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
	return status === 0;
}

/** A pick is a part of a file's path. If no path has it, it is a part of a test's name. */
function selection() {
	if (picks.length === 0) return [];
	if (picks.some((pick) => pick.startsWith('-'))) return picks;
	const { stdout } = spawnSync(
		bin('jest'),
		['--listTests', ...picks, '--selectProjects', ...projects],
		{ cwd: root, encoding: 'utf8' },
	);
	// jest may print other lines too, such as the projects that it searched.
	const files = stdout.split('\n').filter((line) => path.isAbsolute(line));
	return files.length === 0 ? ['--testNamePattern', picks.join(' ')] : picks;
}

async function runTests() {
	const work = mkdtempSync(path.join(tmpdir(), 'messaging-test-'));
	const report = path.join(work, 'jest.json');
	try {
		const ok = await ran([
			'Tests',
			bin('jest'),
			[...selection(), '--json', '--outputFile', report, '--selectProjects', ...projects],
		]);
		const counted = JSON.parse(readFileSync(report, 'utf8'));
		const broken = counted.numFailedTests + counted.numRuntimeErrorTestSuites;
		count.passed += counted.numPassedTests;
		const none = counted.numPassedTests + broken === 0;
		if (none) console.log(NO_MATCH);
		// If jest fails for another reason, that counts as one failed test.
		count.failed += ok && !none ? broken : Math.max(broken, 1);
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
}

async function runChecks() {
	for (const check of CHECKS) {
		const ok = await ran(check, { isParallel: true });
		add(ok);
		// Some rules read other files too, so a fault in the cache can outlive its cause.
		if (!ok) rmSync(inCache('eslint'), { force: true });
	}
}

async function main() {
	if (picks.length > 0) {
		console.log('Only matching tests run. Lint, types and the other checks are skipped.');
	}
	if (isE2e) {
		const ready = await ran(PREPARATION);
		add(ready);
		if (ready) await runTests();
	} else if (picks.length > 0) {
		await runTests();
	} else {
		// jest alone does not keep two cores busy, so the checks run at the same time.
		await Promise.all([runChecks(), runTests()]);
	}
}

const from = Date.now();
try {
	await main();
} catch (error) {
	console.error(error);
	add(false);
}
const seconds = Math.round((Date.now() - from) / 1000);
console.log(`\nIn ${Math.floor(seconds / 60)} min ${seconds % 60} s:`);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed > 0 ? 1 : 0;
