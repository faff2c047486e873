// The rules of dependency-cruiser say which file may import which.
const path = require('node:path');

const { GROUPS } = require('./groups.js');

const TABLE = 'The table is scripts/imports/groups.js.';

const escaped = (text) => text.replace(/[.+^${}()|[\]\\]/g, '\\$&');
const entryOf = (at) => (at.endsWith('/') ? `${at}index.ts` : at);

/** dependency-cruiser prints the comment below what a rule found. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const modules = GROUPS.flatMap(({ folder, order, uses }) =>
	order.map((name, index) => ({
		at: folder + name,
		may: [...order.slice(0, index).map((earlier) => folder + earlier), ...uses].map(entryOf),
	})),
);

/** A module has the files in its folder, but not those of a module inside it. */
function filesOf(at) {
	if (!at.endsWith('/')) return `^${escaped(at)}$`;
	const inside = modules.filter((other) => other.at !== at && other.at.startsWith(at));
	const without = inside.map((other) => escaped(other.at.slice(at.length))).join('|');
	return without === '' ? `^${escaped(at)}` : `^${escaped(at)}(?!${without})`;
}

const OURS = '^(nodes|credentials)/';
const all = modules.map(({ at }) => filesOf(at));
const add = `Add its folder or file. ${TABLE}`;

module.exports = {
	forbidden: [
		rule(
			'import cycle',
			'Imports of types count. Move what both sides need into a file that imports neither.',
			{},
			{ circular: true },
		),
		rule('a file of no module imports', add, { path: OURS, pathNot: all }, {}),
		rule('imports a file of no module', add, {}, { path: OURS, pathNot: all }),
		...modules.map(({ at, may }) =>
			rule(
				`${at} imports another module`,
				`It may import ${may.join(', ') || 'no other module'}. Import from one of these, or pass in as an argument what is needed. ${TABLE}`,
				{ path: filesOf(at) },
				{ path: OURS, pathNot: [filesOf(at), ...may.map((entry) => `^${escaped(entry)}$`)] },
			),
		),
		rule(
			'the simulator imports the node',
			"The simulator checks the node, so it shares nothing with it. State this fact of the service in test/simulator/ too, from the service's documentation.",
			{ path: '^(test/simulator|playground)/' },
			{ path: OURS },
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
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: 'specify',
		tsConfig: { fileName: path.resolve(__dirname, '../../tsconfig.json') },
	},
};
