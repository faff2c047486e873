const fs = require('node:fs');
const path = require('node:path');

const ts = require('typescript');

const isFile = (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** The file that a relative import leads to; undefined if it leads to a package or to nothing. */
function resolveImport(from, specifier) {
	if (!specifier.startsWith('.')) return undefined;
	const base = path.resolve(path.dirname(from), specifier);
	return [`${base}.ts`, path.join(base, 'index.ts'), base].find(isFile);
}

/** The relative import that leads from one file to another, as a person writes it. */
function specifierOf(from, to) {
	const way = path
		.relative(path.dirname(from), to)
		.replaceAll(path.sep, '/')
		.replace(/\.ts$/, '')
		.replace(/(^|\/)index$/, '');
	if (way === '') return '.';
	return way.startsWith('.') ? way : `./${way}`;
}

/**
 * The files that a file imports, types too. Kept until the file changes, so that a lint run reads each file once and
 * an editor that stays open sees every change.
 */
const known = new Map();

function importsOf(file) {
	const modified = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs;
	if (modified === undefined) return [];
	const before = known.get(file);
	if (before?.modified === modified && before.imports.every(isFile)) return before.imports;
	const { importedFiles } = ts.preProcessFile(fs.readFileSync(file, 'utf8'));
	const imports = importedFiles.flatMap(({ fileName }) => resolveImport(file, fileName) ?? []);
	known.set(file, { modified, imports: [...new Set(imports)] });
	return imports;
}

/** The shortest way along imports from one file to another, both included; undefined if there is none. */
function wayBetween(from, to) {
	const cameFrom = new Map([[from, undefined]]);
	for (const file of cameFrom.keys()) {
		if (file === to) {
			const way = [];
			for (let step = file; step !== undefined; step = cameFrom.get(step)) way.unshift(step);
			return way;
		}
		for (const next of importsOf(file)) if (!cameFrom.has(next)) cameFrom.set(next, file);
	}
	return undefined;
}

module.exports = { isFile, resolveImport, specifierOf, wayBetween };
