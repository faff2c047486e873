// Installs the packages of the lock file in a fresh clone, and does nothing if they are there. The npm scripts call
// this file by name: .npmrc forbids packages to run scripts, and npm then skips `pretest` and `prestart` too.
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const { Explained, failed, ran, say } = require('./n8n/say.js');

const ROOT = path.resolve(__dirname, '..');
const MARK = path.join(ROOT, 'node_modules/.installed');

async function installPackages() {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	if (major < 20 || (major === 20 && minor < 19)) {
		throw new Explained(`This needs Node 20.19 or later, and this is ${process.versions.node}.`);
	}
	const lock = readFileSync(path.join(ROOT, 'package-lock.json'));
	const wanted = createHash('sha256').update(lock).digest('hex');
	if (existsSync(MARK) && readFileSync(MARK, 'utf8') === wanted) return;
	// If the installation breaks off, the mark of an earlier lock file must not remain.
	rmSync(MARK, { force: true });
	say('Installing the development packages (about 800 MB; one to two minutes) …');
	// Without a network, npm install would try for minutes before it fails.
	const answers =
		spawnSync('npm', ['view', 'zod', 'version', '--prefer-online', '--fetch-retries=0'], {
			stdio: 'ignore',
			timeout: 30_000,
		}).status === 0;
	if (!answers) say('The npm registry does not respond: trying with earlier downloads …');
	// npm ci would refuse the lock file, which lacks the binaries of some packages for other systems.
	const args = ['install', '--no-save', '--loglevel=error', ...(answers ? [] : ['--offline'])];
	if (!(await ran('npm', args, { cwd: ROOT }))) {
		throw new Explained(
			'The packages could not be installed. Check that this machine reaches the npm registry, then run the same command again.',
		);
	}
	writeFileSync(MARK, wanted);
}

module.exports = { installPackages };

if (require.main === module) installPackages().catch(failed);
