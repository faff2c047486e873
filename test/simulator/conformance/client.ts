import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { z } from 'zod';

import { startSimulator, type Simulator } from '..';
import { callbackServer, fileServer, receiver, textOf } from './servers';

export { files, receiver, type Callback } from './servers';

/** Talks to the simulator as any program would: over HTTP on loopback, its control interface included. */

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

/** Connections stay open between requests: a burst must not wait for them. */
const agent = new Agent({ keepAlive: true });

/** Anywhere on the host, with the key unless told otherwise. */
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
	return {
		status: response.statusCode ?? 0,
		headers: response.headers,
		contentType: response.headers['content-type'] ?? '',
		text: await textOf(response),
	};
}

const withType = (call: Call, type: string, body: string): Call => ({
	...call,
	body,
	headers: { 'content-type': type, ...call.headers },
});

const asJson = (call: Call, body: unknown) =>
	withType(call, 'application/json', JSON.stringify(body));

/** The fields that have a value, as texts. */
const given = (fields: Fields): [string, string][] =>
	Object.entries(fields).flatMap(([name, value]) =>
		value === undefined
			? []
			: [[name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
	);

export const service = {
	get url() {
		return simulator.url;
	},
	at,
	get: (path: string, call?: Call) => at('GET', PREFIX + path, call),
	post: (path: string, body: unknown, call: Call = {}) =>
		at('POST', PREFIX + path, asJson(call, body)),
	multipart: (path: string, fields: Fields, call: Call = {}) => {
		const boundary = `boundary-${randomUUID()}`;
		const parts = given(fields).map(
			([name, value]) =>
				`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
		);
		const type = `multipart/form-data; boundary=${boundary}`;
		return at('POST', PREFIX + path, withType(call, type, `${parts.join('')}--${boundary}--\r\n`));
	},
	/** To the SMS host, which knows no key. */
	smsForm: (fields: Fields, call: Call = {}) => {
		const body = new URLSearchParams(given(fields)).toString();
		const type = 'application/x-www-form-urlencoded';
		return at('POST', SMS_PATH, withType({ key: null, ...call }, type, body));
	},
	smsQuery: (fields: Fields, call: Call = {}) =>
		at('POST', SMS_PATH, { key: null, ...call, query: Object.fromEntries(given(fields)) }),
};

const time = z.union([z.string(), z.number()]).transform((value) => new Date(value));

const message = z
	.object({
		ref_no: z.string(),
		from: z.string().nullish(),
		to: z.string().nullish(),
		text: z.string().nullish(),
		caption: z.string().nullish(),
		status: z.string(),
		history: z.array(z.object({ status: z.string(), at: time })),
		credits: z.number(),
		room_id: z.string().nullish(),
	})
	.passthrough();

const entry = z
	.object({ ms: z.number(), path: z.string(), outcome: z.string(), status: z.number().nullable() })
	.passthrough();

export type Entry = z.output<typeof entry>;

const delivery = z
	.object({ url: z.string(), status: z.number().nullable(), attempt: z.number() })
	.passthrough();

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
	const answer = await at(method, `/__control${path}`, body === undefined ? {} : asJson({}, body));
	if (answer.status < 300) return jsonOf(answer);
	throw new Error(`${method} /__control${path} answered ${answer.status}: ${answer.text}`);
}

/** The entries of a list that the control interface gives. */
async function listed<Entry extends z.ZodTypeAny>(name: string, path: string, schema: Entry) {
	const answer = z.object({ [name]: z.array(schema) }).parse(await call('GET', path));
	return (answer[name] ?? []) as z.output<Entry>[];
}

const anything = z.object({}).passthrough();

export const control = {
	/** Anything of the control interface. */
	call,
	reset: () => call('POST', '/reset'),
	readSettings: () => call('GET', '/settings'),
	settings: (patch: Fields) => call('PATCH', '/settings', patch),
	now: async () => z.object({ now: time }).parse(await call('GET', '/clock')).now,
	advance: (ms: number) => call('POST', '/clock/advance', { ms }),
	journal: () => listed('entries', '/journal', entry),
	fault: (fault: Fields) => call('POST', '/faults', fault),
	callbacks: (urls: Fields) => call('PUT', '/callbacks', urls),
	deliveries: () => listed('deliveries', '/deliveries', delivery),
	messages: () => listed('messages', '/messages', message),
	message: async (ref: string) => message.parse(await call('GET', `/messages/${ref}`)),
	move: (ref: string, status: string) => call('POST', `/messages/${ref}/move`, { status }),
	inbox: async (inbox: { route: string; from: string; to?: string; text: string }) =>
		z
			.object({ id: z.string(), room_id: z.string().nullish() })
			.parse(await call('POST', '/inbox', inbox)),
	account: (patch: Fields) => call('PATCH', '/accounts/main', patch),
	template: (id: string, template: Fields) => call('PUT', `/templates/${id}`, template),
	exclusions: () => listed('exclusions', '/exclusions', anything),
};

/** Ends a test that hangs; none takes that long, however busy the machine is. */
export const HANGS_MS = 120_000;

/** A simulator for the tests of a file, as new before each: without limits, its clock stands until a test moves it. */
export function useService(): void {
	jest.setTimeout(HANGS_MS);

	beforeAll(async () => {
		simulator = await startSimulator({ speed: 0 });
		await Promise.all([callbackServer.start(), fileServer.start()]);
	});

	beforeEach(async () => {
		await control.reset();
		receiver.forget();
		await control.settings({ requestsPerSecond: 0, channelRequests: 0 });
	});

	afterAll(async () => {
		agent.destroy();
		await simulator.stop();
		await Promise.all([callbackServer.stop(), fileServer.stop()]);
	});
}
