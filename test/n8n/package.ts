import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import glob from 'fast-glob';
import { z } from 'zod';

import { Explained, ran } from '../../scripts/n8n/say.js';
import { CACHE, ROOT } from './paths';

const SOURCES = [
	'{nodes,credentials,icons,scripts/build}/**',
	...['gulpfile.js', 'package.json', 'package-lock.json', 'README.md', 'LICENSE'],
];

const manifest = z
	.object({ name: z.string(), version: z.string() })
	.parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));

export const PACKAGE_NAME = manifest.name;

function digestOfSources(): string {
	const hash = createHash('sha256');
	for (const file of glob.sync(SOURCES, { cwd: ROOT }).sort()) {
		hash.update(file).update(readFileSync(path.join(ROOT, file)));
	}
	return hash.digest('hex').slice(0, 16);
}

/** Builds and packs the package as for publishing, if a source has changed. */
export async function packed(): Promise<string> {
	const folder = path.join(CACHE, 'packed', digestOfSources());
	const tarball = path.join(folder, `${manifest.name}-${manifest.version}.tgz`);
	if (existsSync(tarball)) return tarball;
	rmSync(path.join(CACHE, 'packed'), { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const log = path.join(folder, 'build.log');
	const running = { cwd: ROOT, log };
	const done =
		(await ran(process.execPath, ['node_modules/gulp/bin/gulp.js', 'bundle'], running)) &&
		(await ran('npm', ['pack', '--pack-destination', folder], running));
	if (!done || !existsSync(tarball)) {
		throw new Explained(`The package could not be built:\n${readFileSync(log, 'utf8')}`);
	}
	return tarball;
}

const nodesIn = (userFolder: string) => path.join(userFolder, '.n8n/nodes');
const markIn = (userFolder: string) => path.join(nodesIn(userFolder), `.installed-${PACKAGE_NAME}`);

/** The folder of the installed package. */
export const packageIn = (userFolder: string): string =>
	path.join(nodesIn(userFolder), 'node_modules', PACKAGE_NAME);

/** Makes the next call of installPackage install it again. */
export function forgetInstalled(userFolder: string): void {
	rmSync(markIn(userFolder), { force: true });
}

/** Installs the package where n8n installs community packages. */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const nodes = nodesIn(userFolder);
	const mark = markIn(userFolder);
	const wanted = createHash('sha256').update(readFileSync(tarball)).digest('hex');
	if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
	mkdirSync(nodes, { recursive: true });
	writeFileSync(
		path.join(nodes, 'package.json'),
		'{ "name": "installed-nodes", "private": true }\n',
	);
	rmSync(path.join(nodes, 'package-lock.json'), { force: true });
	const log = path.join(nodes, 'install.log');
	const went = await ran(
		'npm',
		['install', tarball, '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'],
		{ cwd: nodes, log },
	);
	if (!went)
		throw new Explained(`The package could not be installed:\n${readFileSync(log, 'utf8')}`);
	writeFileSync(mark, wanted);
}
