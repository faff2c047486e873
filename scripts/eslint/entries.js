const path = require('node:path');

const { isFile } = require('./imports.js');

/**
 * The entry file by which `from` must import what is in `to`; undefined if both are in the same module. A module is a
 * folder with an index.ts. From outside a module, what is in a module inside it is imported by the outer entry file.
 */
function entryBetween(from, to, { root, modules }) {
	const isInside = (file, folder) => file.startsWith(folder + path.sep);
	let folder = root;
	for (const name of path.relative(root, path.dirname(to)).split(path.sep)) {
		folder = path.join(folder, name);
		const entry = path.join(folder, 'index.ts');
		if (isInside(from, folder) || !isFile(entry)) continue;
		return secondEntry(to, folder, { root, modules }) ?? entry;
	}
	return undefined;
}

function secondEntry(to, folder, { root, modules }) {
	const outer = modules.find(({ at }) => path.join(root, at) === folder + path.sep);
	const inner = modules.find(
		({ at, entryOf }) =>
			outer !== undefined && entryOf === outer.name && to.startsWith(path.join(root, at)),
	);
	if (inner === undefined) return undefined;
	// A module of one file is its own entry file.
	const entry = path.join(root, inner.at, inner.at.endsWith('/') ? 'index.ts' : '');
	return isFile(entry) ? entry : undefined;
}

module.exports = { entryBetween };
