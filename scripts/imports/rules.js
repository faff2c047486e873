// These rules of dependency-cruiser say which file may import which. They follow from the table in modules.js.
const path = require('node:path');

const glob = require('fast-glob');

const TABLE = 'The table is scripts/imports/modules.js.';

const escaped = (text) => text.replace(/[.+^${}()|[\]\\]/g, '\\$&');
const inside = (at) => `^${escaped(at)}${at.endsWith('/') ? '' : '$'}`;
const entryOf = (at) => (at.endsWith('/') ? `${at}index.ts` : at);

/** dependency-cruiser prints the comment below what a rule found. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

function moduleRules({ modules, forAll }) {
	/** A module has the files in its folder, but not those of a module inside it. */
	const filesOf = ({ at }) => ({
		path: inside(at),
		pathNot: modules
			.filter((other) => other.at !== at && at.endsWith('/') && other.at.startsWith(at))
			.map((other) => inside(other.at)),
	});
	const named = (names) => modules.filter(({ name }) => names.includes(name));
	return modules.flatMap((module) => {
		const { name, may, types = [], noN8n = false } = module;
		const allowed = [...(forAll[name] ?? Object.keys(forAll)), ...may];
		const entries = named(allowed).map(({ at }) => entryOf(at));
		const comment = `It may import ${entries.join(', ') || 'no other module'}. Import from one of these, or pass in as an argument what is needed. ${TABLE}`;
		const others = modules.filter(
			(other) => other !== module && !allowed.includes(other.name) && !types.includes(other.name),
		);
		const onlyTypes = named(types).map((other) => [
			`${name} imports more than types of ${other.name}`,
			filesOf(other),
		]);
		if (noN8n) onlyTypes.push([`${name} needs n8n at run time`, { path: 'n8n-workflow' }]);
		return [
			...others.map((other) =>
				rule(`${name} imports ${other.name}`, comment, filesOf(module), filesOf(other)),
			),
			...onlyTypes.map(([title, to]) =>
				rule(
					title,
					`Write 'import type', or pass in as an argument what is needed. ${TABLE}`,
					filesOf(module),
					{ ...to, preCompilationOnly: false },
				),
			),
		];
	});
}

/** Everything behind an entry file can change without a look at other modules. */
const entryRules = ({ root, modules }) =>
	glob.sync('{nodes,credentials}/**/index.ts', { cwd: root }).map((entry) => {
		const folder = `${path.posix.dirname(entry)}/`;
		const more = modules.filter(({ at, entryOf: of }) => of !== undefined && at.startsWith(folder));
		return rule(
			`past the entry of ${folder}`,
			`Import from ${entry}, and export there what is missing.`,
			{ pathNot: [inside(folder)] },
			{
				path: inside(folder),
				pathNot: [entry, ...more.map(({ at }) => entryOf(at))].map((file) => inside(file)),
			},
		);
	});

function configFor(layout) {
	const listed = layout.modules.map(({ at }) => inside(at));
	const unlisted = { path: '^(nodes|credentials)/', pathNot: listed };
	const add = `Add its folder, its entry file (index.ts) and what it may import. ${TABLE}`;
	return {
		forbidden: [
			rule(
				'import cycle',
				'Imports of types count. Move what both sides need into a file that imports neither.',
				{},
				{ circular: true },
			),
			rule('a file of no module imports', add, unlisted, {}),
			rule('imports a file of no module', add, {}, unlisted),
			rule(
				'the simulator imports the node',
				"The simulator checks the node, so it shares nothing with it. State this fact of the service in test/simulator/ too, from the service's documentation.",
				{ path: '^(test/simulator|playground)/' },
				{ path: '^(nodes|credentials)/' },
			),
			rule(
				'the simulator imports the playground',
				'The playground is built on the simulator: hand its pages to startSimulator. Only the command does that here.',
				{ path: '^test/simulator/', pathNot: '^test/simulator/main[.]ts$' },
				{ path: '^playground/' },
			),
			rule(
				"past the simulator's entry",
				'Import from test/simulator/index.ts, and export there what is missing. The page may import types only.',
				{ path: '^playground/', pathNot: '[.]test[.]ts$' },
				{
					path: '^test/simulator/',
					pathNot: '^test/simulator/index[.]ts$',
					preCompilationOnly: false,
				},
			),
			...moduleRules(layout),
			...entryRules(layout),
		],
		options: {
			doNotFollow: { path: 'node_modules' },
			tsPreCompilationDeps: 'specify',
			tsConfig: { fileName: path.resolve(__dirname, '../../tsconfig.json') },
		},
	};
}

module.exports = { configFor };
