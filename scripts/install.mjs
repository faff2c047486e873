// Installs the packages of the lock file in a fresh clone, and does nothing if they are there. The npm scripts call
// this file by name: .npmrc forbids packages to run scripts, and npm then skips `pretest` and `prestart` too.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
	console.error(`This needs Node 20.19 or later, and this is ${process.versions.node}.`);
	process.exit(1);
}

const MARK = 'node_modules/.installed';
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const present = existsSync(MARK) ? readFileSync(MARK, 'utf8') : '';

if (present !== wanted) {
	console.log('Installing the development packages (about 500 MB; one to two minutes) …');
	// Without a network, npm install would try for minutes before it fails.
	const answers =
		spawnSync('npm', ['view', 'zod', 'version', '--prefer-online', '--fetch-retries=0'], {
			stdio: 'ignore',
			timeout: 30_000,
		}).status === 0;
	if (!answers) console.log('The npm registry does not respond: trying with earlier downloads …');
	// npm ci would refuse the lock file, which lacks the binaries of some packages for other systems.
	const args = ['install', '--no-save', ...(answers ? [] : ['--offline'])];
	const { status } = spawnSync('npm', args, { stdio: 'inherit' });
	if (status !== 0) {
		console.error(
			'The packages could not be installed. Check that this machine reaches the npm registry, then run the same command again.',
		);
		process.exit(1);
	}
	writeFileSync(MARK, wanted);
}
