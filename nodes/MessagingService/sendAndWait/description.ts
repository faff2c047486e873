import type { IWebhookDescription } from 'n8n-workflow';

/**
 * One address, under which n8n finds a waiting execution. Who opens it sees the page; only a POST answers, so that link
 * previewers and scanners, which read ahead, do not.
 */
export const waitingWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'GET,HEAD,POST',
		responseMode: 'onReceived',
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	},
];

/** Below the node on the canvas while it waits. */
export const waitingTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "The workflow goes on when the question is answered" : "" }}';
