const fs = require('node:fs/promises');
const path = require('node:path');

const esbuild = require('esbuild');
const ts = require('typescript');

const manifest = require('../../package.json');
const { billOfMaterials, finishBill } = require('./bill.js');
const common = require('./esbuildOptions.js');

/** package.json lists the compiled files, and these are their sources. */
const entries = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) =>
	file.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
);

/**
 * fast-xml-parser imports these for options that nodes/plain/xml.ts does not use. The folder has what replaces each. It
 * gives the careful answer, in case it is used after all.
 */
const UNUSED = [
	'strnum',
	'is-unsafe',
	'./DocTypeReader.js',
	'./Expression.js',
	'./ExpressionSet.js',
];

const leaveOutUnused = {
	name: 'leave out what is not used',
	setup: (build) => {
		const found = new Set();
		build.onResolve({ filter: /./ }, ({ path: name, importer }) => {
			if (!UNUSED.includes(name) || !importer.includes('node_modules')) return undefined;
			found.add(name);
			return { path: path.join(__dirname, 'unused', `${path.parse(name).name}.mjs`) };
		});
		// A new version may import them by other names, and they would come into the package unnoticed.
		build.onEnd(() => ({
			errors: UNUSED.filter((name) => !found.has(name)).map((name) => ({
				text: `No bundled package imports ${name} any more: see UNUSED`,
			})),
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
	const { outputFiles } = await esbuild.build({
		...common,
		entryPoints: entries,
		outbase: '.',
		outdir: 'dist',
		format: 'esm',
		splitting: true,
		chunkNames: 'shared/[hash]',
		plugins: [leaveOutUnused, billOfMaterials],
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
	finishBill();
}

module.exports = { bundle };
