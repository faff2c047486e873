import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import type { Json, N8nApi, WorkflowFile } from './api';
import { connecting, link, type TestNode } from './workflows';

/** AI Agents for tests. Their model is the stand-in. */

export const agent = (text: string, typeVersion = 3.1): TestNode => ({
	name: 'Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion,
	parameters: { promptType: 'define', text, options: {} },
});

export const toolOf = (parent: string) => ({ ai_tool: [link(parent, 'ai_tool')] });

/** Gives the agent of a workflow a model and tools. A tool may stand behind another, which asks before it runs. */
export function withTools(
	workflow: WorkflowFile,
	credentials: NonNullable<TestNode['credentials']>,
	tools: readonly TestNode[],
	parentOf: (at: number) => string = () => 'Agent',
): WorkflowFile {
	const model: TestNode = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.3,
		parameters: {
			model: { __rl: true, mode: 'id', value: 'stand-in' },
			responsesApiEnabled: false,
			options: { maxRetries: 0 },
		},
		credentials,
	};
	const added = [model, ...tools].map((node) => ({
		id: randomUUID(),
		typeVersion: 1,
		position: [0, 220],
		...node,
	}));
	return connecting(
		{ ...workflow, nodes: [...workflow.nodes, ...added] },
		{
			Model: { ai_languageModel: [link('Agent', 'ai_languageModel')] },
			...Object.fromEntries(tools.map(({ name }, at) => [name, toolOf(parentOf(at))])),
		},
	);
}

/** What makes a node a tool that calls another workflow with these values. */
export const callingWorkflow = (description: string, workflowId: Json, value: Json) => ({
	type: '@n8n/n8n-nodes-langchain.toolWorkflow',
	typeVersion: 2.2,
	parameters: {
		description,
		workflowId,
		workflowInputs: {
			mappingMode: 'defineBelow',
			value,
			schema: Object.keys(value).map((id) => ({
				id,
				displayName: id,
				type: 'string',
				display: true,
			})),
		},
	},
});

/** Makes an agent of n8n's module, which has no tools, and returns its address. */
export async function newAgent(api: N8nApi, credential: string | undefined) {
	const owned = z.object({ id: z.string() });
	const { id: project } = await api.request('GET', '/projects/personal', owned);
	const base = `/projects/${project}/agents/v2`;
	const { id } = await api.request('POST', base, owned, { name: randomUUID() });
	const path = `${base}/${id}`;
	const hashed = z.object({ configHash: z.string() });
	const { configHash } = await api.request('GET', `${path}/config`, hashed);
	await api.request('PUT', `${path}/config`, z.unknown(), {
		config: {
			name: 'Agent',
			model: 'openai/stand-in',
			instructions: 'Send.',
			tools: [],
			credential,
			memory: { enabled: true, storage: 'n8n' },
		},
		baseConfigHash: configHash,
	});
	return { id, path };
}
