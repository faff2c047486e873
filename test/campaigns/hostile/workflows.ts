import type { Json, N8nApi } from '../../n8n/api';
import { webhook, type TestNode } from '../../n8n/workflows';
import {
	loginTo,
	nothingBehind,
	pinned,
	published,
	receiver,
	runByHand,
	SEND,
	sends,
	SMS,
	TEXT,
} from '../frame/nodes';
import { OWN_SECRETS, SECRETS } from './secrets';

/** The workflows that are attacked: the triggers, a sending and a reading one, and the same with n8n's own nodes. */

export type Receivers = Awaited<ReturnType<typeof receivers>>;
export type ReceiverName = keyof Receivers;
export type Receiver = Receivers[ReceiverName];

export async function receivers(api: N8nApi) {
	const own = 'own-webhook';
	const ours = (name: string, events: string[], options: Json = {}, hasToken = true) =>
		receiver(
			api,
			`hostile-${name}`,
			{ events, options },
			hasToken ? SECRETS.callbackToken : undefined,
		);
	const messages = ['whatsappOfficialInbox', 'pushInbox'];
	return {
		inbox: await ours('inbox', messages),
		grouped: await ours('grouped', messages, { groupSeconds: 1 }),
		status: await ours('status', ['whatsappOfficialStatus', 'whatsappUnofficialStatus']),
		business: await ours('business', ['whatsappBusiness']),
		open: await ours('open', ['whatsappBusiness'], {}, false),
		webhook: { workflow: await published(api, nothingBehind(own, webhook(own))), path: own },
	};
}

const PARAMETERS = {
	text: TEXT,
	sms: SMS,
	status: {
		resource: 'whatsappUnofficial',
		operation: 'getStatus',
		refNo: '={{ $json.text }}',
	},
	templates: { resource: 'whatsappOfficial', operation: 'getTemplates', returnAll: true },
};

export type CallerName = keyof typeof PARAMETERS | 'own';
export const OURS = ['text', 'sms', 'status', 'templates'] as const;

export type Call = (name: CallerName, items: readonly object[]) => Promise<string>;

/** Runs one of them by hand, and tells the execution. Each goes on after a failed item, so that one execution meets many answers. */
export async function callers(api: N8nApi, serviceUrl: string): Promise<Call> {
	const login = {
		...(await loginTo(api, serviceUrl, { apiKey: SECRETS.apiKey, requestsPerSecond: 1000 })),
		...(await loginTo(
			api,
			serviceUrl,
			{ user: 'hostile_api', password: SECRETS.smsPassword },
			'messagingServiceSmsApi',
		)),
	};
	const header = { name: 'APIKey', value: OWN_SECRETS.header };
	const own: TestNode = {
		name: SEND,
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
			// One item for each response.
			options: { timeout: 20_000, response: { response: { fullResponse: true } } },
		},
		credentials: { httpHeaderAuth: await api.createCredential('httpHeaderAuth', 'Header', header) },
	};
	const nodeFor = (name: CallerName): TestNode =>
		name === 'own' ? own : sends(login, { ...PARAMETERS[name], options: { requestTimeout: 20 } });
	return (name, items) => {
		const node = { ...nodeFor(name), onError: 'continueRegularOutput' };
		return runByHand(api, pinned(`Answers to ${name}`, items, node));
	};
}
