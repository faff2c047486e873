const fs = require('node:fs/promises');
const path = require('node:path');

const esbuild = require('esbuild');
const ts = require('typescript');

const manifest = require('../../package.json');
const { bundledPackages } = require('./bundledPackages.js');
const common = require('./esbuildOptions.js');
const { licenceTexts } = require('./licences.js');
const { bill } = require('./sbom.js');

/** The sources of what package.json lists for n8n. */
const entries = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) =>
	file.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
);

/**
 * What fast-xml-parser brings along for options that nodes/plain/xml.ts does not use: numbers in texts, what a document
 * declares (such a document is refused before it is parsed), and paths at which it stops. Should one of them be asked
 * all the same, it gives the careful answer.
 */
const UNUSED = {
	strnum: 'export default (text) => text;',
	'is-unsafe': 'export const HTML = {}, XML = {}; export const isUnsafe = () => true;',
	'./DocTypeReader.js':
		"export default class { setXmlVersion() {} readDocType() { throw new Error('it declares a document type'); } }",
	'./Expression.js':
		"export default class { constructor() { throw new Error('no path is used'); } }",
	'./ExpressionSet.js':
		'export default class { size = 0; seal() {} matchesAny() { return false; } }',
};

const leaveOutUnused = {
	name: 'leave out what is not used',
	setup: (build) => {
		build.onResolve({ filter: /./ }, ({ path: name, importer }) =>
			Object.hasOwn(UNUSED, name) && importer.includes('node_modules')
				? { path: name, namespace: 'unused' }
				: undefined,
		);
		build.onLoad({ filter: /.*/, namespace: 'unused' }, ({ path: name }) => ({
			contents: UNUSED[name],
		}));
	},
};

/** esbuild leaves some comments, a fifteenth of the package. The sources have them all. */
const withoutComments = (text) =>
	ts.transpileModule(text, {
		compilerOptions: { removeComments: true, target: 'ES2022', module: 'ESNext' },
	}).outputText;

/** A tab for each two spaces that esbuild indents by: as readable, and a hundredth smaller. */
const withTabs = (code) => code.replace(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));

/**
 * Readable on purpose: reviewers of the package read what runs. What several files use is in a file of its own;
 * esbuild splits ES modules only, so these are made first and written as CommonJS, which n8n loads, after that.
 */
async function bundle() {
	const { outputFiles, metafile } = await esbuild.build({
		...common,
		entryPoints: entries,
		outbase: '.',
		outdir: 'dist',
		format: 'esm',
		splitting: true,
		chunkNames: 'shared/[hash]',
		plugins: [leaveOutUnused],
		minify: false,
		metafile: true,
		write: false,
	});
	await Promise.all(
		outputFiles.map(async ({ path: file, text }) => {
			const { code } = await esbuild.transform(withoutComments(text), {
				charset: 'utf8',
				// Mostly libraries: shorter constructs, names and lines as they were.
				minifySyntax: file.includes('/shared/'),
				format: 'cjs',
				platform: 'node',
				target: common.target,
			});
			await fs.mkdir(path.dirname(file), { recursive: true });
			await fs.writeFile(file, withTabs(code));
		}),
	);
	const packages = bundledPackages(metafile);
	const locked = JSON.parse(await fs.readFile('package-lock.json', 'utf8')).packages;
	await fs.writeFile('dist/THIRD_PARTY_LICENSES.md', licenceTexts(packages));
	await fs.writeFile(
		'dist/sbom.cdx.json',
		`${JSON.stringify(bill(manifest, packages, locked), null, 2)}\n`,
	);
}

module.exports = { bundle };
