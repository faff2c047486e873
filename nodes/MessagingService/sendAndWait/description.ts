import type { INodeTypeDescription, IWebhookDescription } from 'n8n-workflow';

import { SEND_AND_WAIT } from '../operations/question';

/**
 * One address, under which n8n finds a waiting execution. Who opens it sees the page; only a POST answers, so that link
 * previewers and scanners, which read ahead, do not.
 */
const webhook: IWebhookDescription = {
	name: 'default',
	httpMethod: 'GET,HEAD,POST',
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
};

/** What a node that waits for answers says of itself. */
export const waiting: Pick<
	INodeTypeDescription,
	| 'webhooks'
	| 'waitingNodeTooltip'
	| 'eventTriggerDescription'
	| 'activationMessage'
	| 'builderHint'
> = {
	webhooks: [webhook],
	// In the output of the node while it waits.
	waitingNodeTooltip: `={{ $parameter["operation"] === "${SEND_AND_WAIT}" ? "The workflow goes on when the question is answered" : "" }}`,
	eventTriggerDescription: 'Waiting for the answer',
	activationMessage: 'The workflow is published.',
	builderHint: {
		searchHint:
			'To ask a person: whatsappUnofficial, sendAndWait. After a time-out there is no data.',
	},
};
