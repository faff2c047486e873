import type { Json, WorkflowFile } from '../../n8n/api';
import type { TestNode } from '../../n8n/workflows';

/** Workflows that are more than a chain. */

export const link = (node: string, type = 'main') => [{ node, type, index: 0 }];

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

/** The node behind Loop leads back to it. */
export const looped = (workflow: WorkflowFile, body: string): WorkflowFile =>
	connecting(workflow, { Loop: { main: [[], link(body)] }, [body]: { main: [link('Loop')] } });
