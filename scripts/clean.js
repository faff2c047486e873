// Builds and packs the package in a new folder, with only the build's packages in the versions of the lock file.
// Changes in node_modules cannot reach this tarball.
//   node scripts/clean.js <folder>     puts the tarball into the folder
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.resolve(__dirname, '..');

/** The build imports only these packages, so the other development packages are not installed. */
const BUILD = [
	'esbuild',
	'fast-xml-parser',
	'gulp',
	'libphonenumber-js',
	'typescript',
	'zod',
	'zod-to-json-schema',
];

const SOURCES = [
	...['nodes', 'credentials', 'icons', 'scripts/build', 'gulpfile.js'],
	...['README.md', 'LICENSE', 'package.json', 'package-lock.json', '.npmrc'],
];

/**
 * npm ci refuses the whole lock file, which lacks the binaries of some packages for other systems. The build needs none
 * of these packages.
 */
const forBuild = ({ devDependencies, ...manifest }) => ({
	...manifest,
	peerDependencies: {},
	devDependencies: Object.fromEntries(BUILD.map((name) => [name, devDependencies[name]])),
});

/** @returns {string} the tarball's path */
function cleanTarball(folder) {
	const work = fs.mkdtempSync(path.join(os.tmpdir(), 'messaging-clean-'));
	const run = (command, ...args) =>
		execFileSync(command, args, {
			cwd: work,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		});
	try {
		for (const source of SOURCES) {
			fs.cpSync(path.join(root, source), path.join(work, source), { recursive: true });
		}
		const manifest = path.join(work, 'package.json');
		const whole = fs.readFileSync(manifest, 'utf8');
		fs.writeFileSync(manifest, JSON.stringify(forBuild(JSON.parse(whole))));
		run('npm', 'ci', '--prefer-offline', '--loglevel=error');
		fs.writeFileSync(manifest, whole);
		run(process.execPath, 'node_modules/gulp/bin/gulp.js', 'bundle', '--silent');
		fs.mkdirSync(folder, { recursive: true });
		const packed = run('npm', 'pack', '--json', '--pack-destination', path.resolve(folder));
		return path.join(folder, JSON.parse(packed)[0].filename);
	} finally {
		fs.rmSync(work, { recursive: true, force: true });
	}
}

module.exports = { cleanTarball, forBuild };

if (require.main === module) console.log(cleanTarball(process.argv[2] ?? 'tarball'));
