// Runs YARA rules on an unpacked package, as n8n's scan does. A match of a rule named threat_… is a finding, if the
// metadata of the rule includes the file.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const toPattern = (glob) =>
	new RegExp(
		`^${glob
			.trim()
			.replace(/[.+^${}()|[\]\\]/g, '\\$&')
			.replaceAll('*', '.*')}$`,
	);

const listed = (meta, key) =>
	new RegExp(`\\b${key}="([^"]*)"`).exec(meta)?.[1].split(',').map(toPattern);

/** In a rule, a path begins with package/, as in a tarball. */
function looksAt(meta, file) {
	const isOneOf = (patterns) =>
		patterns.some(
			(pattern) => pattern.test(`package/${file}`) || pattern.test(path.posix.basename(file)),
		);
	return (
		isOneOf(listed(meta, 'path_include') ?? [/^/]) && !isOneOf(listed(meta, 'path_exclude') ?? [])
	);
}

/** A line of `yara --print-meta` has the rule, its metadata in brackets, and the file. */
function findingOf(line, folder) {
	const [, rule, meta, found] = /^(threat_\w+) \[(.*)\] (.+)$/.exec(line) ?? [];
	if (rule === undefined) return [];
	const file = path.relative(folder, found).replaceAll(path.sep, '/');
	return looksAt(meta, file) ? [`${file}: ${rule}`] : [];
}

/** @returns {{ count: number, findings: string[] }} */
function yaraFindings(rules, folder) {
	const files = fs.readdirSync(rules).filter((file) => /^threat-.*\.yar$/.test(file));
	const findings = files.flatMap((file) => {
		const { status, stdout, stderr, error } = spawnSync(
			'yara',
			['--print-meta', '--no-warnings', '--recursive', path.join(rules, file), folder],
			{ encoding: 'utf8' },
		);
		if (status !== 0) {
			throw new Error(
				`yara could not run ${file}: ${error?.message ?? stderr}. Install it with apt-get install yara.`,
			);
		}
		return stdout.split('\n').flatMap((line) => findingOf(line, folder));
	});
	return { count: files.length, findings };
}

module.exports = { findingOf, yaraFindings };
