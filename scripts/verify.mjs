// Builds, packs and unpacks the package, and runs n8n's verification scan on the tarball and on the source. Then
// compares the tarball with one from a clean install.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
	analyzePackage,
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';
import glob from 'fast-glob';

import { cleanTarball } from './clean.js';
import { yaraFindings } from './yara.js';

const root = path.resolve(import.meta.dirname, '..');

const LARGEST_TARBALL = 220_000;
/** The name of a license alone is shorter than this, and its text is longer. */
const SHORTEST_LICENSE = 500;
const LARGEST_UNPACKED = 900_000;

let faults = 0;
const say = (ok, text) => {
	if (!ok) faults++;
	console.log(`${ok ? '✓' : '✗'} ${text}`);
};

/** The scan does not report warnings, so they are counted here with its configuration. */
async function scan(name, directory, patterns) {
	const verdict = await analyzePackage(directory, patterns);
	const eslint = new ESLint({
		cwd: directory,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const files = glob.sync(patterns ?? ['**/*.js', '**/*.ts', '**/*.json'], {
		cwd: directory,
		absolute: true,
		ignore: ['node_modules/**', '**/package-lock.json'],
	});
	const results = await eslint.lintFiles(files);
	const errors = results.reduce((sum, { errorCount }) => sum + errorCount, 0);
	const warnings = results.reduce((sum, { warningCount }) => sum + warningCount, 0);
	say(
		verdict.passed && errors === 0 && warnings === 0,
		`n8n scan, ${name}: ${errors} errors, ${warnings} warnings in ${files.length} files`,
	);
	if (errors + warnings > 0) {
		console.log(await (await eslint.loadFormatter('stylish')).format(results));
	}
	if (!verdict.passed && errors === 0) console.log(verdict.message);
}

/** Like n8n, this requires each file that the manifest names, and creates an instance of its class. */
function load(unpacked) {
	// In n8n, an installed package finds n8n-workflow in a folder above it.
	symlinkSync(path.join(root, 'node_modules'), path.join(path.dirname(unpacked), 'node_modules'));
	const require = createRequire(path.join(unpacked, 'package.json'));
	const { n8n } = require('./package.json');
	const made = [...n8n.nodes, ...n8n.credentials].map((file) => {
		const name = path.basename(file).split('.')[0];
		return { file, instance: new (require(`./${file}`)[name])() };
	});
	say(made.length > 0, `loads: ${made.map(({ file }) => path.basename(file)).join(', ')}`);

	const missing = made.flatMap(({ file, instance }) => {
		const folder = path.dirname(file);
		const icons = Object.values(instance.icon ?? instance.description.icon);
		const operations = (instance.description?.properties ?? [])
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options, displayOptions }) =>
				options.map(
					({ value }) => `__schema__/v1.0.0/${displayOptions.show.resource[0]}/${value}.json`,
				),
			);
		const isTrigger = instance.description?.group.includes('trigger') === true;
		const ofTrigger = isTrigger ? ['__schema__/v1.0.0.json'] : [];
		return [...icons.map((icon) => icon.replace(/^file:/, '')), ...operations, ...ofTrigger]
			.map((needed) => path.join(folder, needed))
			.filter((needed) => !existsSync(path.join(unpacked, needed)));
	});
	say(
		missing.length === 0,
		`icons and output previews: ${missing.length === 0 ? 'all there' : `missing ${missing.join(', ')}`}`,
	);
}

/** Users must be able to read which packages are bundled, and under which licenses. */
function thirdParty(unpacked) {
	const read = (file) => readFileSync(path.join(unpacked, 'dist', file), 'utf8');
	const { bomFormat, components } = JSON.parse(read('sbom.cdx.json'));
	const sections = read('THIRD_PARTY_LICENSES.md').split(/^## /m).slice(1);
	const names = components.map(
		({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`,
	);
	const withoutLicense = names.filter((name) => {
		const license = sections.find((text) => text.startsWith(`${name}\n`)) ?? '';
		return !/copyright/i.test(license) || license.length < SHORTEST_LICENSE;
	});
	say(
		bomFormat === 'CycloneDX' && names.length > 0 && withoutLicense.length === 0,
		withoutLicense.length === 0
			? `bundled, each with its license: ${names.join(', ')}`
			: `bundled without the text of its license: ${withoutLicense.join(', ')}`,
	);
}

/** A file that something changed in node_modules would be published with the build. */
function compareWithClean(tarball) {
	const digest = (file) => createHash('sha512').update(readFileSync(file)).digest('hex');
	const clean = cleanTarball(path.join(work, 'clean'));
	const same = digest(tarball) === digest(clean);
	say(
		same,
		same
			? `the same tarball as from a clean install of the lock file: sha512 ${digest(clean).slice(0, 16)}…`
			: 'the tarball differs from the one of a clean install of the lock file. ' +
					'Delete node_modules and run this again. If it still differs, compare both dist folders.',
	);
}

/** n8n's next scan uses these rules. No package registry has them: CONTRIBUTING.md says how to get them. */
function yara(unpacked) {
	const rules = process.env.YARA_RULES;
	if (rules === undefined) {
		console.log('– GuardDog’s YARA rules were not run: YARA_RULES names no folder of rules');
		return;
	}
	const { count, findings } = yaraFindings(rules, unpacked);
	say(count > 0 && findings.length === 0, `GuardDog, ${count} rules: ${findings.length} findings`);
	for (const finding of findings) console.log(`  ${finding}`);
}

const sizeOf = (directory) =>
	readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

const work = mkdtempSync(path.join(tmpdir(), 'messaging-verify-'));
try {
	execFileSync(
		process.execPath,
		[path.join(root, 'node_modules/gulp/bin/gulp.js'), 'bundle', '--silent'],
		{
			cwd: root,
			stdio: 'inherit',
		},
	);
	const [packed] = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--pack-destination', work], {
			cwd: root,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	);
	const unpacked = path.join(work, 'unpacked');
	mkdirSync(unpacked);
	execFileSync('tar', [
		'-xzf',
		path.join(work, packed.filename),
		'-C',
		unpacked,
		'--strip-components=1',
	]);

	await scan('tarball', unpacked, undefined);
	await scan('source', root, SOURCE_FILE_PATTERNS);

	yara(unpacked);

	load(unpacked);
	thirdParty(unpacked);
	compareWithClean(path.join(work, packed.filename));

	const tarball = statSync(path.join(work, packed.filename)).size;
	const whole = sizeOf(unpacked);
	say(tarball <= LARGEST_TARBALL, `tarball: ${tarball} bytes (at most ${LARGEST_TARBALL})`);
	say(whole <= LARGEST_UNPACKED, `unpacked: ${whole} bytes (at most ${LARGEST_UNPACKED})`);
} finally {
	rmSync(work, { recursive: true, force: true });
}
process.exitCode = faults > 0 ? 1 : 0;
