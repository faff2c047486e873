// Asks npm for known weaknesses of the bundled packages. The build has listed these in dist/sbom.cdx.json.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { advisoriesOf } from './build/advisories.js';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

const BILL = 'dist/sbom.cdx.json';

function check() {
	if (!existsSync(path.join(root, BILL))) return [`${BILL} is missing. Run npm run build first.`];
	const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
		cwd: root,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	const report = JSON.parse(stdout || '{}');
	if (report.vulnerabilities === undefined) {
		return [`npm audit failed: ${report.message ?? 'it printed no report'}. Try again later.`];
	}
	return advisoriesOf(report, read(BILL), read('package-lock.json').packages);
}

const findings = check();
for (const finding of findings) console.error(`✗ ${finding}`);
if (findings.length === 0) {
	console.log('✓ npm knows no weakness of the bundled packages');
}
process.exitCode = findings.length > 0 ? 1 : 0;
