// Installs the n8n that the lock files in scripts/n8n/lock name, in a folder of its own. It needs no packages, so it can
// run while those of this project are installed. With --lock, it writes the lock files again from the manifests next to
// them. TESTED_N8N names another version, which is installed as its users have it: with what npm finds today.
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const { CACHE, ensure } = require('./debian.js');
const { Explained, lastLines, ran, whileTelling } = require('./say.js');

const LOCKS = path.join(__dirname, 'lock');
/** n8n itself, and what runs it: Node, and the driver of its database. */
const NAMES = ['n8n', 'driver'];
const ADDON = 'node_modules/sqlite3/build/Release/node_sqlite3.node';
const RUNTIME = `node_modules/node-${process.platform}-${process.arch}`;

const lockOf = (/** @type {string} */ name) => path.join(LOCKS, `${name}.lock.json`);
const manifestOf = (/** @type {string} */ name) => path.join(LOCKS, `${name}.json`);
const read = (/** @type {string} */ file) => fs.readFileSync(file, 'utf8');

const locked = JSON.parse(read(manifestOf('n8n')));
const n8nVersion = process.env.TESTED_N8N ?? locked.dependencies.n8n;
const isLocked = n8nVersion === locked.dependencies.n8n;
const digest = createHash('sha256')
	.update(NAMES.flatMap((name) => [read(manifestOf(name)), read(lockOf(name))]).join('\n'))
	.digest('hex');
const LOCKED = path.join(CACHE, 'n8n', `${locked.dependencies.n8n}-${digest.slice(0, 8)}`);
const FOLDER = isLocked ? LOCKED : path.join(CACHE, 'n8n', n8nVersion);
const MARK = path.join(FOLDER, 'installed');
const LOG = path.join(FOLDER, 'install.log');
/** All versions share it. */
const inDriver = (/** @type {string} */ file) => path.join(LOCKED, 'driver', file);

const NODE = inDriver(`${RUNTIME}/bin/node`);
const INSTALLED = {
	version: String(n8nVersion),
	/** The Node that runs it. Its folder comes first on the PATH. */
	node: NODE,
	path: `${path.dirname(NODE)}:${process.env.PATH ?? ''}`,
	/** n8n's own command. */
	command: path.join(FOLDER, 'n8n/node_modules/n8n/bin/n8n'),
};

/** Without the address of each tarball, npm would ask the registry about every package first. */
function withAddresses(/** @type {string} */ lock, /** @type {string} */ registry) {
	const { packages, ...rest } = JSON.parse(lock);
	for (const [place, entry] of Object.entries(packages)) {
		if (entry.integrity === undefined) continue;
		const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 13);
		const file = `${path.posix.basename(name)}-${entry.version}.tgz`;
		entry.resolved = `${registry.replace(/\/?$/, '/')}${name}/-/${file}`;
	}
	return JSON.stringify({ ...rest, packages });
}

const OPTIONS =
	'--legacy-peer-deps --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel http'.split(
		' ',
	);

/** Another version has no lock file, only a row in the table of what npm must take in place of what it would. */
function resolved(/** @type {string} */ cwd) {
	const { overrides } = locked;
	const own = JSON.parse(read(manifestOf('overrides')))[n8nVersion];
	const manifest = {
		private: true,
		dependencies: { n8n: n8nVersion },
		overrides: { ...overrides, ...own },
	};
	fs.writeFileSync(path.join(cwd, 'package.json'), JSON.stringify(manifest));
	return ran('npm', ['install', ...OPTIONS], { cwd, log: LOG });
}

/** npm ci begins with an empty folder, and takes from its cache what an interrupted run had loaded. */
async function byLock(/** @type {string} */ name, /** @type {string} */ cwd) {
	const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
	fs.copyFileSync(manifestOf(name), path.join(cwd, 'package.json'));
	for (const lock of [withAddresses(read(lockOf(name)), registry), read(lockOf(name))]) {
		fs.writeFileSync(path.join(cwd, 'package-lock.json'), lock);
		if (await ran('npm', ['ci', ...OPTIONS], { cwd, log: LOG })) return true;
		// A registry may keep its tarballs at other addresses.
	}
	return false;
}

async function unpacked(/** @type {string} */ name) {
	const cwd = name === 'driver' ? inDriver('') : path.join(FOLDER, name);
	fs.mkdirSync(cwd, { recursive: true });
	if (await (isLocked || name === 'driver' ? byLock(name, cwd) : resolved(cwd))) return;
	throw new Explained(
		`n8n ${n8nVersion} could not be installed (${LOG}):\n${lastLines(LOG)}\n` +
			'Check that this machine reaches the npm registry and has 3 GB of free disk, then run the same command again: what was downloaded is kept.',
	);
}

const driverWorks = () => ran(NODE, ['-e', "require('sqlite3')"], { cwd: inDriver(''), log: LOG });

/** A driver that is downloaded ready-made would run without a digest in any lock file, so it is compiled. */
async function driverCompiled() {
	await ensure(['python3', 'make', 'g++']);
	const options = '--build-from-source --foreground-scripts --ignore-scripts=false'.split(' ');
	const env = {
		...process.env,
		PATH: INSTALLED.path,
		npm_config_nodedir: inDriver(RUNTIME),
		JOBS: 'max',
		// A third of the time that the usual -O3 takes.
		CFLAGS: '-O1',
		CXXFLAGS: '-O1',
	};
	const went = await whileTelling('Compiling the driver of n8n’s database', () =>
		ran('npm', ['rebuild', 'sqlite3', ...options], { cwd: inDriver(''), env, log: LOG }),
	);
	if (went && (await driverWorks())) return;
	throw new Explained(
		`The driver of n8n’s database could not be compiled (${LOG}):\n${lastLines(LOG)}\n` +
			'Check that python3, make and g++ work, then run the same command again.',
	);
}

async function driver() {
	if (fs.existsSync(NODE) && (await driverWorks())) return;
	await unpacked('driver');
	if (!fs.existsSync(NODE)) {
		throw new Explained(
			`n8n’s Node comes for Linux on x64 and arm64 only, and this is ${process.platform} on ${process.arch}.`,
		);
	}
	await driverCompiled();
}

/** How many packages npm has loaded, or found in its cache. It tells each in its log. */
const loadedIn = (/** @type {string} */ log) => log.match(/^npm http .*\.tgz\b/gm)?.length ?? 0;

function howFar() {
	const all = NAMES.map((name) => read(lockOf(name)).match(/"integrity"/g)?.length ?? 0);
	const log = fs.existsSync(LOG) ? read(LOG) : '';
	return `${loadedIn(log)} of about ${all.reduce((sum, count) => sum + count, 0)} packages`;
}

async function install() {
	if (fs.existsSync(MARK)) return INSTALLED;
	fs.mkdirSync(FOLDER, { recursive: true });
	fs.rmSync(LOG, { force: true });
	await whileTelling(
		`Installing n8n ${n8nVersion}`,
		() => Promise.all([driver(), unpacked('n8n')]),
		howFar,
	);
	const target = path.join(FOLDER, 'n8n', ADDON);
	fs.mkdirSync(path.dirname(target), { recursive: true });
	fs.copyFileSync(inDriver(ADDON), target);
	fs.writeFileSync(MARK, '');
	return INSTALLED;
}

/** @type {Promise<typeof INSTALLED> | undefined} */
let installing;

/** Installs n8n if it is not there. All calls share one installation. */
function installN8n() {
	installing ??= install();
	return installing;
}

/** The locked versions of all packages, without the address of any registry. */
function writeLocks() {
	const options = '--package-lock-only --legacy-peer-deps --ignore-scripts';
	for (const name of NAMES) {
		const cwd = fs.mkdtempSync(path.join(CACHE, 'lock-'));
		fs.copyFileSync(manifestOf(name), path.join(cwd, 'package.json'));
		const args = ['install', ...options.split(' '), '--omit-lockfile-registry-resolved'];
		execFileSync('npm', args, { cwd, stdio: 'inherit' });
		const { packages } = JSON.parse(read(path.join(cwd, 'package-lock.json')));
		const lines = Object.entries(packages).map(
			([place, entry]) => `${JSON.stringify(place)}:${JSON.stringify(entry)}`,
		);
		const text = `{"lockfileVersion":3,"requires":true,"packages":{\n${lines.join(',\n')}\n}}\n`;
		fs.writeFileSync(lockOf(name), text);
		fs.rmSync(cwd, { recursive: true });
	}
}

module.exports = { installN8n };

if (require.main === module && process.argv[2] === '--lock') writeLocks();
