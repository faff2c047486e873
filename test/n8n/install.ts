import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';

import { lastLines, ran } from './ownProcess';
import { ensure } from './debian';
import { CACHE } from './paths';
import { Explained, whileTelling } from './say';
import type { N8nVersion } from './versions';

export interface Installed {
	version: N8nVersion;
	/** The Node that runs it. Its folder comes first on the PATH. */
	node: string;
	path: string;
	/** n8n's own command. */
	command: string;
}

/** How many packages of n8n are there, as a sign of progress. */
function packagesIn(folder: string): number {
	return glob.sync('node_modules/{*,@*/*}/package.json', { cwd: folder }).length;
}

/** The driver of the database must be compiled, once for each Node. */
async function compileDriver(folder: string, headers: string, search: string, log: string) {
	const target = path.join(folder, 'node_modules/sqlite3/build/Release/node_sqlite3.node');
	await ensure(['python3', 'make', 'g++']);
	const options = '--build-from-source --foreground-scripts --ignore-scripts=false'.split(' ');
	const env = { ...process.env, PATH: search, npm_config_nodedir: headers, JOBS: 'max' };
	const went = await whileTelling(
		'Compiling the driver of n8n’s database (one to two minutes)',
		() => ran('npm', ['rebuild', 'sqlite3', ...options], { cwd: folder, env, log }),
	);
	if (!went || !existsSync(target)) {
		throw new Explained(
			`The driver of n8n’s database could not be compiled (${log}):\n${lastLines(log)}\n` +
				'Check that python3, make and g++ work, then run the same command again.',
		);
	}
}

/** Installs a version of n8n in its own folder. A run that was interrupted is completed. */
export async function installN8n(version: N8nVersion): Promise<Installed> {
	const folder = path.join(CACHE, 'n8n', version.n8n);
	const runtime = `node-${process.platform}-${process.arch}`;
	const dependencies = { n8n: version.n8n, [runtime]: version.node };
	const needed = { private: true, dependencies, overrides: version.overrides };
	const manifest = `${JSON.stringify(needed, null, 2)}\n`;
	const headers = path.join(folder, 'node_modules', runtime);
	const installed: Installed = {
		version,
		node: path.join(headers, 'bin/node'),
		path: `${path.join(headers, 'bin')}:${process.env.PATH ?? ''}`,
		command: path.join(folder, 'node_modules/n8n/bin/n8n'),
	};
	const mark = path.join(folder, 'installed');
	const wanted = createHash('sha256').update(manifest).digest('hex');
	if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return installed;

	mkdirSync(folder, { recursive: true });
	const log = path.join(folder, 'install.log');
	rmSync(log, { force: true });
	writeFileSync(path.join(folder, 'package.json'), manifest);
	const options = '--legacy-peer-deps --ignore-scripts --no-audit --no-fund --prefer-offline';
	const install = () => ran('npm', ['install', ...options.split(' ')], { cwd: folder, log });
	const went = await whileTelling(
		`Installing n8n ${version.n8n} with Node ${version.node} (2.2 GB; three to five minutes)`,
		async () => {
			const resumed = existsSync(path.join(folder, 'node_modules'));
			if (await install()) return true;
			if (!resumed) return false;
			// npm cannot always complete an interrupted run.
			rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true });
			rmSync(path.join(folder, 'package-lock.json'), { force: true });
			return install();
		},
		() => {
			const packages = packagesIn(folder);
			return packages === 0 ? 'looking for its packages' : `${packages} packages of about 1,500`;
		},
	);
	if (!went) {
		throw new Explained(
			`n8n ${version.n8n} could not be installed (${log}):\n${lastLines(log)}\n` +
				'Check that this machine reaches the npm registry and has 3 GB of free disk, then run the same command again: what was downloaded is kept.',
		);
	}
	await compileDriver(folder, headers, installed.path, log);
	writeFileSync(mark, wanted);
	return installed;
}
