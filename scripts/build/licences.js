const fs = require('node:fs');
const path = require('node:path');

/** Licences of packages that are published without their text, copied from their repositories. */
const COPIED = path.join(__dirname, 'licences');

function textsOf({ name, version, folder }, copied) {
	const files = fs.readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
	const texts = files.sort().map((file) => path.join(folder, file));
	if (!files.some((file) => !/^notice/i.test(file))) {
		const text = path.join(copied, `${name}.txt`);
		if (!fs.existsSync(text)) {
			throw new Error(
				`${name} ${version} is bundled, but has no licence file. Copy the licence from its repository to ${path.relative('.', text)}.`,
			);
		}
		texts.unshift(text);
	}
	return texts.map((file) => fs.readFileSync(file, 'utf8').trim()).join('\n\n');
}

/** The full licence text of every bundled package: their licences ask for it. A missing one ends the build. */
function licenceTexts(packages, copied = COPIED) {
	const sections = packages.map(
		(bundled) => `## ${bundled.name} ${bundled.version}\n\n${textsOf(bundled, copied)}\n`,
	);
	return `# Bundled packages\n\n${sections.join('\n')}`;
}

module.exports = { licenceTexts };
