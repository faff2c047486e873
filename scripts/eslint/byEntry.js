const path = require('node:path');

const { entryBetween } = require('./entries.js');
const { resolveImport, specifierOf } = require('./imports.js');
const { onImport } = require('./onImport.js');

/** What is behind a module's entry file can change without a look at the rest of the code. */
module.exports = (layout) => ({
	meta: {
		type: 'problem',
		schema: [],
		messages: {
			past: "{{file}} is inside a module. Import from its entry file, {{entry}} ('{{specifier}}'), and export there what is missing.",
		},
	},
	create(context) {
		const shown = (file) => path.relative(layout.root, file).replaceAll(path.sep, '/');
		return onImport(({ node, specifier }) => {
			const target = resolveImport(context.filename, specifier);
			const entry = target && entryBetween(context.filename, target, layout);
			if (entry === undefined || entry === target) return;
			context.report({
				node,
				messageId: 'past',
				data: {
					file: shown(target),
					entry: shown(entry),
					specifier: specifierOf(context.filename, entry),
				},
			});
		});
	},
});
