const { execFileSync } = require('node:child_process');
const fs = require('node:fs/promises');

const { dest, parallel, series, src, watch: watchFiles } = require('gulp');

const { bundle } = require('./scripts/build/bundle.js');
const { previews } = require('./scripts/build/previews.js');

async function clean() {
	await fs.rm('dist', { recursive: true, force: true });
}

async function types() {
	execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '--noEmit'], {
		stdio: 'inherit',
	});
}

function assets() {
	return src(['icons/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);
}

/** Copies the build into the n8n that `npm run dev` has started. n8n then loads the changed files. */
async function reload() {
	const installed = process.env.INSTALLED_PACKAGE;
	if (installed !== undefined) await fs.cp('dist', `${installed}/dist`, { recursive: true });
}

const make = series(bundle, parallel(assets, previews));

module.exports = {
	build: series(clean, types, make),
	/** Skips the type check, which takes longer than all other steps. */
	bundle: series(clean, make),
	watch: () => {
		watchFiles(
			['nodes/**/*', 'credentials/**/*', 'icons/*'],
			{ ignoreInitial: false },
			series(make, reload),
		);
	},
};
