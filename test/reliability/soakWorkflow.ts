import type { WorkflowFile } from '../n8n/api';
import { PACKAGE_NAME } from '../n8n/package';
import { SEND_TEXT } from './operations';
import { REQUEST_TIMEOUT_S } from './faultKinds';
import { NODE } from './workflow';

export const HOOK = 'Webhook';
export const HOOK_PATH = 'soak';

const after = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

/** As somebody builds it whose shop calls n8n: a list comes in, and each of it gets a message. */
export const soakWorkflow = (
	credentials: Record<string, { id: string; name: string }>,
): WorkflowFile => ({
	name: 'Soak',
	settings: { executionOrder: 'v1' },
	nodes: [
		{
			id: 'hook',
			name: HOOK,
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			position: [0, 0],
			webhookId: '5e0f2f0e-6b3c-4a0e-9a53-2f3f0c9d7a11',
			parameters: { httpMethod: 'POST', path: HOOK_PATH, responseMode: 'onReceived' },
		},
		{
			id: 'split',
			name: 'People',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			position: [220, 0],
			parameters: { fieldToSplitOut: 'body.people', options: {} },
		},
		{
			id: 'send',
			name: NODE,
			type: `${PACKAGE_NAME}.messagingService`,
			typeVersion: 1,
			position: [440, 0],
			parameters: {
				...SEND_TEXT.parameters(''),
				options: { requestTimeout: REQUEST_TIMEOUT_S },
			},
			credentials,
			onError: 'continueErrorOutput',
		},
	],
	connections: { [HOOK]: after('People'), People: after(NODE) },
});
