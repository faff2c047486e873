const fs = require('node:fs');
const path = require('node:path');

/** Some packages are published without the text of their license. It is copied here from their repositories. */
const COPIED = path.join(__dirname, 'licences');

function textsOf({ name, version, folder }, copied) {
	const files = fs.readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
	const texts = files.sort().map((file) => path.join(folder, file));
	if (!files.some((file) => !/^notice/i.test(file))) {
		const text = path.join(copied, `${name}.txt`);
		if (!fs.existsSync(text)) {
			throw new Error(
				`${name} ${version} is bundled, but has no license file. Copy the license from its repository to ${path.relative('.', text)}.`,
			);
		}
		texts.unshift(text);
	}
	return texts.map((file) => fs.readFileSync(file, 'utf8').trim()).join('\n\n');
}

/** The licenses require their full text in the package. A missing one ends the build. */
function licenceTexts(packages, copied = COPIED) {
	const sections = packages.map(
		(bundled) => `## ${bundled.name} ${bundled.version}\n\n${textsOf(bundled, copied)}\n`,
	);
	return `# Bundled packages\n\n${sections.join('\n')}`;
}

module.exports = { licenceTexts };
