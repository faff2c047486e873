import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { ROOT } from '../n8n/paths';
import { temporaryFolder } from '../support/temporaryFolder';

/** The files of a small project. Those after the empty line break one rule each. */
const FILES = {
	'nodes/plain/index.ts': "export * from './text';",
	'nodes/plain/text.ts': 'export const text = 1; export type Text = string;',
	'nodes/engine/index.ts': "export * from './run';",
	'nodes/engine/run.ts': "import './wire'; import './operation';",
	'nodes/engine/wire/index.ts': "export * from './send';",
	'nodes/engine/wire/send.ts': "import { text } from '../../plain'; export const sent = text;",
	'nodes/engine/operation/index.ts':
		"import type { sent } from '../wire'; export type S = typeof sent;",
	'nodes/node.ts':
		"import './engine'; import type { S } from './engine/operation'; export type N = S;",
	'test/simulator/index.ts': 'export {};',

	'nodes/engine/wire/upward.ts': "import '..';",
	'nodes/engine/operation/value.ts': "import { sent } from '../wire'; export const again = sent;",
	'nodes/engine/operation/n8n.ts':
		"import { sleep } from 'n8n-workflow'; export const wait = sleep;",
	'nodes/engine/inside.ts': "export const later = import('../plain/text');",
	'nodes/engine/wire/round.ts': "import type { There } from './there'; export type Round = There;",
	'nodes/engine/wire/there.ts': "export type There = import('./round').Round;",
	'nodes/past.ts': "export { sent } from './engine/wire';",
	'nodes/loose/help.ts': "import '../plain';",
	'test/simulator/page.ts': "import '../../playground/page';",
	'playground/page.ts': "import '../test/simulator';",
	'playground/past.ts': "import { text } from '../test/simulator/text'; export const t = text;",
	'test/simulator/text.ts': 'export const text = 1;',
	'test/simulator/cheat.ts': "import type { Text } from '../../nodes/plain'; export type T = Text;",
};

const layout = {
	modules: [
		{ name: 'plain', at: 'nodes/plain/', may: [] },
		{ name: 'wire', at: 'nodes/engine/wire/', may: [] },
		{
			...{ name: 'operation', at: 'nodes/engine/operation/', may: [], types: ['wire'] },
			...{ noN8n: true, entryOf: 'engine' },
		},
		{ name: 'engine', at: 'nodes/engine/', may: ['wire', 'operation'] },
		{ name: 'node', at: 'nodes/node.ts', may: ['engine', 'operation'] },
		{ name: 'past', at: 'nodes/past.ts', may: ['wire'] },
	],
	forAll: { plain: [] },
};

const { root, write } = temporaryFolder('import-rules');

it('The import rules find each kind of wrong import, and no right one', () => {
	for (const [file, text] of Object.entries(FILES)) write(file, text);
	write('node_modules/n8n-workflow/index.js', '');
	const rules = JSON.stringify(path.join(ROOT, 'scripts/imports/rules.js'));
	write(
		'config.js',
		`module.exports = require(${rules}).configFor(${JSON.stringify({ root, ...layout })});`,
	);

	const command = path.join(ROOT, 'node_modules/.bin/depcruise');
	const given =
		'--config config.js --output-type err --no-progress nodes test/simulator playground';
	const env = { ...process.env, NO_COLOR: '1' };
	const { stdout } = spawnSync(command, given.split(' '), { cwd: root, encoding: 'utf8', env });
	const found = [...stdout.matchAll(/^ +error (.+?): (\S+)/gm)];
	expect(Object.fromEntries(found.map(([, rule, file]) => [file, rule]))).toEqual({
		'nodes/engine/wire/upward.ts': 'wire imports engine',
		'nodes/engine/operation/value.ts': 'operation imports more than types of wire',
		'nodes/engine/operation/n8n.ts': 'operation needs n8n at run time',
		'nodes/engine/inside.ts': 'past the entry of nodes/plain/',
		'nodes/engine/wire/round.ts': 'import cycle',
		'nodes/past.ts': 'past the entry of nodes/engine/',
		'nodes/loose/help.ts': 'a file of no module imports',
		'test/simulator/page.ts': 'the simulator imports the playground',
		'playground/past.ts': "past the simulator's entry",
		'test/simulator/cheat.ts': 'the simulator imports the node',
	});
	expect(found).toHaveLength(10);
});
