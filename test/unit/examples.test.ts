import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { resources } from '../../nodes/MessagingService/operations';
import { MESSAGE_STATUS } from '../../nodes/service';
import { readExamples, readFirstSteps } from '../n8n/playground';
import { description, fieldsOf, inbox, statusTrigger } from '../support/ownTypes';

const NOTE = 'n8n-nodes-base.stickyNote';
const OURS = 'n8n-nodes-messaging-service.';

const OF_TOOLS = [{ name: 'descriptionType' }, { name: 'toolDescription' }];

const DESCRIPTIONS: Record<string, INodeProperties[]> = {
	[`${OURS}messagingService`]: description.properties,
	[`${OURS}messagingServiceTool`]: description.properties,
	// Only n8n 2 derives this one from our node.
	[`${OURS}messagingServiceHitlTool`]: description.properties,
	[`${OURS}messagingServiceTrigger`]: inbox.properties,
	[`${OURS}messagingServiceStatusTrigger`]: statusTrigger.properties,
};

const connections = z.record(
	z.string(),
	z.record(z.string(), z.array(z.array(z.object({ node: z.string() }).passthrough()))),
);

const node = z.object({
	name: z.string(),
	type: z.string(),
	typeVersion: z.number(),
	position: z.tuple([z.number(), z.number()]),
	parameters: z.record(z.string(), z.unknown()),
});

const sized = z.object({ width: z.number(), height: z.number(), content: z.string() });

const examples = Object.entries(readExamples());
const firstSteps = Object.entries(readFirstSteps());

it('There is a first step for each resource', () => {
	const nodes = firstSteps.flatMap(([, example]) => example.nodes);
	const chosen = nodes.map(({ parameters }) => parameters.resource);
	expect(resources.filter(({ value }) => !chosen.includes(value))).toEqual([]);
});

it('The workflows that note what became of messages start on each status that says it', () => {
	const telling = Object.values(MESSAGE_STATUS).filter(({ became }) => became !== 'open');
	const chosen = examples.flatMap(([, { nodes }]) =>
		nodes.flatMap(({ parameters }) => (parameters.statuses ? [parameters.statuses] : [])),
	);
	expect(chosen.length).toBeGreaterThan(0);
	for (const statuses of chosen) expect(statuses).toEqual(telling.map(({ name }) => name));
});

describe.each([...examples, ...firstSteps])('The workflow %s', (_, example) => {
	const nodes = z.array(node).parse(example.nodes);

	it('The file has nothing of the n8n in which it was made, such as IDs of webhooks', () => {
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
		const ends = Object.entries(connections.parse(example.connections));
		const connected = ends.flatMap(([from, kinds]) => [
			from,
			...Object.values(kinds).flatMap((outputs) => outputs.flat().map((to) => to.node)),
		]);
		expect(connected.filter((name) => !names.includes(name))).toEqual([]);
		const alone = nodes.filter(({ name, type }) => type !== NOTE && !connected.includes(name));
		expect(alone).toEqual([]);
	});

	it('Each parameter of our nodes exists in this package', () => {
		const wrong = nodes.flatMap(({ name, type, parameters }) => {
			const all = DESCRIPTIONS[type];
			if (all === undefined) return [];
			const fields = fieldsOf(all, parameters);
			const options = fields.flatMap((one) => (one.name === 'options' ? (one.options ?? []) : []));
			const used = z.record(z.string(), z.unknown()).default({}).parse(parameters.options);
			const missingIn = (known: readonly { name: string }[], given: object) =>
				Object.keys(given).filter((key) => !known.some((one) => one.name === key));
			const known = [...fields, ...(type.endsWith('Tool') ? OF_TOOLS : [])];
			const missing = [...missingIn(known, parameters), ...missingIn(options, used)];
			return missing.map((key) => `${name}: ${key}`);
		});
		expect(wrong).toEqual([]);
	});
});

describe.each(examples)('The example %s', (_, example) => {
	const nodes = z.array(node).parse(example.nodes);
	const notes = nodes.filter(({ type }) => type === NOTE);

	it('Each trigger of an example asks for the token', () => {
		const triggers = nodes.filter(({ type }) => /messagingService\w*Trigger$/.test(type));
		expect(triggers.filter(({ parameters }) => parameters.authentication !== 'token')).toEqual([]);
	});

	it('The notes have the three headings', () => {
		const [first, ...others] = notes.flatMap(({ parameters }) =>
			sized
				.parse(parameters)
				.content.split('\n')
				.filter((line) => line.startsWith('#')),
		);
		expect(first).toMatch(/^## /);
		expect(others).toEqual(['## Before you use it', '## What to look at']);
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
