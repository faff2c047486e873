const path = require('node:path');

const { isFile, resolveImport, specifierOf } = require('./imports.js');
const { onImport } = require('./onImport.js');

const TABLE = 'scripts/eslint/modules.js';

/** Each module imports only the modules that the table in modules.js allows it. */
module.exports = ({ root, modules, forAll }) => {
	const inRoot = (file) => path.relative(root, file).replaceAll(path.sep, '/');
	const inside = (name, at) => (at.endsWith('/') ? name.startsWith(at) : name === at);
	const moduleOf = (file) =>
		modules
			.filter(({ at }) => inside(inRoot(file), at))
			.sort((one, other) => other.at.length - one.at.length)[0];
	const entryOf = ({ at }) => path.join(root, at.endsWith('/') ? `${at}index.ts` : at);
	const allowed = ({ name, may }) => [...(forAll[name] ?? Object.keys(forAll)), ...may];
	const namesOf = (names, from) =>
		names
			.map((name) => entryOf(modules.find((module) => module.name === name)))
			.map((entry) => `'${specifierOf(from, entry)}'`)
			.join(', ') || 'no other module';
	/** A module that has other modules inside is one only when it has its entry file. */
	const isUnfinished = ({ at, name }) =>
		modules.some(({ entryOf: outer }) => outer === name) && !isFile(entryOf({ at }));

	return {
		meta: {
			type: 'problem',
			schema: [],
			messages: {
				forbidden: `The module '{{from}}' must not import '{{to}}' ({{entry}}). It may import: {{allowed}}. Import from one of these entry files, or pass in as an argument what is needed. The table is ${TABLE}.`,
				typesOnly: `The module '{{from}}' may import only types from '{{to}}' ({{entry}}): write 'import type', or pass in as an argument what is needed. The table is ${TABLE}.`,
				noN8n: `The module '{{from}}' may import only types from n8n-workflow, because the build runs it without n8n: write 'import type'. The table is ${TABLE}.`,
				unlisted: `{{file}} belongs to no module. Add its folder to ${TABLE}, with its entry file (index.ts) and what it may import.`,
			},
		},
		create(context) {
			const file = context.filename;
			const from = moduleOf(file);
			if (from === undefined) {
				return {
					Program: (node) =>
						context.report({ node, messageId: 'unlisted', data: { file: inRoot(file) } }),
				};
			}
			if (isUnfinished(from)) return {};
			return onImport(({ node, specifier, typeOnly }) => {
				if (specifier === 'n8n-workflow' && from.noN8n && !typeOnly) {
					context.report({ node, messageId: 'noN8n', data: { from: from.name } });
				}
				const target = resolveImport(file, specifier);
				const to = target && moduleOf(target);
				if (to === undefined || to === from || isUnfinished(to)) return;
				if (allowed(from).includes(to.name)) return;
				const types = from.types ?? [];
				if (types.includes(to.name) && typeOnly) return;
				context.report({
					node,
					messageId: types.includes(to.name) ? 'typesOnly' : 'forbidden',
					data: {
						from: from.name,
						to: to.name,
						entry: inRoot(entryOf(to)),
						allowed: namesOf(allowed(from), file),
					},
				});
			});
		},
	};
};
