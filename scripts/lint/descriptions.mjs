// The rules of n8n's plugin for nodes look for literals, and the fields here are made by functions. So this step prints
// the built descriptions as literals, as users see them, and lints those with all rules of the plugin.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import esbuild from 'esbuild';
import { ESLint } from 'eslint';
import plugin from 'eslint-plugin-n8n-nodes-base';
import { format } from 'prettier';
import tseslint from 'typescript-eslint';

import common from '../build/esbuildOptions.js';

const root = path.resolve(import.meta.dirname, '../..');
const printed = path.join(root, '.cache/descriptions');
const require = createRequire(import.meta.url);

/** Rules that cannot hold here, each with its reason. */
const OFF = {
	'cred-class-field-documentation-url-miscased': 'The documentation is a page of this repository.',
	'node-param-fixed-collection-type-unsorted-items':
		'The fields of Limit Wait Time have the order in which they are filled in, as in the nodes of n8n.',
	'node-param-collection-type-unsorted-items':
		'Options have the order in which users need them: panel.ts has it.',
	'node-param-operation-option-action-miscased': 'It wants WhatsApp in lower case.',
	'node-param-options-type-unsorted-items': 'What most users need comes first.',
};

/** Prettier takes the quotes from the names. */
function textOf(name, instance) {
	const [type, imported] =
		'description' in instance
			? ['INodeType', 'INodeTypeDescription']
			: ['ICredentialType', 'INodeProperties'];
	const types = { description: ': INodeTypeDescription', properties: ': INodeProperties[]' };
	const fields = Object.entries(instance)
		.filter(([, value]) => typeof value !== 'function')
		.map(([field, value]) => `${field}${types[field] ?? ''} = ${JSON.stringify(value, null, 1)};`);
	return `import type { ${type}, ${imported} } from 'n8n-workflow';

export class ${name} implements ${type} {
${fields.join('\n')}
}
`;
}

rmSync(printed, { recursive: true, force: true });
const { n8n } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const sources = [...n8n.nodes, ...n8n.credentials].map((file) =>
	file.replace(/^dist\/(.*)\.js$/, '$1'),
);
await esbuild.build({
	...common,
	entryPoints: sources.map((file) => path.join(root, `${file}.ts`)),
	outbase: root,
	outdir: path.join(printed, 'built'),
	outExtension: { '.js': '.cjs' },
});
for (const file of sources) {
	const name = path.basename(file).split('.')[0];
	const built = require(path.join(printed, 'built', `${file}.cjs`));
	mkdirSync(path.join(printed, path.dirname(file)), { recursive: true });
	// Some rules fail on lines that are not indented. Another takes the name of this time zone for a label.
	const text = await format(
		textOf(name, new built[name]()).replace('Port-au-Prince', 'Port-Au-Prince'),
		{
			parser: 'typescript',
			useTabs: true,
			singleQuote: true,
		},
	);
	writeFileSync(path.join(printed, `${file}.ts`), text);
}

const rulesOf = (group) =>
	Object.fromEntries(
		Object.keys(plugin.rules)
			.filter((name) => name.startsWith(group))
			.map((name) => [`n8n-nodes-base/${name}`, name in OFF ? 'off' : 'error']),
	);
const eslint = new ESLint({
	cwd: printed,
	overrideConfigFile: true,
	overrideConfig: [
		{ plugins: { 'n8n-nodes-base': plugin }, languageOptions: { parser: tseslint.parser } },
		{ files: ['nodes/**/*.ts'], rules: rulesOf('node-') },
		{ files: ['credentials/**/*.ts'], rules: rulesOf('cred-') },
	],
});
const results = await eslint.lintFiles(sources.map((file) => `${file}.ts`));
const found = await (await eslint.loadFormatter('stylish')).format(results);
console.log(found || `Descriptions: nothing found in ${results.length} files`);
process.exitCode = results.some(({ errorCount }) => errorCount > 0) ? 1 : 0;
