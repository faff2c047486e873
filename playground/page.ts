import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, stop } from 'esbuild';

/** The files of the phone page, as the server hands them out. */
export interface PhonePage {
	html: string;
	js: string;
	css: string;
}

const FOLDER = join(__dirname, 'page');

async function bundle(): Promise<PhonePage> {
	const { outputFiles } = await build({
		absWorkingDir: FOLDER,
		entryPoints: ['app.tsx', 'app.css'],
		outdir: FOLDER,
		bundle: true,
		write: false,
		minify: false,
		format: 'iife',
		target: 'es2022',
		charset: 'utf8',
		jsx: 'automatic',
		jsxImportSource: 'preact',
		define: { 'process.env.NODE_ENV': '"production"' },
		logLevel: 'silent',
	});
	// Its process would keep a test run waiting.
	await stop();
	const textOf = (name: string) => {
		const file = outputFiles.find(({ path }) => path === join(FOLDER, name));
		if (!file) throw new Error(`The bundle of the phone page has no ${name}`);
		return file.text;
	};
	const html = await readFile(join(FOLDER, 'index.html'), 'utf8');
	return { html, js: textOf('app.js'), css: textOf('app.css') };
}

let bundled: Promise<PhonePage> | undefined;

/** The page, bundled when first asked for. */
export function phonePage(): Promise<PhonePage> {
	bundled ??= bundle();
	return bundled;
}
