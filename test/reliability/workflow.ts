import type { WorkflowFile } from '../n8n/api';
import { PACKAGE_NAME } from '../n8n/package';
import type { Json } from './execution';
import type { NodeSettings } from './settings';

export const TRIGGER = 'Start';
export const NODE = 'Send';

interface Wanted {
	name: string;
	items: readonly Json[];
	parameters: Json;
	credentials: Record<string, { id: string; name: string }>;
	settings: NodeSettings;
	requestTimeoutS: number;
	waitBetweenTriesMs: number;
	/** n8n's own setting of the workflow; off where nothing is said. */
	saveProgress?: boolean;
}

/** A trigger with its items pinned, and the node behind it. */
export const workflowOf = (wanted: Wanted): WorkflowFile => ({
	name: wanted.name,
	settings: { executionOrder: 'v1', saveExecutionProgress: wanted.saveProgress ?? false },
	nodes: [
		{
			id: 'start',
			name: TRIGGER,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: 'send',
			name: NODE,
			type: `${PACKAGE_NAME}.messagingService`,
			typeVersion: 1,
			position: [220, 0],
			parameters: { ...wanted.parameters, options: { requestTimeout: wanted.requestTimeoutS } },
			credentials: wanted.credentials,
			onError: wanted.settings.onError,
			...(wanted.settings.retryOnFail && {
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: wanted.waitBetweenTriesMs,
			}),
		},
	],
	connections: { [TRIGGER]: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
	pinData: { [TRIGGER]: wanted.items.map((json) => ({ json })) },
});
