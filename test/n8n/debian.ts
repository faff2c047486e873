import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';

import { lastLines, ran } from './ownProcess';
import { CACHE } from './paths';
import { Explained, whileTelling } from './say';

/** The programs that the tests and the compiler need, with their Debian packages. */
const PACKAGE_OF = {
	chromium: 'chromium',
	'redis-server': 'redis-server',
	postgres: 'postgresql',
	python3: 'python3',
	make: 'make',
	'g++': 'g++',
} as const;

type Program = keyof typeof PACKAGE_OF;

/** The path of a program, if it is installed. */
export function whereIs(program: string): string | undefined {
	// PostgreSQL's programs are outside the PATH.
	const postgres = glob.sync('/usr/lib/postgresql/*/bin', { onlyDirectories: true });
	return [...postgres, ...(process.env.PATH ?? '').split(':'), '/usr/sbin']
		.map((folder) => path.join(folder, program))
		.find((file) => existsSync(file));
}

/** Installs the programs that are missing. */
export async function ensure(programs: readonly Program[]): Promise<void> {
	const missing = programs.filter((program) => whereIs(program) === undefined);
	if (missing.length === 0) return;
	const packages = missing.map((program) => PACKAGE_OF[program]);
	mkdirSync(CACHE, { recursive: true });
	const log = path.join(CACHE, 'debian.log');
	const running = { cwd: CACHE, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, log };
	const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
	const apt = (...args: string[]) => {
		const [command = 'apt-get', ...rest] = [...asRoot, 'apt-get', '-q', ...args];
		return ran(command, rest, running);
	};
	const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
	await whileTelling(`Installing ${packages.join(', ')} from Debian’s packages`, async () => {
		// A fresh machine may have no list of packages, or an old one.
		const done = (await install()) || ((await apt('update')) && (await install()));
		if (done && missing.every((program) => whereIs(program) !== undefined)) return;
		throw new Explained(
			`These could not be installed: ${packages.join(', ')}.\n${lastLines(log)}\n` +
				`Run "sudo apt-get update && sudo apt-get install ${packages.join(' ')}", then the same command again.`,
		);
	});
}
