// Lists what only the owner of the package can fill in. The publish workflow stops while something is missing.
const fs = require('node:fs');
const path = require('node:path');

const MARK = 'FILL-IN';
const FILES = ['package.json', 'README.md', 'SECURITY.md', '.github/CODEOWNERS'];

/**
 * @param {Record<string, string>} texts the files that people read, by their names
 * @param {string | undefined} builtFrom the repository that publishes, as owner/name
 * @returns {string[]} one line for each missing entry
 */
function unfilled(texts, builtFrom) {
	const { author, repository } = JSON.parse(texts['package.json']);
	const missing = Object.entries(texts).flatMap(([file, text]) =>
		text
			.split('\n')
			.flatMap((line, index) =>
				line.includes(MARK) ? [`${file}:${index + 1} still says ${MARK}: ${line.trim()}`] : [],
			),
	);
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
	const texts = FILES.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]);
	const missing = unfilled(Object.fromEntries(texts), process.env.GITHUB_REPOSITORY);
	for (const line of missing) console.error(`✗ ${line}`);
	if (missing.length === 0) console.log('✓ the owner has filled in everything');
	process.exitCode = missing.length > 0 ? 1 : 0;
}
