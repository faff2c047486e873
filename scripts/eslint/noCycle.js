const path = require('node:path');

const { entryBetween } = require('./entries.js');
const { resolveImport, wayBetween } = require('./imports.js');
const { onImport } = require('./onImport.js');

const CYCLE = 'Import cycle (imports of types count): {{cycle}}.';

/** Files that import each other, however far around, cannot be read or changed one at a time. */
module.exports = (layout) => ({
	meta: {
		type: 'problem',
		schema: [],
		messages: {
			ownEntry: `${CYCLE} The entry file {{entry}} is for the files outside its folder: import the file that defines this.`,
			between: `${CYCLE} Move what both sides need into a file that imports neither, or pass it in as an argument; of another module import only its entry file, here {{entry}}.`,
			within: `${CYCLE} Move what both sides need into a file of {{folder}} that imports neither, or pass it in as an argument; files outside this folder import it by {{entry}}.`,
		},
	},
	create(context) {
		const shown = (file) => path.relative(layout.root, file).replaceAll(path.sep, '/');
		return onImport(({ node, specifier }) => {
			const target = resolveImport(context.filename, specifier);
			const way = target && wayBetween(target, context.filename);
			if (way === undefined) return;
			const folder = path.dirname(target);
			const ownEntry = path.join(folder, 'index.ts');
			const throughOwnEntry = target === ownEntry && context.filename.startsWith(folder + path.sep);
			const entry = entryBetween(context.filename, target, layout);
			context.report({
				node,
				messageId: throughOwnEntry ? 'ownEntry' : entry ? 'between' : 'within',
				data: {
					cycle: [context.filename, ...way].map(shown).join(' → '),
					entry: shown(entry ?? ownEntry),
					folder: shown(folder),
				},
			});
		});
	},
});
