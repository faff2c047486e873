import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';

import { modulesPlugin } from '../../scripts/eslint/plugin.js';

const root = mkdtempSync(path.join(tmpdir(), 'module-rules-'));
afterAll(() => {
	rmSync(root, { recursive: true });
});

const place = (file: string) => path.join(root, file);

/** A small tree of modules: each file with what it imports. */
const FILES = {
	'nodes/plain/index.ts': "export * from './text';",
	'nodes/plain/text.ts': '',
	'nodes/engine/index.ts': "export * from './run';",
	'nodes/engine/run.ts': "import './wire'; import './clock';",
	'nodes/engine/clock.ts': '',
	'nodes/engine/wire/index.ts': "export * from './send';",
	'nodes/engine/wire/send.ts': "import '../../plain';",
	'nodes/engine/wire/round.ts': "import type { There } from './there';",
	'nodes/engine/wire/there.ts': "export type { Back } from './back';",
	'nodes/engine/wire/back.ts': "type Round = import('./round').Round;",
	'nodes/engine/wire/inward.ts': '',
	'nodes/engine/operation/index.ts': "export * from './define';",
	'nodes/engine/operation/define.ts': '',
	'nodes/node.ts': "import './engine';",
	'nodes/loose/help.ts': '',
};
for (const [file, text] of Object.entries(FILES)) {
	mkdirSync(path.dirname(place(file)), { recursive: true });
	writeFileSync(place(file), text);
}

const { rules } = modulesPlugin({
	root,
	modules: [
		{ name: 'plain', at: 'nodes/plain/', may: [] },
		{ name: 'clock', at: 'nodes/engine/clock.ts', may: [] },
		{ name: 'wire', at: 'nodes/engine/wire/', may: ['clock'] },
		{
			name: 'operation',
			at: 'nodes/engine/operation/',
			may: [],
			types: ['wire'],
			noN8n: true,
			entryOf: 'engine',
		},
		{ name: 'engine', at: 'nodes/engine/', may: ['clock', 'wire', 'operation'] },
		{ name: 'unfinished', at: 'nodes/unfinished/', may: [] },
		{ name: 'part', at: 'nodes/unfinished/part/', may: [], entryOf: 'unfinished' },
		{ name: 'node', at: 'nodes/node.ts', may: ['engine', 'operation'] },
	],
	forAll: { plain: [] },
});

const tester = new RuleTester({
	languageOptions: { parser: tseslint.parser },
});

const at = (filename: string, code: string) => ({ filename: place(filename), code });
const wrong = (filename: string, code: string, message: string) => ({
	...at(filename, code),
	errors: [{ message }],
});

const ROUND =
	'Import cycle (imports of types count): nodes/engine/wire/round.ts → nodes/engine/wire/there.ts → nodes/engine/wire/back.ts → nodes/engine/wire/round.ts.';
const BACK_AND_FORTH =
	'Import cycle (imports of types count): nodes/engine/clock.ts → nodes/engine/run.ts → nodes/engine/clock.ts.';

tester.run('no-cycle', rules['no-cycle'], {
	valid: [
		at('nodes/engine/wire/send.ts', "import { clock } from '../clock';"),
		at('nodes/engine/wire/send.ts', "import { IDataObject } from 'n8n-workflow';"),
		at('nodes/engine/wire/send.ts', "import { nothing } from './notThere';"),
	],
	invalid: [
		wrong(
			'nodes/engine/wire/round.ts',
			"import type { There } from './there';",
			`${ROUND} Move what both sides need into a file of nodes/engine/wire that imports neither, or pass it in as an argument; files outside this folder import it by nodes/engine/wire/index.ts.`,
		),
		wrong(
			'nodes/engine/clock.ts',
			"import { run } from './run';",
			`${BACK_AND_FORTH} Move what both sides need into a file of nodes/engine that imports neither, or pass it in as an argument; files outside this folder import it by nodes/engine/index.ts.`,
		),
		wrong(
			'nodes/plain/text.ts',
			"export { run } from '../engine';",
			'Import cycle (imports of types count): nodes/plain/text.ts → nodes/engine/index.ts → nodes/engine/run.ts → nodes/engine/wire/index.ts → nodes/engine/wire/send.ts → nodes/plain/index.ts → nodes/plain/text.ts. Move what both sides need into a file that imports neither, or pass it in as an argument; of another module import only its entry file, here nodes/engine/index.ts.',
		),
		wrong(
			'nodes/engine/wire/send.ts',
			"import { other } from '.';",
			'Import cycle (imports of types count): nodes/engine/wire/send.ts → nodes/engine/wire/index.ts → nodes/engine/wire/send.ts. The entry file nodes/engine/wire/index.ts is for the files outside its folder: import the file that defines this.',
		),
	],
});

const past = (file: string, entry: string, specifier: string) =>
	`${file} is inside a module. Import from its entry file, ${entry} ('${specifier}'), and export there what is missing.`;

tester.run('by-entry', rules['by-entry'], {
	valid: [
		at('nodes/node.ts', "import { run } from './engine';"),
		at('nodes/node.ts', "import { run } from './engine/index';"),
		at('nodes/node.ts', "import { operation } from './engine/operation';"),
		at('nodes/node.ts', "import { help } from './loose/help';"),
		at('nodes/engine/run.ts', "import { send } from './wire';"),
		at('nodes/engine/wire/send.ts', "import { clock } from '../clock';"),
		at('nodes/engine/wire/send.ts', "import { inward } from './inward';"),
	],
	invalid: [
		wrong(
			'nodes/node.ts',
			"import { run } from './engine/run';",
			past('nodes/engine/run.ts', 'nodes/engine/index.ts', './engine'),
		),
		wrong(
			'nodes/node.ts',
			"import { send } from './engine/wire';",
			past('nodes/engine/wire/index.ts', 'nodes/engine/index.ts', './engine'),
		),
		wrong(
			'nodes/node.ts',
			"import { define } from './engine/operation/define';",
			past(
				'nodes/engine/operation/define.ts',
				'nodes/engine/operation/index.ts',
				'./engine/operation',
			),
		),
		wrong(
			'nodes/engine/run.ts',
			"import type { Send } from './wire/send';",
			past('nodes/engine/wire/send.ts', 'nodes/engine/wire/index.ts', './wire'),
		),
		wrong(
			'nodes/engine/wire/send.ts',
			"export { text } from '../../plain/text';",
			past('nodes/plain/text.ts', 'nodes/plain/index.ts', '../../plain'),
		),
		wrong(
			'nodes/engine/run.ts',
			"type Send = typeof import('./wire/send');",
			past('nodes/engine/wire/send.ts', 'nodes/engine/wire/index.ts', './wire'),
		),
		wrong(
			'nodes/engine/run.ts',
			"const send = await import('./wire/send');",
			past('nodes/engine/wire/send.ts', 'nodes/engine/wire/index.ts', './wire'),
		),
	],
});

const OPERATION_TO_WIRE =
	"The module 'operation' may import only types from 'wire' (nodes/engine/wire/index.ts): write 'import type', or pass in as an argument what is needed. The table is scripts/eslint/modules.js.";

tester.run('as-allowed', rules['as-allowed'], {
	valid: [
		at('nodes/engine/wire/send.ts', "import { text } from '../../plain';"),
		at('nodes/engine/wire/send.ts', "import { clock } from '../clock';"),
		at('nodes/engine/wire/send.ts', "import { inward } from './inward';"),
		at('nodes/engine/operation/define.ts', "import type { Send } from '../wire';"),
		at('nodes/engine/operation/define.ts', "import { type Send, type Sent } from '../wire';"),
		at('nodes/engine/operation/define.ts', "export { type Send } from '../wire';"),
		at('nodes/engine/operation/define.ts', "type Send = import('../wire').Send;"),
		at('nodes/engine/operation/define.ts', "import type { INode } from 'n8n-workflow';"),
		at('nodes/engine/run.ts', "import { sleep } from 'n8n-workflow';"),
		// Not a module until it has its entry file: it may be in the middle of being split.
		at('nodes/unfinished/file.ts', "import { run } from '../engine';"),
	],
	invalid: [
		wrong(
			'nodes/engine/wire/send.ts',
			"import type { Operation } from '../operation';",
			"The module 'wire' must not import 'operation' (nodes/engine/operation/index.ts). It may import: '../../plain', '../clock'. Import from one of these entry files, or pass in as an argument what is needed. The table is scripts/eslint/modules.js.",
		),
		wrong(
			'nodes/plain/text.ts',
			"import { run } from '../engine';",
			"The module 'plain' must not import 'engine' (nodes/engine/index.ts). It may import: no other module. Import from one of these entry files, or pass in as an argument what is needed. The table is scripts/eslint/modules.js.",
		),
		wrong('nodes/engine/operation/define.ts', "import { send } from '../wire';", OPERATION_TO_WIRE),
		wrong(
			'nodes/engine/operation/define.ts',
			"import { type Send, send } from '../wire';",
			OPERATION_TO_WIRE,
		),
		wrong('nodes/engine/operation/define.ts', "import '../wire';", OPERATION_TO_WIRE),
		wrong('nodes/engine/operation/define.ts', "export * from '../wire';", OPERATION_TO_WIRE),
		wrong(
			'nodes/engine/operation/define.ts',
			"import { sleep } from 'n8n-workflow';",
			"The module 'operation' may import only types from n8n-workflow, because the build runs it without n8n: write 'import type'. The table is scripts/eslint/modules.js.",
		),
		wrong(
			'nodes/loose/help.ts',
			'export const help = 1;',
			'nodes/loose/help.ts belongs to no module. Add its folder to scripts/eslint/modules.js, with its entry file (index.ts) and what it may import.',
		),
	],
});
