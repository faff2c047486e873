import { chain, ourType, webhook, type TestNode } from '../../../n8n/workflows';
import type { WorkflowFile } from '../../../n8n/api';

/** The contenders: the same items from the same webhook, sent in different ways. */

interface Credential {
	id: string;
	name: string;
}

export interface Login {
	ours: Credential;
	/** The same key, at a rate that nothing reaches. */
	unlimited: Credential;
	header: Credential;
	url: string;
}

/** A webhook that answers at once, and as many people as its caller asks for. */
const upstream = (name: string): TestNode[] => [
	webhook(name),
	{
		name: 'Items',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: {
			jsCode: `const { count, first } = $input.first().json.body;
return Array.from({ length: count }, (_, at) => ({
	json: { to: String(6281200000000 + first + at), text: 'Hello, this is message ' + (first + at), channel: at % 2 },
}));`,
		},
	},
];

const CONTINUE = { onError: 'continueRegularOutput' };

const ours = (credential: Credential): TestNode => ({
	name: 'Send',
	type: ourType('messagingService'),
	parameters: {
		resource: 'whatsappUnofficial',
		operation: 'sendText',
		destination: '={{ $json.to }}',
		message: '={{ $json.text }}',
	},
	credentials: { messagingServiceApi: credential },
	...CONTINUE,
});

const official = ({ ours: credential }: Login): TestNode => ({
	name: 'Send',
	type: ourType('messagingService'),
	parameters: {
		resource: 'whatsappOfficial',
		operation: 'broadcast',
		channelId: {
			__rl: true,
			mode: 'id',
			value: `={{ $json.channel === 0 ? '${CHANNELS[0]}' : '${CHANNELS[1]}' }}`,
		},
		templateId: { __rl: true, mode: 'id', value: '22222222-aaaa-4aaa-8aaa-222222222222' },
		destination: '={{ $json.to }}',
		destinationName: 'Somebody',
		parametersMode: 'none',
	},
	credentials: { messagingServiceApi: credential },
	...CONTINUE,
});

/** The simulator's two channels. */
export const CHANNELS = [
	'11111111-1111-4111-8111-111111111111',
	'22222222-2222-4222-8222-222222222222',
] as const;

/** What somebody does who has not this package: a header that holds the key, and two fields. */
const httpRequest =
	(batch?: { batchSize: number; batchInterval: number }) =>
	({ header, url }: Login): TestNode => ({
		name: 'Send',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method: 'POST',
			url: `${url}/svc_api/1.0/whatsapp/message`,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			bodyParameters: {
				parameters: [
					{ name: 'destination', value: '={{ $json.to }}' },
					{ name: 'message', value: '={{ $json.text }}' },
				],
			},
			options: {
				// Without it, the header that n8n sends gets XML from the service.
				response: { response: { responseFormat: 'json' } },
				...(batch !== undefined && { batching: { batch } }),
			},
		},
		credentials: { httpHeaderAuth: header },
		...CONTINUE,
	});

/** n8n's Loop Over Items, one item a round: each waits for the one before. */
function looped(name: string, send: TestNode): WorkflowFile {
	const loop: TestNode = {
		name: 'Loop',
		type: 'n8n-nodes-base.splitInBatches',
		typeVersion: 3,
		parameters: { batchSize: 1, options: {} },
	};
	const workflow = chain(name, [...upstream(name), loop, send]);
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	return {
		...workflow,
		connections: {
			...workflow.connections,
			Loop: { main: [[], to('Send')] },
			Send: { main: [to('Loop')] },
		},
	};
}

const WAYS = {
	'this node': (login: Login) => ours(login.ours),
	'this node without a limit': (login: Login) => ours(login.unlimited),
	official,
	'HTTP Request as it comes': httpRequest(),
	'HTTP Request, 1 every 10 ms': httpRequest({ batchSize: 1, batchInterval: 10 }),
	'HTTP Request, 100 every second': httpRequest({ batchSize: 100, batchInterval: 1000 }),
	'HTTP Request, 100 every 50 ms': httpRequest({ batchSize: 100, batchInterval: 50 }),
} as const;

export const ONE_BY_ONE = 'HTTP Request one at a time';
export const NO_NODE = 'no node';

export type Way = keyof typeof WAYS | typeof ONE_BY_ONE | typeof NO_NODE;

/** As its webhook's path is called. */
export const pathOf = (way: string) => way.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const trigger = (node: TestNode): WorkflowFile => chain(node.name, [node]);

export const CALLBACK_PATHS = {
	ours: 'reports/callback',
	webhook: 'plain',
	'webhook 1': 'plain-1',
};

/** What takes a callback: this package's trigger, and n8n's own. */
const receivers = (): Record<keyof typeof CALLBACK_PATHS, WorkflowFile> => ({
	ours: trigger({
		name: 'Status',
		type: ourType('messagingServiceStatusTrigger'),
		webhookId: 'reports',
		parameters: {
			events: ['whatsappOfficialStatus', 'whatsappUnofficialStatus'],
			authentication: 'none',
		},
	}),
	webhook: trigger(webhook(CALLBACK_PATHS.webhook)),
	/** Its first version: n8n treats it as it treats all triggers that are not its own Webhook node. */
	'webhook 1': trigger(webhook(CALLBACK_PATHS['webhook 1'], 1)),
});

export type Receiver = keyof typeof CALLBACK_PATHS;

/** All workflows of the benchmarks, by what they are called here. */
export function workflows(login: Login): [Way | Receiver, WorkflowFile][] {
	const ways = Object.entries(WAYS).map(([way, node]): [Way, WorkflowFile] => [
		// The names come from the object itself.
		way as Way,
		chain(way, [...upstream(pathOf(way)), node(login)]),
	]);
	const received = receivers();
	return [
		...ways,
		[ONE_BY_ONE, looped(pathOf(ONE_BY_ONE), httpRequest()(login))],
		[NO_NODE, chain(NO_NODE, upstream(pathOf(NO_NODE)))],
		['ours', received.ours],
		['webhook', received.webhook],
		['webhook 1', received['webhook 1']],
	];
}
