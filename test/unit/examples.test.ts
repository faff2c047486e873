import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { resources } from '../../nodes/MessagingService/operations';
import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { MessagingServiceStatusTrigger } from '../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { readExamples, readFirstSteps } from '../n8n/playground';
import { resolveExpression } from '../support/expression';

/** Checks what can be seen in the files themselves: without an n8n. */

const NOTE = 'n8n-nodes-base.stickyNote';
const OURS = 'n8n-nodes-messaging-service.';

/** What an agent's tool has beside the fields of the node. */
const OF_TOOLS = ['descriptionType', 'toolDescription'];

const { properties: own } = new MessagingService().description;
const { properties: ofTrigger } = new MessagingServiceTrigger().description;
const { properties: ofStatusTrigger } = new MessagingServiceStatusTrigger().description;

const DESCRIPTIONS: Record<string, INodeProperties[]> = {
	[`${OURS}messagingService`]: own,
	[`${OURS}messagingServiceTool`]: own,
	// Only n8n 2 derives this one from our node.
	[`${OURS}messagingServiceHitlTool`]: own,
	[`${OURS}messagingServiceTrigger`]: ofTrigger,
	[`${OURS}messagingServiceStatusTrigger`]: ofStatusTrigger,
};

/** n8n's own nodes in the versions that both n8n 1.123 and 2.41 have; the table is made by n8n 2 alone. */
const OF_N8N: Record<string, number | readonly number[]> = {
	'n8n-nodes-base.stickyNote': 1,
	'n8n-nodes-base.manualTrigger': 1,
	'n8n-nodes-base.scheduleTrigger': 1.2,
	'n8n-nodes-base.set': 3.4,
	'n8n-nodes-base.splitOut': 1,
	'n8n-nodes-base.splitInBatches': 3,
	'n8n-nodes-base.if': 2.2,
	'n8n-nodes-base.switch': 3.2,
	'n8n-nodes-base.noOp': 1,
	'n8n-nodes-base.wait': 1.1,
	'n8n-nodes-base.form': 2.3,
	'n8n-nodes-base.formTrigger': 2.3,
	'n8n-nodes-base.crypto': 1,
	'n8n-nodes-base.removeDuplicates': 2,
	'n8n-nodes-base.dataTable': 1,
	'n8n-nodes-base.dataTableTool': 1,
	'n8n-nodes-base.httpRequest': 4.2,
	// From 3.1, a person may review its tools: in n8n 2 alone.
	'@n8n/n8n-nodes-langchain.agent': [3, 3.1],
	'@n8n/n8n-nodes-langchain.memoryBufferWindow': 1.3,
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 1.3,
};

const connections = z.record(
	z.string(),
	z.record(z.string(), z.array(z.array(z.object({ node: z.string() }).passthrough()))),
);

const node = z
	.object({
		name: z.string(),
		type: z.string(),
		typeVersion: z.number(),
		position: z.tuple([z.number(), z.number()]),
		parameters: z.record(z.string(), z.unknown()),
	})
	.strip();

const sized = z.object({ width: z.number(), height: z.number(), content: z.string() });

/** With its name below it, which may be wider than the node. */
function boxOf({ name, type, position: [x, y], parameters }: z.output<typeof node>) {
	if (type === NOTE) {
		const { width, height } = sized.parse(parameters);
		return { name, left: x, top: y, right: x + width, bottom: y + height };
	}
	const width = type.endsWith('.agent') ? 224 : 96;
	return { name, left: x - 16, top: y, right: x + width + 16, bottom: y + 144 };
}

type Box = ReturnType<typeof boxOf>;

const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Fields that exist for the chosen resource and operation. */
const fieldsOf = (properties: readonly INodeProperties[], chosen: Record<string, unknown>) =>
	properties.filter(({ displayOptions }) =>
		['resource', 'operation'].every((name) => {
			const shown = displayOptions?.show?.[name];
			return shown === undefined || shown.includes(String(chosen[name]));
		}),
	);

const examples = Object.entries(readExamples());
const firstSteps = Object.entries(readFirstSteps());

it('There is a first step for each resource', () => {
	const of = ([, { nodes }]: (typeof firstSteps)[number]) =>
		nodes.flatMap(({ parameters }) => parameters.resource ?? []);
	const chosen = firstSteps.flatMap(of);
	expect(resources.filter(({ value }) => !chosen.includes(value))).toEqual([]);
});

describe.each([...examples, ...firstSteps])('The workflow %s', (_, example) => {
	const nodes = z.array(node).parse(example.nodes);

	it('An example holds nothing of the n8n in which it was made, such as webhook addresses', () => {
		expect(Object.keys(example).sort()).toEqual(['connections', 'name', 'nodes', 'settings']);
		const { executionOrder, ...others } = example.settings;
		expect(executionOrder).toBe('v1');
		expect(Object.keys(others).filter((key) => !key.startsWith('save'))).toEqual([]);
		const text = JSON.stringify(example);
		expect(text).not.toMatch(/"(credentials|pinData|instanceId|meta|versionId|webhookId)":/);
		expect(text).not.toMatch(/simulator-key|simulator-password|simulator_api/);
	});

	it('Each node has its own name, and only existing nodes are connected', () => {
		const names = nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const connected = Object.entries(connections.parse(example.connections)).flatMap(
			([from, kinds]) => [
				from,
				...Object.values(kinds).flatMap((outputs) => outputs.flat().map((to) => to.node)),
			],
		);
		expect(connected.filter((name) => !names.includes(name))).toEqual([]);
		const alone = nodes.filter(({ name, type }) => type !== NOTE && !connected.includes(name));
		expect(alone).toEqual([]);
	});

	it('Each node is known to n8n 1 and n8n 2', () => {
		const unknown = nodes.filter(({ type, typeVersion }) =>
			type in DESCRIPTIONS ? typeVersion !== 1 : ![OF_N8N[type] ?? []].flat().includes(typeVersion),
		);
		expect(unknown).toEqual([]);
	});

	it('Each field exists in the nodes of this package', () => {
		const wrong = nodes.flatMap(({ name, type, parameters }) => {
			const properties = DESCRIPTIONS[type];
			if (properties === undefined) return [];
			const fields = fieldsOf(properties, parameters);
			const known = [...fields.map((one) => one.name), ...(type.endsWith('Tool') ? OF_TOOLS : [])];
			const options = z.record(z.string(), z.unknown()).default({}).parse(parameters.options);
			const knownOptions = fields
				.filter((one) => one.name === 'options')
				.flatMap((one) => (one.options ?? []).map((option) => option.name));
			return [
				...Object.keys(parameters).filter((key) => !known.includes(key)),
				...Object.keys(options).filter((key) => !knownOptions.includes(key)),
			].map((key) => `${name}: ${key}`);
		});
		expect(wrong).toEqual([]);
	});
});

describe.each(examples)('The example %s', (_, example) => {
	const nodes = z.array(node).parse(example.nodes);
	const notes = nodes.filter(({ type }) => type === NOTE);

	it('Nobody can start an example without the token', () => {
		const open = nodes.filter(
			({ type, parameters }) =>
				/messagingService\w+Trigger$/.test(type) && parameters.authentication !== 'token',
		);
		expect(open).toEqual([]);
	});

	it('The notes explain an example and cover nothing', () => {
		const [first, ...others] = notes.map(
			({ parameters }) => sized.parse(parameters).content.split('\n')[0],
		);
		expect(first).toMatch(/^## /);
		expect(others).toEqual(['## Before you use it', '## What to look at']);
		const boxes = nodes.map(boxOf);
		const covered = boxes.filter((box) => boxes.some((one) => one !== box && overlap(box, one)));
		expect(covered).toEqual([]);
	});

	it('The notes name only existing nodes', () => {
		const names = new Set(nodes.map(({ name }) => name));
		const named = notes.flatMap(({ parameters }) =>
			[...sized.parse(parameters).content.matchAll(/(?<!\*)\*([A-Z][^*]+)\*(?!\*)/g)].map(
				([, name = '']) => name,
			),
		);
		expect(named.filter((name) => !names.has(name))).toEqual([]);
	});
});

it('The example delivery-reports keeps the arrival of a report that has no time', () => {
	const assigned = z.object({
		assignments: z.object({
			assignments: z.array(z.object({ name: z.string(), value: z.string() })),
		}),
	});
	const [statusAt] = z
		.array(node)
		.parse(readExamples()['delivery-reports']?.nodes)
		.flatMap(({ parameters }) => assigned.safeParse(parameters).data?.assignments.assignments ?? [])
		.filter(({ name }) => name === 'status_at');
	const arrived = '2026-03-02T08:00:00+07:00';
	const $report = { status: 'read', status_at: null, sent_at: '2026-03-01', arrived_at: arrived };
	const expression = statusAt?.value.replaceAll('$json', '$report') ?? '';

	expect(resolveExpression(expression, { $report })).toBe(arrived);
});
