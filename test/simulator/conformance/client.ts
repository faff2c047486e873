import { Agent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { startSimulator, type Pages, type Simulator } from '..';
import { faultsOfResponse, operationAt } from '../../support/contract';
import { controlOf } from '../controlOf';
import { NO_LIMITS } from '../settings';
import { callbackServer, fileServer } from './servers';

export { files, receiver } from './servers';

/** Talks to the simulator as any program does: over HTTP on loopback. */

export const PREFIX = '/svc_api/1.0';
export const SMS_PATH = '/api/v3/sendsms/plain';
export const KEY = 'simulator-key';
export const TEST_KEY = 'TEST_API_KEY';
export const SMS_LOGIN = { user: 'simulator_api', password: 'simulator-password' };
/** An address that is not on the whitelist. */
export const FOREIGN = '127.0.0.2';

export type Fields = Record<string, unknown>;

export interface Call {
	/** null sends no key. */
	key?: string | null;
	headers?: Record<string, string>;
	query?: Record<string, string>;
	/** The address that the request comes from. */
	from?: string;
	body?: Buffer | string;
}

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	contentType: string;
	text: string;
}

export const jsonOf = ({ text }: Pick<Answer, 'text'>): unknown => JSON.parse(text);

let simulator: Simulator;

/** Keeps connections open, so that a burst of requests does not wait for new ones. */
const agent = new Agent({ keepAlive: true });

/** A request to any path of the simulator. It has the key, unless the call names another. */
async function at(method: string, path: string, call: Call = {}): Promise<Answer> {
	const { key = KEY, body, from } = call;
	const target = new URL(path, simulator.url);
	for (const [name, value] of Object.entries(call.query ?? {}))
		target.searchParams.set(name, value);
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		const headers = {
			...(key !== null && { APIKey: key }),
			...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
			...call.headers,
		};
		const local = from === undefined ? {} : { localAddress: from };
		const request = httpRequest(target, { method, agent, headers, ...local }, resolve);
		request.on('error', reject);
		request.end(body);
	});
	const answer = {
		status: response.statusCode ?? 0,
		headers: response.headers,
		contentType: response.headers['content-type'] ?? '',
		text: await text(response),
	};
	// The simulator refuses foreign hosts and origins by itself, as no service does.
	const isOfService = (call.headers?.host ?? call.headers?.origin) === undefined;
	if (isOfService) expectAsDocumented(method, target.pathname, answer);
	return answer;
}

/** Each response in JSON is one that the OpenAPI file describes. */
function expectAsDocumented(method: string, pathname: string, answer: Answer): void {
	const operation = operationAt(method, pathname);
	if (operation === undefined || !answer.contentType.startsWith('application/json')) return;
	const { operationId, responses } = operation;
	if (answer.status < 300) expect(responses).toHaveProperty(String(answer.status));
	expect(faultsOfResponse(operationId, answer.status, jsonOf(answer))).toEqual([]);
}

const withType = (call: Call, type: string, body: Buffer | string): Call => ({
	...call,
	body,
	headers: { 'content-type': type, ...call.headers },
});

const asJson = (call: Call, body: unknown) =>
	withType(call, 'application/json', JSON.stringify(body));

/** The fields that have a value, as texts. */
const given = (fields: Fields): [string, string][] =>
	Object.entries(fields)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);

export const service = {
	get url() {
		return simulator.url;
	},
	at,
	get: (path: string, call?: Call) => at('GET', PREFIX + path, call),
	post: (path: string, body: unknown, call: Call = {}) =>
		at('POST', PREFIX + path, asJson(call, body)),
	multipart: async (path: string, fields: Fields, call: Call = {}) => {
		const form = new FormData();
		for (const [name, value] of given(fields)) form.append(name, value);
		const encoded = new Response(form);
		const body = Buffer.from(await encoded.arrayBuffer());
		const type = encoded.headers.get('content-type') ?? '';
		return at('POST', PREFIX + path, withType(call, type, body));
	},
	/** A request to the SMS host, which takes no key. */
	smsForm: (fields: Fields, call: Call = {}) => {
		const body = new URLSearchParams(given(fields)).toString();
		const type = 'application/x-www-form-urlencoded';
		return at('POST', SMS_PATH, withType({ key: null, ...call }, type, body));
	},
	smsQuery: (fields: Fields, call: Call = {}) =>
		at('POST', SMS_PATH, { key: null, ...call, query: Object.fromEntries(given(fields)) }),
};

export const control = controlOf(() => simulator.url);

/** Starts a simulator for the tests of a file. Each test finds it reset and without limits, and its clock does not run. */
export function useService(pages?: Pages, settings: Fields = {}): void {
	beforeAll(async () => {
		simulator = await startSimulator({ speed: 0 }, pages);
		await Promise.all([callbackServer.start(), fileServer.start()]);
	});

	beforeEach(async () => {
		await control.reset();
		callbackServer.reset();
		await control.settings({ ...NO_LIMITS, ...settings });
	});

	afterAll(async () => {
		agent.destroy();
		await simulator.stop();
		await Promise.all([callbackServer.stop(), fileServer.stop()]);
	});
}
