import type { Json, WorkflowFile } from './api';
import { PACKAGE_NAME } from './package';

/** Workflows for tests. */

export interface TestNode {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: Json;
	credentials?: Record<string, { id: string; name: string }>;
	[setting: string]: unknown;
}

export const ourType = (name: string) => `${PACKAGE_NAME}.${name}`;

export const start: TestNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** A node that outputs these items. */
export const items = (list: readonly Json[]): TestNode => ({
	name: 'Items',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: `return ${JSON.stringify(list)}.map((json) => ({ json }));` },
});

/** n8n's own Webhook node, which answers immediately. */
export const webhook = (path: string): TestNode => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	webhookId: path,
	parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
});

/** An item for each entry of a list. */
export const splitOut = (field: string): TestNode => ({
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: field, options: {} },
});

export const link = (node: string, type = 'main') => [{ node, type, index: 0 }];

/** Connects the nodes in their order. */
export function chain(name: string, nodes: readonly TestNode[]): WorkflowFile {
	return {
		name,
		settings: { executionOrder: 'v1' },
		nodes: nodes.map((node, index) => ({
			id: `node-${index}`,
			typeVersion: 1,
			parameters: {},
			position: [index * 220, 0],
			...node,
		})),
		connections: Object.fromEntries(
			nodes.slice(1).map(({ name: next }, at) => [nodes[at]?.name ?? '', { main: [link(next)] }]),
		),
	};
}

export const connecting = (workflow: WorkflowFile, connections: Json): WorkflowFile => ({
	...workflow,
	connections: { ...workflow.connections, ...connections },
});

export const loop = (batchSize: number): TestNode => ({
	name: 'Loop',
	type: 'n8n-nodes-base.splitInBatches',
	typeVersion: 3,
	parameters: { batchSize, options: {} },
});

/** Connects the second output of Loop to a node, and that back to Loop. */
export const looped = (workflow: WorkflowFile, body: string): WorkflowFile =>
	connecting(workflow, { Loop: { main: [[], link(body)] }, [body]: { main: [link('Loop')] } });

/** The first node of a sub-workflow. */
export const called: TestNode = {
	name: 'Called',
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};

/** A node that calls a sub-workflow and waits for its end. */
export const call = (name: string, { id }: { id: string }, settings: Json = {}): TestNode => ({
	name,
	type: 'n8n-nodes-base.executeWorkflow',
	typeVersion: 1.2,
	parameters: {
		workflowId: { __rl: true, mode: 'id', value: id },
		options: { waitForSubWorkflow: true },
	},
	...settings,
});
