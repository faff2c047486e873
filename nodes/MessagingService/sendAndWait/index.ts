import type { INodeTypeDescription } from 'n8n-workflow';

import { SEND_AND_WAIT } from '../operations/question';

export { ask } from './ask';
export { answer } from './answer';

export const waiting = {
	webhooks: [
		{
			// n8n finds a waiting execution only under this path. Link previews send GET or HEAD, so only POST answers.
			name: 'default',
			httpMethod: 'GET,HEAD,POST',
			responseMode: 'onReceived',
			responseData: '',
			path: '={{ $nodeId }}',
			restartWebhook: true,
			isFullPath: true,
		},
	],
	waitingNodeTooltip: `={{ $parameter["operation"] === "${SEND_AND_WAIT}" ? "The workflow goes on when the question is answered" : "" }}`,
	eventTriggerDescription: 'Waiting for the answer',
	activationMessage: 'The workflow is published.',
	builderHint: {
		searchHint:
			'WhatsApp by three routes (each option of Resource says when to use it) and SMS. To ask a person and wait: resource whatsappUnofficial, operation sendAndWait. After it, a Switch on {{ $json.data.outcome }}. Incoming messages and delivery reports start the two triggers of this package. Parameters, examples and traps: https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service/blob/main/docs/for-assistants.md',
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-messaging-service.messagingServiceTrigger',
				relationHint:
					'Starts a workflow with an incoming message; buttons of Send and Wait for Response need it published',
			},
			{
				nodeType: 'n8n-nodes-messaging-service.messagingServiceStatusTrigger',
				relationHint: 'Starts a workflow with a delivery report, matched by ref_no',
			},
		],
	},
} satisfies Partial<INodeTypeDescription>;
