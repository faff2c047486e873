// Asks npm for known weaknesses of the packages that are bundled, as the build has listed them in dist/sbom.cdx.json.
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
		return [`npm audit gave no answer: ${report.message ?? 'it said nothing'}. Try again later.`];
	}
	return advisoriesOf(report, read(BILL), read('package-lock.json').packages);
}

const findings = check();
for (const finding of findings) console.error(`✗ ${finding}`);
if (findings.length === 0) {
	console.log('✓ npm knows no weakness of the packages that are bundled');
}
process.exitCode = findings.length > 0 ? 1 : 0;
