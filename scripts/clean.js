// Builds and packs the package in a new folder, with only the build's packages in the versions of the lock file.
// Changes in node_modules cannot reach this tarball.
//   node scripts/clean.js <folder>             puts the tarball into the folder
//   node scripts/clean.js <folder> --audit     fails if npm knows a weakness of a bundled package
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.resolve(__dirname, '..');

const BUNDLED = ['fast-xml-parser', 'libphonenumber-js', 'zod'];

/** The build imports only these packages, so the other development packages are not installed. */
const BUILD = [
	'@cyclonedx/cyclonedx-esbuild',
	'esbuild',
	'gulp',
	'typescript',
	'zod-to-json-schema',
];

const SOURCES = [
	...['nodes', 'credentials', 'icons', 'scripts/build', 'gulpfile.js'],
	...['README.md', 'LICENSE', 'package.json', 'package-lock.json', '.npmrc'],
];

const [folder = 'tarball', flag] = process.argv.slice(2);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'messaging-clean-'));
const run = (command, ...args) => execFileSync(command, args, { cwd: work, stdio: 'inherit' });

try {
	for (const source of SOURCES) {
		fs.cpSync(path.join(root, source), path.join(work, source), { recursive: true });
	}
	const manifest = path.join(work, 'package.json');
	const whole = fs.readFileSync(manifest, 'utf8');
	const { devDependencies, ...rest } = JSON.parse(whole);
	const only = (names) => Object.fromEntries(names.map((name) => [name, devDependencies[name]]));
	// npm ci refuses the whole lock file, which lacks the binaries of some packages for other systems. The build needs
	// none of these packages.
	const forBuild = {
		...rest,
		peerDependencies: {},
		dependencies: only(BUNDLED),
		devDependencies: only(BUILD),
	};
	fs.writeFileSync(manifest, JSON.stringify(forBuild));
	run('npm', 'ci', '--prefer-offline', '--loglevel=error');
	if (flag === '--audit') run('npm', 'audit', '--omit=dev');
	fs.writeFileSync(manifest, whole);
	run(process.execPath, 'node_modules/gulp/bin/gulp.js', 'bundle', '-L');
	fs.mkdirSync(folder, { recursive: true });
	run('npm', 'pack', '--loglevel=error', '--pack-destination', path.resolve(folder));
} finally {
	fs.rmSync(work, { recursive: true, force: true });
}
