import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';
import { stringify } from 'yaml';
import { z } from 'zod';

import { COMMON_OPTIONS, commonInput } from '../../nodes/MessagingService/engine/operation';
import { resources } from '../../nodes/MessagingService/operations';
import { MESSAGE_STATUS } from '../../nodes/service';
import { assistantsParts } from '../docs/assistants';
import { partsAt, table, withPart } from '../docs/markdown';
import { OUTPUTS } from '../docs/outputs';
import { factTables } from '../docs/tables';
import { ROOT } from '../n8n/paths';
import { faultsOf } from '../support/contract';
import { exampleOf, OPERATIONS, valuesIn } from '../support/operations';
import { DECISIONS } from '../simulator/facts/decisions';
import { OPENAPI_FILES } from '../simulator/facts/openapi';
import { credentials, description, inbox, statusTrigger } from '../support/ownTypes';

const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

const PAGE = 'https://n8n.example.com/webhook-waiting/1';

const filesIn = (folder: string, ending: string, recursive = true) =>
	readdirSync(path.join(ROOT, folder), { recursive, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => path.join(folder, file));

const DOCS = filesIn('docs', '.md');
const README = read('README.md');

/** A command writes these pages, or parts of them. */
const WRITTEN = {
	'docs/for-assistants.md': Object.entries(assistantsParts()).reduce(
		(text, [name, part]) => withPart(text, name, part),
		read('docs/for-assistants.md'),
	),
	// A part of the document that occurs twice is written twice, since not every reader knows YAML's anchors.
	// What YAML 1.1 takes for a date or for true is in quotes.
	...Object.fromEntries(
		Object.entries(OPENAPI_FILES).map(([file, document]) => [
			`docs/service/${file}`,
			stringify(document(), { aliasDuplicateObjects: false, lineWidth: 0, version: '1.1' }),
		]),
	),
};

const PAGES = [...filesIn('.', '.md', false), ...DOCS, 'examples/README.md'];

const anchorsOf = (text: string) =>
	[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
		const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
		return words.replace(/\s/g, '-');
	});

const withExample = z.object({ schema: z.object({ $ref: z.string() }), example: z.unknown() });
const withSchemas = z.object({
	schemas: z.record(z.string(), z.object({ examples: z.array(z.unknown()).default([]) })),
});

/** Of schemas that have a name. */
function examplesIn(part: unknown): [schema: string, example: unknown][] {
	if (typeof part !== 'object' || part === null) return [];
	const { schema, example } = withExample.safeParse(part).data ?? {};
	const { schemas = {} } = withSchemas.safeParse(part).data ?? {};
	const own = Object.entries(schemas).flatMap(([name, { examples }]) =>
		examples.map((one): [string, unknown] => [name, one]),
	);
	if (schema && example !== undefined) own.push([path.basename(schema.$ref), example]);
	return [...own, ...Object.values(part).flatMap(examplesIn)];
}

describe('Documents', () => {
	// UPDATE_DOCS=1 writes them again.
	it.each(Object.entries(WRITTEN))('%s is as its command writes it', (page, text) => {
		if (process.env.UPDATE_DOCS !== undefined) writeFileSync(path.join(ROOT, page), text);
		expect(read(page)).toBe(text);
	});

	it('The OpenAPI files have each decision of the simulator', () => {
		const file = Object.keys(OPENAPI_FILES)
			.map((name) => read(`docs/service/${name}`))
			.join();
		const points = [...DECISIONS.keys()].map((id) => `${id}. `);
		expect(missingIn(file, points)).toEqual([]);
	});

	it('Each example in the OpenAPI files is as its schema says', () => {
		const found = Object.values(OPENAPI_FILES).flatMap((document) => examplesIn(document()));
		const schemas = found.map(([schema]) => schema);
		expect(schemas).toEqual(
			expect.arrayContaining(['sms.send', 'sms.send.body', 'callback.business', 'Uuid']),
		);
		const faults = found.flatMap(([schema, example]) =>
			faultsOf(schema, example, 'open').map(({ instancePath, message }) => [
				schema,
				instancePath,
				message,
			]),
		);
		expect(faults).toEqual([]);
	});

	it.each(OPERATIONS)('The node accepts the example for assistants of $name', (given) => {
		const { name, operation } = given;
		const item = valuesIn(exampleOf(name).item);
		const links = { page: PAGE, approve: 'a', decline: 'd' };
		const parameters = { ...item, links, timeZone: 'UTC', now: 0 };
		const planned = operation.plan(parameters, commonInput.parse({}));
		// Only the service knows its templates.
		const faults = planned.ok ? [] : planned.problems.filter(({ field }) => field !== 'Template');
		expect(faults).toEqual([]);
	});

	it('The page for assistants names every parameter and option of the nodes', () => {
		const ofOperations = OPERATIONS.flatMap(({ operation: { fields, options } }) => [
			...fields,
			...options,
		]);
		const ofTriggers = [inbox, statusTrigger].flatMap(({ properties }) => properties);
		const insideOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
			options.flatMap((one) =>
				'values' in one ? one.values : 'type' in one ? [one, ...insideOf(one)] : [],
			);
		const all = [...ofOperations, ...COMMON_OPTIONS, ...ofTriggers];
		const shown = [...all, ...all.flatMap(insideOf)].filter(
			({ type }) => !['notice', 'hidden', 'resourceMapper'].includes(type),
		);
		const page = read('docs/for-assistants.md');
		const names = new Set(shown.map(({ name }) => name));
		expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
	});

	const placesIn = (text: string) =>
		[...text.matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)]
			.map(([, link, picture]) => link ?? picture ?? '')
			.filter((place) => !/^https?:/.test(place));

	it.each(PAGES)('%s links and shows only what exists', (page) => {
		const broken = placesIn(read(page)).filter((place) => {
			const [file = '', anchor] = place.split('#');
			const target = file === '' ? page : path.join(path.dirname(page), file);
			if (!existsSync(path.join(ROOT, target))) return true;
			return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
		});
		expect(broken).toEqual([]);
	});

	const { scripts } = z
		.object({ scripts: z.record(z.string(), z.string()) })
		.parse(JSON.parse(read('package.json')));
	const files = ['nodes', 'test', 'scripts'].flatMap((folder) => filesIn(folder, '.ts'));
	const FOR_DEVELOPERS = filesIn('docs/development', '.md');

	it.each<[string, readonly string[], RegExp, (name: string) => boolean]>([
		['command', PAGES, /`npm run ([\w:]+)/g, (name) => Object.hasOwn(scripts, name)],
		[
			...(['file', ['README.md', 'CONTRIBUTING.md', ...FOR_DEVELOPERS]] as const),
			/`((?:scripts|test|docs|examples|nodes)\/[\w./-]+)`/g,
			(name) => existsSync(path.join(ROOT, name)),
		],
		[
			...(['TypeScript file', FOR_DEVELOPERS, /`([\w./-]+\.ts)`/g] as const),
			(name) => files.some((file) => `/${file}`.endsWith(`/${name}`)),
		],
	])('The documents name no %s that does not exist', (_, pages, pattern, exists) => {
		const found = pages.flatMap((page) => [...read(page).matchAll(pattern)]);
		expect(found.map(([, name = '']) => name).filter((name) => !exists(name))).toEqual([]);
	});
});

describe('Facts of the service in the documents', () => {
	function cellsAt(page: string, name: string): string[][] {
		const lines = partsAt(read(page), name)[1].split('\n');
		return lines
			.filter((line) => line.startsWith('|') && !/^\|[\s|-]+$/.test(line))
			.map((line) => line.slice(1, -1).split('|'))
			.map((cells) => cells.map((cell) => cell.trim()));
	}

	const TABLES = factTables().map(({ page, name, rows }) => [page, name, rows] as const);

	// UPDATE_DOCS=1 writes the tables again; prettier lays them out.
	it.each(TABLES)(
		'%s: the table of %s says what the node does',
		(page, name, [head = [], ...rows]) => {
			const written = withPart(read(page), name, table(head, rows));
			if (process.env.UPDATE_DOCS !== undefined) writeFileSync(path.join(ROOT, page), written);
			expect(cellsAt(page, name)).toEqual([head, ...rows]);
		},
	);
});

const missingIn = (text: string, facts: readonly string[]) =>
	facts.filter((fact) => !text.includes(fact));

describe('Output fields in the documents', () => {
	// What the service lists comes out under the names of its own documentation.
	const LISTS = /^Account|: Get (?:Channels|Templates)$/;

	it.each(OUTPUTS.filter(({ name }) => !LISTS.test(name)))(
		'The page of outputs says what each field of “$name” means',
		({ fields }) => {
			// A point may explain several fields.
			const rows = read('docs/outputs.md').split('\n');
			const named = rows.flatMap((row) => (row.startsWith('- `') ? row.match(/`\w+`/g) : []));
			const names = new Set(named);
			expect(fields.filter((field) => !names.has(`\`${field}\``))).toEqual([]);
		},
	);
});

describe('Pages that name all', () => {
	it('README links the index of the pages, which links every page for users', () => {
		const names = filesIn('docs', '.md', false).map((file) => path.relative('docs', file));
		const inIndex = names.filter((name) => name !== 'README.md').map((name) => `(${name})`);
		expect(README).toContain('(docs/README.md)');
		expect(missingIn(read('docs/README.md'), inIndex)).toEqual([]);
	});

	it.each(resources)(
		'The page of the interface names the request of each operation of $name',
		({ name, operations }) => {
			const rows = read('docs/service/README.md').match(new RegExp(`^\\| ${name}: .*$`, 'gm'));
			const names = operations.map((one) => one.name);
			expect(missingIn(rows?.join() ?? '', names)).toEqual([]);
		},
	);
});

describe('Links of n8n to the documents', () => {
	const MAIN = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/blob\/main\/(.+)$/;

	const ofNodes = filesIn('nodes', '.node.json').flatMap((file) =>
		[...read(file).matchAll(/"url": "([^"]+)"/g)].map(([, url = '']) => [file, url] as const),
	);
	const ofHints = [description, inbox, statusTrigger].map(
		({ name, builderHint }) =>
			[name, /https:\S+/.exec(builderHint?.searchHint ?? '')?.[0] ?? ''] as const,
	);
	const ofCredentials = credentials.map(
		({ name, documentationUrl }) => [name, documentationUrl] as const,
	);

	it.each([...ofNodes, ...ofHints, ...ofCredentials])('%s links %s, which exists', (_, url) => {
		const [file = '', anchor] = (MAIN.exec(url)?.[1] ?? '').split('#');
		expect(file).toMatch(/^docs\/./);
		expect(['', ...anchorsOf(read(file))]).toContain(anchor ?? '');
	});
});

describe('Pages for users', () => {
	it.each(credentials)(
		'The page of credentials explains each field of $displayName',
		(credential) => {
			const text = read('docs/credentials.md');
			const fields = credential.properties.filter(({ type }) => type !== 'notice');
			const labels = fields.map(({ displayName }) => displayName);
			expect(missingIn(text, [credential.displayName, ...labels])).toEqual([]);
		},
	);

	it('The page of troubleshooting says where to look at each status of a message', () => {
		const points = read('docs/troubleshooting.md').match(/^- `.*$/gm) ?? [];
		const names = Object.values(MESSAGE_STATUS).map(({ name }) => `\`${name}\``);
		expect(missingIn(points.join(), names)).toEqual([]);
	});

	it('The list of examples links every example', () => {
		const links = filesIn('examples', '.json').map((to) => `(${path.relative('examples', to)})`);
		expect(missingIn(read('examples/README.md'), links)).toEqual([]);
	});
});
