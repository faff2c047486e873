const { existsSync, mkdirSync, readdirSync } = require('node:fs');
const path = require('node:path');

const { Explained, lastLines, ran, whileTelling } = require('./say.js');

const CACHE = path.resolve(__dirname, '../../.cache');

/** The programs that the tests and the compiler need, with their Debian packages. */
const PACKAGE_OF = {
	chromium: 'chromium',
	'redis-server': 'redis-server',
	postgres: 'postgresql',
	python3: 'python3',
	make: 'make',
	'g++': 'g++',
};

/** PostgreSQL's programs are outside the PATH, in a folder for each version. */
function foldersOfPostgres() {
	const all = '/usr/lib/postgresql';
	return existsSync(all) ? readdirSync(all).map((version) => path.join(all, version, 'bin')) : [];
}

/**
 * The path of a program, if it is installed.
 * @param {string} program
 * @returns {string | undefined}
 */
function whereIs(program) {
	return [...foldersOfPostgres(), ...(process.env.PATH ?? '').split(':'), '/usr/sbin']
		.map((folder) => path.join(folder, program))
		.find((file) => existsSync(file));
}

/**
 * Nobody's own machine is changed unasked: only that of CI, and a container's, where root has no terminal.
 * @param {boolean} isRoot
 * @param {boolean} isTerminal
 * @param {string | undefined} ci
 */
const mayInstall = (isRoot, isTerminal, ci) => ci === 'true' || (isRoot && !isTerminal);

/**
 * Installs the programs that are missing, or says how.
 * @param {readonly (keyof typeof PACKAGE_OF)[]} programs
 */
async function ensure(programs) {
	const missing = programs.filter((program) => whereIs(program) === undefined);
	if (missing.length === 0) return;
	const packages = missing.map((program) => PACKAGE_OF[program]);
	const advice = `Run "sudo apt-get update && sudo apt-get install ${packages.join(' ')}", then the same command again.`;
	const isRoot = process.getuid?.() === 0;
	if (!mayInstall(isRoot, process.stdin.isTTY, process.env.CI)) {
		throw new Explained(`These are missing: ${packages.join(', ')}. ${advice}`);
	}
	mkdirSync(CACHE, { recursive: true });
	const log = path.join(CACHE, 'debian.log');
	const running = { cwd: CACHE, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, log };
	const asRoot = isRoot ? [] : ['sudo', '-n'];
	const apt = (/** @type {string[]} */ ...args) => {
		const [command = '', ...rest] = [...asRoot, 'apt-get', '-q', ...args];
		return ran(command, rest, running);
	};
	const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
	await whileTelling(`Installing ${packages.join(', ')} from Debian’s packages`, async () => {
		// A fresh machine may have no list of packages, or an old one.
		const done = (await install()) || ((await apt('update')) && (await install()));
		if (done && missing.every((program) => whereIs(program) !== undefined)) return;
		throw new Explained(
			`These could not be installed: ${packages.join(', ')}.\n${lastLines(log)}\n${advice}`,
		);
	});
}

module.exports = { CACHE, ensure, mayInstall, whereIs };
