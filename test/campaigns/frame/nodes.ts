import { listening, type Json, type N8nApi, type Stored, type WorkflowFile } from '../../n8n/api';
import {
	chain,
	loop,
	looped,
	ourType,
	splitOut,
	start,
	webhook,
	type TestNode,
} from '../../n8n/workflows';
import type { Testbed } from './testbed';

export type Credentials = NonNullable<TestNode['credentials']>;

export const SEND = 'Send';

/** Numbers that the simulator gives no fate of their own. */
export const numberOf = (at: number) => `62812${String(at).padStart(8, '0')}`;

export interface Person {
	to: string;
	text: string;
}

/** People to write to: the text tells each message from all others. */
export const people = (count: number, name: string): Person[] =>
	Array.from({ length: count }, (_, at) => ({ to: numberOf(at), text: `${name} ${at + 1}` }));

export async function loginTo(
	api: N8nApi,
	baseUrl: string,
	data: Json = {},
	type = 'messagingServiceApi',
): Promise<Credentials> {
	const login = { baseUrl, apiKey: 'simulator-key', ...data };
	return { [type]: await api.createCredential(type, 'The service', login) };
}

export const TEXT = {
	resource: 'whatsappUnofficial',
	operation: 'sendText',
	destination: '={{ $json.to }}',
	message: '={{ $json.text }}',
};

export const CHANNELS = [
	'11111111-1111-4111-8111-111111111111',
	'22222222-2222-4222-8222-222222222222',
] as const;

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** What a broadcast of a template without placeholders needs. */
export const BROADCAST = {
	resource: 'whatsappOfficial',
	operation: 'broadcast',
	channelId: byId(CHANNELS[0]),
	templateId: byId('22222222-aaaa-4aaa-8aaa-222222222222'),
	destination: '={{ $json.to }}',
	destinationName: '={{ $json.text }}',
};

export const SMS = {
	resource: 'sms',
	operation: 'send',
	destination: '={{ $json.to }}',
	text: '={{ $json.text }}',
};

/** Each text is its own key. */
export const KEYED_TEXT = { ...TEXT, options: { sendOnceKey: '={{ $json.text }}' } };

/** @param settings more of the node, such as On Error */
export const sends = (credentials: Credentials, parameters: Json = TEXT, settings: Json = {}) => ({
	name: SEND,
	type: ourType('messagingService'),
	parameters,
	credentials,
	...settings,
});

export const pinned = (
	name: string,
	items: readonly object[],
	...nodes: TestNode[]
): WorkflowFile => ({
	...chain(name, [start, ...nodes]),
	pinData: { [start.name]: items.map((json) => ({ json })) },
});

/** Presses Execute Workflow on a new one. */
export const runByHand = async (api: N8nApi, file: WorkflowFile): Promise<string> =>
	api.run(await api.createWorkflow(file), start.name);

/** A chain whose last node is run in a loop, some items a round. */
export const inLoop = (
	name: string,
	before: readonly TestNode[],
	batchSize: number,
	last: TestNode,
): WorkflowFile => looped(chain(name, [...before, loop(batchSize), last]), last.name);

export const TRIGGER = 'Callback';

export const callbackPath = (webhookId: string) => `${webhookId}/callback`;

/** Our trigger for these events. @param token of its credential, if it has one */
export async function trigger(
	api: N8nApi,
	webhookId: string,
	parameters: Json & { events: readonly string[] },
	token?: string,
): Promise<TestNode> {
	const kind = 'messagingServiceCallbackApi';
	const isStatus = parameters.events.some((event) => event.endsWith('Status'));
	return {
		name: TRIGGER,
		type: ourType(isStatus ? 'messagingServiceStatusTrigger' : 'messagingServiceTrigger'),
		webhookId,
		parameters: { authentication: token === undefined ? 'none' : 'token', ...parameters },
		...(token !== undefined && {
			credentials: { [kind]: await api.createCredential(kind, 'Callbacks', { token }) },
		}),
	};
}

export const nothingBehind = (name: string, node: TestNode): WorkflowFile =>
	chain(name, [node, { name: 'Behind', type: 'n8n-nodes-base.noOp' }]);

export async function published(api: N8nApi, file: WorkflowFile): Promise<Stored> {
	const workflow = await api.createWorkflow(file);
	await api.activate(workflow);
	return workflow;
}

export const receiver = async (api: N8nApi, id: string, ...given: Given) => ({
	workflow: await published(api, nothingBehind(id, await trigger(api, id, ...given))),
	path: callbackPath(id),
});

type Given = [parameters: Parameters<typeof trigger>[2], token?: string];

/** A published workflow that a call of its webhook starts, with the people that came as items. */
export async function calledBy({ api, webhookUrl }: Testbed, path: string, node: TestNode) {
	const nodes = [webhook(path), splitOut('body.people'), node];
	const workflow = await published(api, chain(path, nodes));
	const url = `${webhookUrl}/${path}`;
	await listening(url);
	return { workflow, url };
}

export const post = (url: string, body: unknown) =>
	fetch(url, {
		method: 'POST',
		// A connection that n8n closes just now would lose the call.
		headers: { 'content-type': 'application/json', connection: 'close' },
		body: JSON.stringify(body),
	});

/** Does the work of all, a few at a time. The results have the order of what was wanted. */
export async function inLanes<T, R>(
	wanted: Iterable<T>,
	lanes: number,
	work: (one: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const left = wanted[Symbol.iterator]();
	let at = 0;
	const lane = async () => {
		for (let next = left.next(); next.done !== true; next = left.next()) {
			const place = at++;
			results[place] = await work(next.value);
		}
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	return results;
}
