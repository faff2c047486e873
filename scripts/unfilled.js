// Lists what only the owner of the package can fill in. The publish workflow stops while something is missing.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const MARK = 'FILL-IN';

/** Nobody owns this name on GitHub. It stands in the addresses of the repository until the owner is known. */
const MADE_UP = 'n8n-nodes-messaging-service/n8n-nodes-messaging-service';

/** The files that people read, or from which n8n and npm take addresses. */
const FILES = ['package.json', '*.md', ':!docs/development', '.github', 'credentials', 'nodes'];

/**
 * @param {Record<string, string>} texts the texts of the files, by their names
 * @param {string | undefined} builtFrom the repository that publishes, as owner/name
 * @returns {string[]} one line for each missing entry
 */
function unfilled(texts, builtFrom) {
	const found = (line) => [
		...(line.includes(MARK) ? [`still says ${MARK}: ${line.trim()}`] : []),
		...(line.includes(MADE_UP) ? [`names a repository that does not exist: ${line.trim()}`] : []),
	];
	const missing = Object.entries(texts).flatMap(([file, text]) =>
		text
			.split('\n')
			.flatMap((line, index) => found(line).map((what) => `${file}:${index + 1} ${what}`)),
	);
	const { author, repository } = JSON.parse(texts['package.json']);
	// Nobody can receive mail under these endings.
	if (/\.(example|invalid|test)$/.test(author.email)) {
		missing.push(`package.json: ${author.email} is no address that receives mail`);
	}
	if (builtFrom !== undefined && repository.url !== `git+https://github.com/${builtFrom}.git`) {
		missing.push(
			`package.json: repository.url is ${repository.url}, but ${builtFrom} publishes. npm refuses the provenance of another repository`,
		);
	}
	return missing;
}

module.exports = { unfilled };

if (require.main === module) {
	const root = path.resolve(__dirname, '..');
	// The job that publishes installs no packages before this, so git finds the files.
	const listed = execFileSync('git', ['ls-files', ...FILES], { cwd: root, encoding: 'utf8' });
	const texts = listed
		.trim()
		.split('\n')
		.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]);
	const missing = unfilled(Object.fromEntries(texts), process.env.GITHUB_REPOSITORY);
	for (const line of missing) console.error(`✗ ${line}`);
	if (missing.length === 0) console.log('✓ the owner has filled in everything');
	process.exitCode = missing.length > 0 ? 1 : 0;
}
