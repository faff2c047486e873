const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

/** The folder of the package that a file comes from. The package's own files have none. */
const folderOf = (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** One digest stands for several files: the digest of what sha256sum prints for them, sorted by name. */
const digestOf = (folder, files) =>
	sha256(
		files
			.sort()
			.map((file) => `${sha256(fs.readFileSync(path.join(folder, file)))}  ${file}\n`)
			.join(''),
	);

/**
 * Returns the packages whose code is in the bundle, sorted by name. esbuild may read a package and use nothing of it.
 *
 * @param {{
 *   inputs: Record<string, { imports: { path: string }[] }>,
 *   outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>,
 * }} metafile
 */
function bundledPackages({ inputs, outputs }, root = '.') {
	const files = Object.values(outputs).flatMap((output) =>
		Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) =>
			bytesInOutput > 0 ? [file] : [],
		),
	);
	const folders = [...new Set(files.flatMap((file) => folderOf(file) ?? []))];
	/**
	 * Returns the bundled packages that the files of this folder import. Without a folder, the importing files are the
	 * package's own.
	 */
	const importedBy = (folder) =>
		Object.keys(inputs)
			.filter((file) => folderOf(file) === folder)
			.flatMap((file) => inputs[file].imports.flatMap((to) => folderOf(to.path) ?? []))
			.filter((to) => to !== folder && folders.includes(to));
	const packageIn = (folder) => {
		const manifest = path.join(root, folder, 'package.json');
		const { name, version, license } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
		return { name, version, license, folder: path.join(root, folder) };
	};
	const digestIn = (folder) => {
		const own = files.filter((file) => folderOf(file) === folder);
		const names = [...new Set(own)].map((file) => file.slice(folder.length + 1));
		return digestOf(path.join(root, folder), names);
	};
	const direct = importedBy(undefined);
	return folders
		.map((folder) => ({
			...packageIn(folder),
			digest: digestIn(folder),
			direct: direct.includes(folder),
			imports: [...new Set(importedBy(folder))].map((to) => packageIn(to).name).sort(),
		}))
		.sort((one, other) => (one.name < other.name ? -1 : 1));
}

module.exports = { bundledPackages };
