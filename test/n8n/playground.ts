import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import type { N8nApi, Stored } from './api';
import { ROOT } from './paths';

/** What stands ready in an n8n to try the package in: credentials for the simulator, and the examples. */

/** The secret that callback URLs carry. It opens nothing but the n8n on this machine. */
export const CALLBACK_TOKEN = 'try-it-out-5f2a9c71d04be863';

const credentialsFor = (simulator: string, model: string) => [
	{
		type: 'messagingServiceApi',
		name: 'Simulator',
		data: { baseUrl: simulator, apiKey: 'simulator-key' },
	},
	{
		type: 'messagingServiceSmsApi',
		name: 'Simulator SMS',
		data: { baseUrl: simulator, user: 'simulator_api', password: 'simulator-password' },
	},
	{
		type: 'messagingServiceCallbackApi',
		name: 'Callback Token',
		data: { token: CALLBACK_TOKEN },
	},
	{
		type: 'openAiApi',
		name: 'Model Stand-In',
		data: { apiKey: 'no-key-needed', url: model },
	},
];

/** The credentials by their type. */
export type Credentials = Record<string, { id: string; name: string }>;

export async function createCredentials(
	api: N8nApi,
	{ simulator, model }: { simulator: string; model: string },
): Promise<Credentials> {
	const made: Credentials = {};
	for (const { type, name, data } of credentialsFor(simulator, model)) {
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

/** The examples by the names of their files. */
export function readExamples(): Record<string, Example> {
	return Object.fromEntries(
		readdirSync(FOLDER)
			.filter((file) => file.endsWith('.json'))
			.sort()
			.map((file) => [
				path.basename(file, '.json'),
				example.parse(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))),
			]),
	);
}

const OURS = /^n8n-nodes-messaging-service\.(messagingService\w*)$/;

/** Which credential a node of an example asks for. */
function credentialType({ type, parameters }: z.infer<typeof node>): string | undefined {
	if (type === '@n8n/n8n-nodes-langchain.lmChatOpenAi') return 'openAiApi';
	const name = OURS.exec(type)?.[1];
	if (name === undefined) return undefined;
	if (name.endsWith('Trigger')) {
		return parameters.authentication === 'token' ? 'messagingServiceCallbackApi' : undefined;
	}
	return parameters.resource === 'sms' ? 'messagingServiceSmsApi' : 'messagingServiceApi';
}

/** An example as it is after a person has chosen the credential in each node. */
export function withCredentials(workflow: Example, credentials: Credentials): Example {
	return {
		...workflow,
		nodes: workflow.nodes.map((one) => {
			const type = credentialType(one);
			const credential = type === undefined ? undefined : credentials[type];
			return type === undefined || credential === undefined
				? one
				: { ...one, credentials: { [type]: credential } };
		}),
	};
}

export async function importExample(
	api: N8nApi,
	workflow: Example,
	credentials: Credentials,
): Promise<Stored> {
	return api.createWorkflow(withCredentials(workflow, credentials));
}
