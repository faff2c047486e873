// Checks all types. n8n's scan brings TypeScript 7, which needs a third of the time. ESLint and the build need an older one.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const { resolve } = createRequire(require.resolve('@n8n/scan-community-package/package.json'));
const tsc = path.join(resolve('typescript/package.json'), '../bin/tsc');

const check = (project, cache) => {
	const kept = ['--incremental', '--tsBuildInfoFile', `.cache/checks/${cache}`];
	const args = [tsc, '-p', project, '--noEmit', ...kept];
	return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
};

if (!check('.', 'types') || !check('playground/page', 'page')) process.exitCode = 1;
