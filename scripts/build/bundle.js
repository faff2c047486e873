const fs = require('node:fs/promises');
const path = require('node:path');

const esbuild = require('esbuild');
const ts = require('typescript');

const manifest = require('../../package.json');
const { bundledPackages } = require('./bundledPackages.js');
const common = require('./esbuildOptions.js');
const { licenceTexts } = require('./licences.js');
const { bill } = require('./sbom.js');

/** package.json lists the compiled files, and these are their sources. */
const entries = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) =>
	file.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
);

/**
 * fast-xml-parser imports these for options that nodes/plain/xml.ts does not use. Each replacement gives the careful
 * answer, in case it is used after all.
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

/** esbuild leaves some comments, which make up a fifteenth of the package. They are in the sources anyway. */
const withoutComments = (text) =>
	ts.transpileModule(text, {
		compilerOptions: { removeComments: true, target: 'ES2022', module: 'ESNext' },
	}).outputText;

/** Tabs make the package a hundredth smaller than the two spaces that esbuild writes. */
const withTabs = (code) => code.replace(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));

/**
 * The code is not minified, so that reviewers can read what runs. n8n loads CommonJS, but esbuild splits only ES
 * modules into shared files. So the files are bundled as ES modules and converted after that.
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
				// The shared files are mostly libraries, so shorter syntax costs reviewers nothing.
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
