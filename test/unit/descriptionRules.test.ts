import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

it('The rules of n8n find nothing in the descriptions as users see them', () => {
	const { stdout } = spawnSync(process.execPath, ['scripts/lint/descriptions.mjs'], {
		cwd: ROOT,
		encoding: 'utf8',
		// In a test, the plugin takes each file for one of its own.
		env: { ...process.env, NODE_ENV: 'production' },
	});

	expect(stdout).toBe('Descriptions: nothing found in 6 files\n');
});
