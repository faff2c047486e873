const { Buffer } = require('node:buffer');

/** @param {{ name: string, version: string }} named */
const urlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @param {{ name: string, version: string, license: string }} described */
function component({ name, version, license }) {
	const [plain, group] = name.split('/').reverse();
	return {
		type: 'library',
		'bom-ref': urlOf({ name, version }),
		...(group === undefined ? {} : { group }),
		name: plain,
		version,
		licenses: [{ license: { id: license } }],
		purl: urlOf({ name, version }),
	};
}

/** The lock file has the digest of the package's own tarball. */
function digestOf({ name, version }, locked) {
	const found = Object.entries(locked).find(
		([place, entry]) => place.endsWith(`node_modules/${name}`) && entry.version === version,
	);
	const [algorithm, digest] = found?.[1].integrity?.split('-') ?? [];
	if (algorithm !== 'sha512') {
		throw new Error(
			`package-lock.json has no SHA-512 digest of ${name} ${version}, which is bundled. Run npm install, then build again.`,
		);
	}
	return { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') };
}

/**
 * The bill of materials (CycloneDX 1.6) lists the bundled packages and their imports. It contains no time and no
 * random number, so that the same sources make the same file.
 *
 * @param {{ name: string, version: string, license: string }} manifest
 * @param {{ name: string, version: string, license: string, digest: string, direct: boolean, imports: string[] }[]} packages
 * @param {Record<string, { version?: string, integrity?: string }>} locked
 */
function bill(manifest, packages, locked) {
	const refOf = (name) => urlOf(packages.find((bundled) => bundled.name === name));
	return {
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: { component: component(manifest) },
		components: packages.map((bundled) => ({
			...component(bundled),
			hashes: [digestOf(bundled, locked)],
			// The files in node_modules were bundled, and they may differ from those in the tarball.
			properties: [{ name: 'bundled:sha256', value: bundled.digest }],
		})),
		dependencies: [
			{ ref: urlOf(manifest), dependsOn: packages.filter(({ direct }) => direct).map(urlOf) },
			...packages.map((bundled) => ({
				ref: urlOf(bundled),
				dependsOn: bundled.imports.map(refOf),
			})),
		],
	};
}

module.exports = { bill };
