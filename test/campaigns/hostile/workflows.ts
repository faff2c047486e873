import type { N8nApi, Stored } from '../../n8n/api';
import { chain, ourType, start, webhook, type TestNode } from '../../n8n/workflows';
import { OWN_SECRETS, SECRETS } from './secrets';

/** The workflows that are attacked: the triggers, a sending and a reading one, and the same with n8n's own nodes. */

const noOp: TestNode = { name: 'Behind', type: 'n8n-nodes-base.noOp' };

type Credential = Awaited<ReturnType<N8nApi['createCredential']>>;

export const TRIGGER = 'Callback';

export const trigger = (
	type: 'messagingServiceTrigger' | 'messagingServiceStatusTrigger',
	webhookId: string,
	parameters: Record<string, unknown>,
	credential?: Credential,
): TestNode => ({
	name: TRIGGER,
	type: ourType(type),
	webhookId,
	parameters,
	...(credential && { credentials: { messagingServiceCallbackApi: credential } }),
});

export const callbackPath = (webhookId: string) => `${webhookId}/callback`;

async function activated(api: N8nApi, name: string, nodes: readonly TestNode[]): Promise<Stored> {
	const workflow = await api.createWorkflow(chain(name, nodes));
	await api.activate(workflow);
	return workflow;
}

const OWN_PATH = 'own-webhook';

export interface Receiver {
	workflow: Stored;
	path: string;
}

export const RECEIVERS = ['inbox', 'grouped', 'status', 'business', 'open', 'webhook'] as const;
export type ReceiverName = (typeof RECEIVERS)[number];

export async function receivers(api: N8nApi): Promise<Record<ReceiverName, Receiver>> {
	const credential = await api.createCredential('messagingServiceCallbackApi', 'Callbacks', {
		token: SECRETS.callbackToken,
	});
	const ours = async (
		name: string,
		type: Parameters<typeof trigger>[0],
		events: string[],
		authentication: string,
		options: Record<string, unknown> = {},
	): Promise<Receiver> => {
		const id = `hostile-${name}`;
		const node = trigger(type, id, { events, authentication, options }, credential);
		return { workflow: await activated(api, name, [node, noOp]), path: callbackPath(id) };
	};
	const messages = ['whatsappOfficialInbox', 'pushInbox'];
	return {
		inbox: await ours('inbox', 'messagingServiceTrigger', messages, 'token'),
		grouped: await ours('grouped', 'messagingServiceTrigger', messages, 'token', {
			groupSeconds: 1,
		}),
		status: await ours(
			'status',
			'messagingServiceStatusTrigger',
			['whatsappOfficialStatus', 'whatsappUnofficialStatus'],
			'token',
		),
		business: await ours('business', 'messagingServiceTrigger', ['whatsappBusiness'], 'token'),
		open: await ours('open', 'messagingServiceTrigger', ['whatsappBusiness'], 'none'),
		webhook: {
			workflow: await activated(api, OWN_PATH, [webhook(OWN_PATH), noOp]),
			path: OWN_PATH,
		},
	};
}

export const SENDS = 'Send';

export const CALLERS = ['text', 'sms', 'status', 'templates', 'own'] as const;
export type CallerName = (typeof CALLERS)[number];

const PARAMETERS: Record<Exclude<CallerName, 'own'>, Record<string, unknown>> = {
	text: {
		resource: 'whatsappUnofficial',
		operation: 'sendText',
		destination: '={{ $json.to }}',
		message: '={{ $json.text }}',
	},
	sms: {
		resource: 'sms',
		operation: 'send',
		destination: '={{ $json.to }}',
		text: '={{ $json.text }}',
	},
	status: {
		resource: 'whatsappUnofficial',
		operation: 'getStatus',
		refNo: '={{ $json.text }}',
	},
	templates: { resource: 'whatsappOfficial', operation: 'getTemplates', returnAll: true },
};

/** Each goes on after a failed item, so that one execution meets many answers. */
export async function callers(
	api: N8nApi,
	serviceUrl: string,
): Promise<(name: CallerName, items: readonly Record<string, unknown>[]) => Promise<Stored>> {
	const messaging = await api.createCredential('messagingServiceApi', 'API', {
		baseUrl: serviceUrl,
		apiKey: SECRETS.apiKey,
		requestsPerSecond: 1000,
	});
	const sms = await api.createCredential('messagingServiceSmsApi', 'SMS', {
		baseUrl: serviceUrl,
		user: 'hostile_api',
		password: SECRETS.smsPassword,
	});
	const header = await api.createCredential('httpHeaderAuth', 'Header', {
		name: 'APIKey',
		value: OWN_SECRETS.header,
	});
	const nodeFor = (name: CallerName): TestNode =>
		name === 'own'
			? {
					name: SENDS,
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: {
						method: 'POST',
						url: `${serviceUrl}/own`,
						authentication: 'genericCredentialType',
						genericAuthType: 'httpHeaderAuth',
						sendBody: true,
						specifyBody: 'json',
						jsonBody: '={{ JSON.stringify($json) }}',
						// An item of its own for whatever is answered.
						options: { timeout: 20_000, response: { response: { fullResponse: true } } },
					},
					credentials: { httpHeaderAuth: header },
					onError: 'continueRegularOutput',
				}
			: {
					name: SENDS,
					type: ourType('messagingService'),
					parameters: { ...PARAMETERS[name], options: { requestTimeout: 20 } },
					credentials: { messagingServiceApi: messaging, messagingServiceSmsApi: sms },
					onError: 'continueRegularOutput',
				};
	return (name, items) =>
		api.createWorkflow({
			...chain(`Answers to ${name}`, [start, nodeFor(name)]),
			pinData: { [start.name]: items.map((json) => ({ json })) },
		});
}
