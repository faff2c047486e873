import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';

const FOLDER = path.join(__dirname, 'page');

type Part = 'html' | 'js' | 'css';

function bundle(): Record<Part, string> {
	const { outputFiles } = buildSync({
		absWorkingDir: FOLDER,
		entryPoints: { app: 'app.tsx', styles: 'styles.css' },
		outdir: FOLDER,
		bundle: true,
		write: false,
		target: 'es2022',
		charset: 'utf8',
		define: { 'process.env.NODE_ENV': '"production"' },
		logLevel: 'silent',
	});
	const textOf = (end: string) => outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
	const html = readFileSync(path.join(FOLDER, 'index.html'), 'utf8');
	return { html, js: textOf('app.js'), css: textOf('styles.css') };
}

let bundled: Record<Part, string> | undefined;

/** The page, bundled when first asked for. */
export function phonePage(part: Part): string {
	bundled ??= bundle();
	return bundled[part];
}
