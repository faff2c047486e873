// Builds the package, and checks what npm would publish: n8n's verification scan, also on the source, whether n8n can
// load it, and its size.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const root = path.resolve(import.meta.dirname, '..');

const LARGEST_TARBALL = 220_000;
const LARGEST_UNPACKED = 900_000;

const say = (ok, text) => {
	if (!ok) process.exitCode = 1;
	console.log(`${ok ? '✓' : '✗'} ${text}`);
};

/** Our own lint has the rules of this scan too, and accepts no warnings. */
async function scan(name, patterns) {
	const { passed, message, details = message } = await analyzePackage(root, patterns);
	say(passed, `n8n’s scan of the ${name}${passed ? '' : `: ${details}`}`);
}

/** Like n8n, this requires each file that the manifest names, and creates an instance of its class. */
function load(published) {
	const require = createRequire(path.join(root, 'package.json'));
	const { n8n } = require('./package.json');
	const missing = [...n8n.nodes, ...n8n.credentials].flatMap((file) => {
		const { icon, description } = new (require(`./${file}`)[path.basename(file).split('.')[0]])();
		const icons = Object.values(icon ?? description.icon);
		const needed = icons.map((name) => path.join(path.dirname(file), name.replace('file:', '')));
		return [file, ...needed].filter((one) => !published.includes(one));
	});
	say(
		missing.length === 0,
		missing.length === 0 ? 'loads, with all icons' : `lacks ${missing.join(', ')}`,
	);
}

const run = (command, ...args) =>
	execFileSync(command, args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});

run(process.execPath, 'node_modules/gulp/bin/gulp.js', 'bundle', '-L');
const [{ size, unpackedSize, files }] = JSON.parse(run('npm', 'pack', '--dry-run', '--json'));
const published = files.map((file) => file.path);

await scan(
	'tarball',
	published.filter((file) => /\.js(on)?$/.test(file)),
);
await scan('source', SOURCE_FILE_PATTERNS);
load(published);
say(size <= LARGEST_TARBALL, `tarball: ${size} bytes (at most ${LARGEST_TARBALL})`);
say(
	unpackedSize <= LARGEST_UNPACKED,
	`unpacked: ${unpackedSize} bytes (at most ${LARGEST_UNPACKED})`,
);
