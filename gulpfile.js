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

/** What several files use is bundled once, and required from there. */
const SHARED = { zod: 'zod', 'fast-xml-parser': 'xml', '@nodable/entities': 'entities' };
const SHARED_FOLDER = 'dist/vendor';

const fromShared = (outfile) => ({
	name: 'shared packages',
	setup: (build) => {
		build.onResolve({ filter: /^(zod|fast-xml-parser|@nodable\/entities)$/ }, ({ path: name }) => ({
			path: path.relative(path.dirname(outfile), `${SHARED_FOLDER}/${SHARED[name]}.js`),
			external: true,
		}));
	},
});

/** Readable on purpose: whoever verifies the package reads what runs. */
async function bundle() {
	const own = entries.map((entry) => {
		const outfile = `dist/${entry.replace(/\.ts$/, '.js')}`;
		return { entryPoints: [entry], outfile, plugins: [fromShared(outfile)] };
	});
	const shared = Object.entries(SHARED).map(([name, file]) => ({
		stdin: { contents: `module.exports = require('${name}');`, resolveDir: __dirname },
		outfile: `${SHARED_FOLDER}/${file}.js`,
	}));
	const built = await Promise.all(
		[...own, ...shared].map((files) =>
			esbuild.build({ ...common, ...files, minify: false, metafile: true }),
		),
	);
	await licenses(built.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
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
	const outfile = path.resolve(
		await fs.mkdtemp(path.join(os.tmpdir(), 'previews-')),
		'operations.js',
	);
	await esbuild.build({
		...common,
		entryPoints: ['nodes/MessagingService/operations/index.ts'],
		outfile,
	});
	const { resources } = require(outfile);
	const withoutExtras = (schema) =>
		JSON.parse(
			JSON.stringify(schema, (key, value) => {
				if (key === '$schema' || key === 'additionalProperties') return undefined;
				// The editor shows one type for a field: the one that it has when it has a value.
				if (key === 'type' && Array.isArray(value)) return value.find((type) => type !== 'null');
				return value;
			}),
		);
	await fs.rm(path.dirname(outfile), { recursive: true });
	for (const resource of resources) {
		const folder = `dist/nodes/MessagingService/__schema__/v1.0.0/${resource.value}`;
		await fs.mkdir(folder, { recursive: true });
		for (const operation of resource.operations) {
			const schema = withoutExtras(zodToJsonSchema(operation.preview, { $refStrategy: 'none' }));
			await fs.writeFile(
				`${folder}/${operation.value}.json`,
				`${JSON.stringify({ ...schema, version: 1 }, null, 2)}\n`,
			);
		}
	}
}

const make = series(bundle, parallel(assets, previews));

module.exports = {
	build: series(clean, types, make),
	watch: () => {
		watchFiles(['nodes/**/*', 'credentials/**/*', 'icons/*'], { ignoreInitial: false }, make);
	},
};
