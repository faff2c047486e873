import type { WorkflowFile } from '../../n8n/api';
import { chain, ourType, start } from '../../n8n/workflows';
import type { Json } from '../../n8n/api';
import type { NodeSettings } from './settings';

export const TRIGGER = start.name;
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
export const workflowOf = (wanted: Wanted): WorkflowFile => {
	const workflow = chain(wanted.name, [
		start,
		{
			name: NODE,
			type: ourType('messagingService'),
			parameters: { ...wanted.parameters, options: { requestTimeout: wanted.requestTimeoutS } },
			credentials: wanted.credentials,
			onError: wanted.settings.onError,
			...(wanted.settings.retryOnFail && {
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: wanted.waitBetweenTriesMs,
			}),
		},
	]);
	return {
		...workflow,
		settings: { ...workflow.settings, saveExecutionProgress: wanted.saveProgress ?? false },
		pinData: { [TRIGGER]: wanted.items.map((json) => ({ json })) },
	};
};
