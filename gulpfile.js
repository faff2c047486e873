const { execFileSync } = require('node:child_process');
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');

const esbuild = require('esbuild');
const { dest, parallel, series, src, watch: watchFiles } = require('gulp');
const { zodToJsonSchema } = require('zod-to-json-schema');

const manifest = require('./package.json');

/** The sources of what package.json lists for n8n. */
const entries = [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) =>
	file.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
);

const common = {
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	// n8n brings it, and errors and sleep must be n8n's own.
	external: ['n8n-workflow'],
	logLevel: 'warning',
};

async function clean() {
	await fs.rm('dist', { recursive: true, force: true });
}

async function types() {
	execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '--noEmit'], {
		stdio: 'inherit',
	});
}

/**
 * What fast-xml-parser brings along for options that nodes/plain/xml.ts does not use: numbers in texts, and entities
 * that a document declares, which are refused. Should one of them be asked all the same, it gives the careful answer.
 */
const UNUSED = {
	strnum: 'export default (text) => text;',
	'is-unsafe': 'export const HTML = {}, XML = {}; export const isUnsafe = () => true;',
};

const leaveOutUnused = {
	name: 'leave out what is not used',
	setup: (build) => {
		build.onResolve({ filter: /^(strnum|is-unsafe)$/ }, ({ path: name }) => ({
			path: name,
			namespace: 'unused',
		}));
		build.onLoad({ filter: /.*/, namespace: 'unused' }, ({ path: name }) => ({
			contents: UNUSED[name],
		}));
	},
};

/**
 * Readable on purpose: whoever verifies the package reads what runs. What several files use stands in a file of its
 * own; esbuild splits ES modules only, so these are made first and written as CommonJS, which n8n loads, after that.
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
			const { code } = await esbuild.transform(text, {
				format: 'cjs',
				platform: 'node',
				target: common.target,
			});
			await fs.mkdir(path.dirname(file), { recursive: true });
			await fs.writeFile(file, code);
		}),
	);
	await licenses(Object.keys(metafile.inputs));
}

/** Whoever ships another's code ships its licence. */
async function licenses(files) {
	const packages = new Set(
		files.flatMap((file) => {
			const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file);
			return found ? [found[1]] : [];
		}),
	);
	const texts = await Promise.all(
		[...packages].sort().map(async (name) => {
			const folder = path.join('node_modules', name);
			const { version } = JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8'));
			const file = (await fs.readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
			const text = file ? await fs.readFile(path.join(folder, file), 'utf8') : 'See its package.';
			return `## ${name} ${version}\n\n${text.trim()}\n`;
		}),
	);
	await fs.writeFile('dist/THIRD_PARTY_LICENSES.md', `# Bundled packages\n\n${texts.join('\n')}`);
}

function assets() {
	return src(['icons/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);
}

/** The previews of outputs in the editor, made from the schemas that the answers are checked against. */
async function previews() {
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'previews-'));
	const required = async (entry) => {
		const outfile = path.join(folder, `${path.basename(path.dirname(entry))}.js`);
		await esbuild.build({ ...common, entryPoints: [entry], outfile });
		return require(outfile);
	};
	const { resources } = await required('nodes/MessagingService/operations/index.ts');
	const { TRIGGER_OUTPUTS } = await required('nodes/callbacks/kinds/index.ts');
	await fs.rm(folder, { recursive: true });
	const withoutExtras = (schema) =>
		JSON.parse(
			JSON.stringify(schema, (key, value) => {
				if (key === '$schema' || key === 'additionalProperties') return undefined;
				// The editor shows one type for a field: the one that it has when it has a value.
				if (key === 'type' && Array.isArray(value)) return value.find((type) => type !== 'null');
				return value;
			}),
		);
	const write = async (file, schema) => {
		const preview = withoutExtras(zodToJsonSchema(schema, { $refStrategy: 'none' }));
		await fs.mkdir(path.dirname(file), { recursive: true });
		await fs.writeFile(file, `${JSON.stringify({ ...preview, version: 1 }, null, 2)}\n`);
	};
	const version = '__schema__/v1.0.0';
	for (const resource of resources) {
		for (const operation of resource.operations) {
			const place = `${version}/${resource.value}/${operation.value}.json`;
			await write(`dist/nodes/MessagingService/${place}`, operation.preview);
		}
	}
	for (const [name, schema] of Object.entries(TRIGGER_OUTPUTS)) {
		await write(`dist/nodes/${name}/${version}.json`, schema);
	}
}

const make = series(bundle, parallel(assets, previews));

module.exports = {
	build: series(clean, types, make),
	/** Without the check of the types, which takes longer than all the rest. */
	bundle: series(clean, make),
	watch: () => {
		watchFiles(['nodes/**/*', 'credentials/**/*', 'icons/*'], { ignoreInitial: false }, make);
	},
};
