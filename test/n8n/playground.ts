import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import type { N8nApi, Stored } from './api';
import { controlOf } from '../simulator/controlOf';
import { ROOT } from './paths';

/** An n8n to try the package in, with credentials for the simulator and the examples. */

/** The secret in callback URLs. It opens only the n8n on this machine. */
export const CALLBACK_TOKEN = 'b7e2c94f06d1a85e3f7c20b9d4618ea5';

interface Addresses {
	simulator: string;
	model: string;
}

const SMS_LOGIN = { user: 'simulator_api', password: 'simulator-password' };

const credentialsFor = ({ simulator: baseUrl, model: url }: Addresses) =>
	[
		['messagingServiceApi', 'Simulator', { baseUrl, apiKey: 'simulator-key' }],
		['messagingServiceSmsApi', 'Simulator SMS', { baseUrl, ...SMS_LOGIN }],
		['messagingServiceCallbackApi', 'Callback Token', { token: CALLBACK_TOKEN }],
		['openAiApi', 'Model Stand-In', { apiKey: 'no-key-needed', url }],
	] as const;

/** The credentials by their type. */
export type Credentials = Record<string, { id: string; name: string }>;

export async function createCredentials(api: N8nApi, addresses: Addresses): Promise<Credentials> {
	const made: Credentials = {};
	for (const [type, name, data] of credentialsFor(addresses)) {
		made[type] = await api.createCredential(type, name, data);
	}
	return made;
}

const node = z
	.object({
		name: z.string(),
		type: z.string(),
		parameters: z.record(z.string(), z.unknown()),
		webhookId: z.string().optional(),
		disabled: z.boolean().optional(),
	})
	.passthrough();

const example = z
	.object({
		name: z.string(),
		nodes: z.array(node),
		connections: z.record(z.string(), z.unknown()),
		settings: z.record(z.string(), z.unknown()),
	})
	.passthrough();

export type Example = z.infer<typeof example>;

const FOLDER = path.join(ROOT, 'examples');

function readWorkflows(folder: string): Record<string, Example> {
	return Object.fromEntries(
		readdirSync(folder)
			.filter((file) => file.endsWith('.json'))
			.map((file) => path.basename(file, '.json'))
			.sort()
			.map((name) => [
				name,
				example.parse(JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'))),
			]),
	);
}

/** The examples by the names of their files. */
export const readExamples = () => readWorkflows(FOLDER);

/** For each resource, one node behind a manual trigger, as the README shows. */
export const readFirstSteps = () => readWorkflows(path.join(FOLDER, 'first-steps'));

const OURS = /^n8n-nodes-messaging-service\.(messagingService\w*)$/;

/** The credential that a node of an example needs. */
function credentialType({ type, parameters }: z.infer<typeof node>): string | undefined {
	if (type === '@n8n/n8n-nodes-langchain.lmChatOpenAi') return 'openAiApi';
	const name = OURS.exec(type)?.[1];
	if (name === undefined) return undefined;
	if (name.endsWith('Trigger')) {
		return parameters.authentication === 'token' ? 'messagingServiceCallbackApi' : undefined;
	}
	return parameters.resource === 'sms' ? 'messagingServiceSmsApi' : 'messagingServiceApi';
}

/** Nodes with their own address. */
const ADDRESSED = /^n8n-nodes-messaging-service\.\w+Trigger$|^n8n-nodes-base\.form(Trigger)?$/;

/** A node that calls another example, which is imported before it. */
const calling = z.object({ workflowId: z.object({ cachedResultName: z.string() }) });

/** Imports an example, with a credential and a workflow chosen in each node. */
export function importExample(
	api: N8nApi,
	workflow: Example,
	credentials: Credentials,
	imported: Readonly<Record<string, Stored>> = {},
) {
	const nodes = workflow.nodes.map((given) => {
		const called = calling.safeParse(given.parameters).data?.workflowId.cachedResultName;
		const found = Object.values(imported).find(({ name }) => name === called);
		const workflowId = { __rl: true, mode: 'list', value: found?.id, cachedResultName: called };
		const one = found ? { ...given, parameters: { ...given.parameters, workflowId } } : given;
		const type = credentialType(one) ?? '';
		const credential = credentials[type];
		return {
			...one,
			...(credential && { credentials: { [type]: credential } }),
			// As n8n's editor does: no two n8n share an address that anyone could look up.
			...(ADDRESSED.test(one.type) && { webhookId: randomUUID() }),
		};
	});
	return api.createWorkflow({ ...workflow, nodes });
}

/** The trigger that gets each kind of callback. */
const REGISTERED: Record<string, { example: string; trigger: string }> = {
	officialInbox: { example: 'answer-within-24-hours', trigger: 'Message arrived' },
	unofficialInbox: { example: 'ai-agent', trigger: 'Message arrived' },
	officialStatus: { example: 'outbox', trigger: 'Callback arrived' },
	unofficialStatus: { example: 'outbox', trigger: 'Callback arrived' },
};

/** The production URL of a trigger, as a person registers it at the service. */
export function callbackUrlOf(n8n: string, workflow: Stored | undefined, trigger: string): string {
	const { nodes } = z.object({ nodes: z.array(node) }).parse(workflow);
	const webhookId = nodes.find(({ name }) => name === trigger)?.webhookId;
	if (webhookId === undefined) throw new Error(`There is no trigger ${trigger}`);
	return `${n8n}/webhook/${webhookId}/callback?token=${CALLBACK_TOKEN}`;
}

/** By the kind of callback. */
const callbackUrls = (n8n: string, workflows: Readonly<Record<string, Stored>>) =>
	Object.fromEntries(
		Object.entries(REGISTERED).map(([kind, { example, trigger }]) => {
			const workflow = workflows[example];
			const { name } = z.object({ name: z.string() }).parse(workflow);
			// The page of the callback URLs shows the name behind the #, which no request carries.
			const shown = encodeURIComponent(name);
			return [kind, `${callbackUrlOf(n8n, workflow, trigger)}#${shown}`];
		}),
	);

/** Nodes that start a published workflow. */
const ACTIVE =
	/^n8n-nodes-messaging-service\.\w+Trigger$|\.(formTrigger|scheduleTrigger|executeWorkflowTrigger|webhook)$/;

/** What the user chooses before n8n publishes the workflow. */
const unchosen = z.object({ value: z.literal('') });

/** The schedule of the long list is disabled, so that nothing is sent before the user wants it. */
export const startsByItself = ({ nodes }: Example): boolean =>
	nodes.some(({ type, disabled }) => ACTIVE.test(type) && disabled !== true) &&
	!nodes.some(({ parameters: { agentId, dataTableId, documentId, workflowId } }) =>
		[agentId, dataTableId, documentId, workflowId].some((one) => unchosen.safeParse(one).success),
	);

/**
 * Prepares a fresh n8n with credentials, the examples, and callbacks that reach them.
 * @param webhooks the process that takes callbacks
 */
export async function setUpPlayground(api: N8nApi, addresses: Addresses, webhooks = api.url) {
	const credentials = await createCredentials(api, addresses);
	const workflows: Record<string, Stored> = {};
	for (const [name, workflow] of Object.entries(readExamples())) {
		const stored = await importExample(api, workflow, credentials, workflows);
		if (startsByItself(workflow)) await api.activate(stored);
		workflows[name] = stored;
	}
	// They are imported last, so that n8n lists them first. The user publishes those with a trigger.
	for (const step of Object.values(readFirstSteps())) {
		await importExample(api, step, credentials);
	}
	const callbacks = callbackUrls(webhooks, workflows);
	// The simulator forgets them when it stops.
	await controlOf(() => addresses.simulator).register(callbacks);
	return {
		credentials,
		/** The workflows in n8n by the names of their examples. */
		workflows,
		/** The registered URLs by the kind of callback. */
		callbacks,
	};
}

/** Updates an earlier playground: its simulator is new, and its ports may have changed. */
export async function pointPlayground(
	api: N8nApi,
	made: { credentials: Record<string, string>; callbacks: Record<string, string> },
	addresses: Addresses,
): Promise<void> {
	for (const [type, name, data] of credentialsFor(addresses)) {
		const id = made.credentials[type];
		if (id !== undefined) await api.updateCredential(id, type, name, data);
	}
	const callbacks: Record<string, string> = {};
	for (const [kind, url] of Object.entries(made.callbacks)) {
		const { pathname, search } = new URL(url);
		callbacks[kind] = `${api.url}${pathname}${search}`;
	}
	await controlOf(() => addresses.simulator).register(callbacks);
}
