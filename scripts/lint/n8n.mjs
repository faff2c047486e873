// Runs `n8n-node lint`, by which n8n decides whether a package is eligible for n8n Cloud. With "strict": true it accepts
// no eslint.config.mjs but its own two lines, which would apply rules for nodes to test/ and scripts/ too. This flag lets
// these folders have a configuration of their own, which ignores them. n8n's rules fail with ESLint 10, which needs no
// flag.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

// The downloads in this folder would take minutes. A fresh clone lacks it.
mkdirSync(path.join(root, '.cache'), { recursive: true });
cpSync(path.join(root, 'scripts/eslint.config.mjs'), path.join(root, '.cache/eslint.config.mjs'));

const { status } = spawnSync(
	process.execPath,
	[
		path.join(root, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs'),
		'lint',
		...process.argv.slice(2),
	],
	{
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
	},
);
process.exitCode = status ?? 1;
