import type { Json, N8nApi, WorkflowFile } from '../../n8n/api';
import { chain, loop, looped, ourType, type TestNode } from '../../n8n/workflows';

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

export async function loginTo(api: N8nApi, baseUrl: string, data: Json = {}): Promise<Credentials> {
	const login = { baseUrl, apiKey: 'simulator-key', ...data };
	return {
		messagingServiceApi: await api.createCredential('messagingServiceApi', 'The service', login),
	};
}

export const TEXT = {
	resource: 'whatsappUnofficial',
	operation: 'sendText',
	destination: '={{ $json.to }}',
	message: '={{ $json.text }}',
};

/** @param settings more of the node, such as On Error */
export const sends = (credentials: Credentials, parameters: Json = TEXT, settings: Json = {}) => ({
	name: SEND,
	type: ourType('messagingService'),
	parameters,
	credentials,
	...settings,
});

/** A chain whose last node is run in a loop, some items a round. */
export const inLoop = (
	name: string,
	before: readonly TestNode[],
	batchSize: number,
	last: TestNode,
): WorkflowFile => looped(chain(name, [...before, loop(batchSize), last]), last.name);

export const post = (url: string, body: unknown) =>
	fetch(url, {
		method: 'POST',
		// A connection that n8n closes just now would lose the call.
		headers: { 'content-type': 'application/json', connection: 'close' },
		body: JSON.stringify(body),
	});
