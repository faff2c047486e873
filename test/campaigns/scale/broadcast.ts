import { listening, type N8nApi, type Stored } from '../../n8n/api';
import { chain, ourType, splitOut, webhook } from '../../n8n/workflows';
import type { Cluster } from './cluster';

/** A workflow that sends a text for each message in the call of its webhook, run by whichever worker is free. */

export const SEND = 'Send Text';

const workflowFor = (path: string, messagingServiceApi: { id: string; name: string }) =>
	chain(path, [
		webhook(path),
		splitOut('body.messages'),
		{
			name: SEND,
			type: ourType('messagingService'),
			parameters: {
				resource: 'whatsappUnofficial',
				operation: 'sendText',
				destination: '={{ $json.destination }}',
				message: '={{ $json.message }}',
			},
			credentials: { messagingServiceApi },
		},
	]);

export interface Broadcast {
	workflow: Stored;
	/** Starts one execution, by a call to the webhook process or to another. */
	call: (texts: readonly string[], webhookUrl?: string) => Promise<void>;
}

/** @param requestsPerSecond what its credential says */
export async function activeBroadcast(
	{ api, service, webhookUrl }: Cluster,
	path: string,
	requestsPerSecond: number,
): Promise<Broadcast> {
	const credential = await credentialFor(api, service.url, requestsPerSecond);
	const workflow = await api.createWorkflow(workflowFor(path, credential));
	await api.activate(workflow);
	const post = (texts: readonly string[], url: string) =>
		fetch(`${url}/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				messages: texts.map((message) => ({ message, destination: '6281234567890' })),
			}),
		});
	return {
		workflow,
		call: async (texts, url = webhookUrl) => {
			await listening(`${url}/${path}`);
			const answer = await post(texts, url);
			if (!answer.ok) throw new Error(`The webhook ${path} answered ${answer.status}`);
		},
	};
}

const credentialFor = (api: N8nApi, baseUrl: string, requestsPerSecond: number) =>
	api.createCredential('messagingServiceApi', `${requestsPerSecond} a second`, {
		baseUrl,
		apiKey: 'simulator-key',
		requestsPerSecond,
	});

export const textsOf = (name: string, count: number) =>
	Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);
