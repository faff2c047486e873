const { Buffer } = require('node:buffer');
const fs = require('node:fs');
const path = require('node:path');

const { cyclonedxEsbuildPlugin } = require('@cyclonedx/cyclonedx-esbuild');

const FILE = 'sbom.cdx.json';
const BILL = path.join('dist', FILE);

/** Some packages are published without the text of their license. It is copied here from their repositories. */
const COPIED = path.join(__dirname, 'licenses');

/** It lists the packages whose code is in the bundle, without a time or a random number. */
const billOfMaterials = cyclonedxEsbuildPlugin({
	outputFile: FILE,
	gatherLicenseTexts: true,
	outputReproducible: true,
	mcType: 'library',
	// It would take the ajv 6 that ESLint brings for the ajv 8 that it needs.
	validate: false,
});

const plain = ({ license }) => Buffer.from(license.text.content, 'base64').toString('utf8').trim();

/** Licenses ask for their full text. If a package has none, and no copy is here, the build ends. */
const textsOf = (name, { licenses }) =>
	licenses?.map(plain) ?? [fs.readFileSync(path.join(COPIED, `${name}.txt`), 'utf8').trim()];

/** The licenses get a file that people can read. */
function finishBill() {
	const bill = JSON.parse(fs.readFileSync(BILL, 'utf8'));
	const sections = bill.components.map(({ group = '', name, version, evidence }) => {
		const full = path.posix.join(group, name);
		return `## ${full} ${version}\n\n${textsOf(full, evidence).join('\n\n')}\n`;
	});
	fs.writeFileSync('dist/THIRD_PARTY_LICENSES.md', `# Bundled packages\n\n${sections.join('\n')}`);
	// The plugin finds no import that goes through an index file, since esbuild leaves that out. All are in the bundle.
	const refs = bill.components.map((component) => component['bom-ref']);
	bill.dependencies = [{ ref: bill.metadata.component['bom-ref'], dependsOn: refs }];
	const withoutTexts = (key, value) => (key === 'evidence' ? undefined : value);
	fs.writeFileSync(BILL, `${JSON.stringify(bill, withoutTexts, 2)}\n`);
}

module.exports = { billOfMaterials, finishBill };
