import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { resources } from '../../nodes/MessagingService/operations';
import { MESSAGE_STATUS } from '../../nodes/service';
import { readExamples, readFirstSteps, type Example } from '../n8n/playground';
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

const sized = z.object({ content: z.string() });

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
	// Only the field `delivered` says it of each status, so that no expression has a list of them.
	const expressions = JSON.stringify(examples).match(/\{\{.*?\}\}/g) ?? [];
	expect(expressions.filter((one) => one.includes(MESSAGE_STATUS.A.name))).toEqual([]);
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

/** The nodes from which an example comes to this one. */
function before(example: Example, name: string, seen = new Set<string>()): ReadonlySet<string> {
	for (const [from, kinds] of Object.entries(connections.parse(example.connections))) {
		const leads = Object.values(kinds).some((ends) => ends.flat().some((to) => to.node === name));
		if (leads && !seen.has(from)) before(example, from, seen.add(from));
	}
	return seen;
}

/** What starts a workflow that writes to people who have not written to it. */
const TO_MANY = /\.(scheduleTrigger|executeWorkflowTrigger)$/;

const sends = (resource: unknown, operation: unknown): boolean =>
	resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation)?.effect === 'send';

describe.each(examples)('The example %s', (_, example) => {
	const nodes = z.array(node).parse(example.nodes);
	const notes = nodes.filter(({ type }) => type === NOTE);
	const unofficial = nodes.filter(
		({ parameters: { resource, operation } }) =>
			resource === 'whatsappUnofficial' && sends(resource, operation),
	);

	it('An unofficial message leaves from one sender, so that the answer to it arrives', () => {
		const senders = unofficial.map(({ parameters: { operation, sendFrom, sender } }) =>
			operation === 'reply' || sendFrom === 'sender' ? sender : undefined,
		);
		expect(senders.filter((sender) => sender === undefined || sender === '')).toEqual([]);
		// A user enters a sender in one place.
		const typed = senders.filter((sender) => !String(sender).startsWith('='));
		expect(typed.length).toBeLessThan(2);
	});

	it('Unofficial messages to people who have not written leave with pauses and an unsubscribe link', () => {
		const toMany = unofficial.filter(({ name }) =>
			nodes.some((one) => TO_MANY.test(one.type) && before(example, name).has(one.name)),
		);
		const lacking = toMany.filter(({ parameters: { options } }) => {
			const given = z.record(z.string(), z.unknown()).parse(options);
			return !(given.pauseBetween && given.includeUnsubscribe);
		});
		expect(lacking.map(({ name }) => name)).toEqual([]);
	});

	it('Numbers are compared as the trigger outputs them, and local ones have one country', () => {
		const codeOf = ({ parameters: { options } }: z.output<typeof node>) =>
			z.object({ defaultCountryCode: z.unknown() }).partial().default({}).parse(options)
				.defaultCountryCode;
		const triggers = nodes.filter(({ type }) => /messagingService\w*Trigger$/.test(type));
		const codes = nodes.filter(({ type }) => type === `${OURS}messagingService`).map(codeOf);
		const wanted = codes.find((code) => code !== undefined);
		for (const trigger of triggers) {
			expect(trigger.parameters.simplify).toBe(true);
			expect(codeOf(trigger)).toBe(wanted);
		}
		const text = JSON.stringify(nodes.map(({ parameters }) => parameters));
		expect(text.match(/\bjson\.from\b[^}]{0,20}\.replace\(/g)).toBeNull();
	});

	it('Each trigger of an example asks for the token', () => {
		const triggers = nodes.filter(({ type }) => /messagingService\w*Trigger$/.test(type));
		expect(triggers.filter(({ parameters }) => parameters.authentication !== 'token')).toEqual([]);
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
