import { randomUUID } from 'node:crypto';
import {
	Agent,
	createServer,
	request as httpRequest,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import { z } from 'zod';

/** Talks to the simulator as any program would: over HTTP on loopback, its control interface included. */

export const PREFIX = '/svc_api/1.0';
export const SMS_PATH = '/api/v3/sendsms/plain';
export const KEY = 'simulator-key';
export const TEST_KEY = 'TEST_API_KEY';
export const SMS_LOGIN = { user: 'simulator_api', password: 'simulator-password' };
/** An address that is not on the whitelist. */
export const FOREIGN = '127.0.0.2';

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

export const jsonOf = (answer: Answer): unknown => JSON.parse(answer.text);

async function textOf(message: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	// Nothing sets an encoding on these messages, so their chunks are buffers.
	for await (const chunk of message) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

/** Kept open between requests: a burst must not wait for connections. */
const agent = new Agent({ keepAlive: true });

async function send(url: URL, method: string, call: Call): Promise<Answer> {
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		const request = httpRequest(
			url,
			{
				method,
				agent,
				headers: {
					...(call.body !== undefined && { 'content-length': Buffer.byteLength(call.body) }),
					...call.headers,
				},
				...(call.from !== undefined && { localAddress: call.from }),
			},
			resolve,
		);
		request.on('error', reject);
		request.end(call.body);
	});
	const text = await textOf(response);
	return {
		status: response.statusCode ?? 0,
		headers: response.headers,
		contentType: response.headers['content-type'] ?? '',
		text,
	};
}

export type Fields = Record<string, unknown>;

const time = z.union([z.string(), z.number()]).transform((value) => new Date(value));

const message = z
	.object({
		ref_no: z.string(),
		route: z.enum(['official', 'unofficial', 'business', 'sms']),
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
	.object({
		ms: z.number(),
		method: z.string(),
		path: z.string(),
		outcome: z.string(),
		status: z.number().nullable(),
	})
	.passthrough();

const delivery = z
	.object({ url: z.string(), status: z.number().nullable(), attempt: z.number() })
	.passthrough();

export type Message = z.output<typeof message>;
export type Entry = z.output<typeof entry>;

function createControl(url: string) {
	async function call(method: string, path: string, body?: unknown): Promise<unknown> {
		const answer = await send(new URL(`/__control${path}`, url), method, {
			...(body !== undefined && {
				body: JSON.stringify(body),
				headers: { 'content-type': 'application/json' },
			}),
		});
		if (answer.status >= 300)
			throw new Error(`${method} /__control${path} answered ${answer.status}: ${answer.text}`);
		return answer.text === '' ? undefined : jsonOf(answer);
	}

	return {
		reset: () => call('POST', '/reset'),
		readSettings: () => call('GET', '/settings'),
		settings: (patch: Fields) => call('PATCH', '/settings', patch),
		now: async () => z.object({ now: time }).parse(await call('GET', '/clock')).now,
		advance: (ms: number) => call('POST', '/clock/advance', { ms }),
		journal: async () =>
			z.object({ entries: z.array(entry) }).parse(await call('GET', '/journal')).entries,
		fault: (fault: Fields) => call('POST', '/faults', fault),
		/** Anything else of the control interface. */
		call,
		callbacks: (urls: Record<string, string | null>) => call('PUT', '/callbacks', urls),
		deliveries: async () =>
			z.object({ deliveries: z.array(delivery) }).parse(await call('GET', '/deliveries'))
				.deliveries,
		messages: async () =>
			z.object({ messages: z.array(message) }).parse(await call('GET', '/messages')).messages,
		message: async (ref: string) => message.parse(await call('GET', `/messages/${ref}`)),
		move: (ref: string, status: string) => call('POST', `/messages/${ref}/move`, { status }),
		inbox: async (inbox: {
			route: 'official' | 'unofficial' | 'business' | 'sms';
			from: string;
			to?: string;
			text: string;
		}) =>
			z
				.object({ id: z.string(), room_id: z.string().nullish() })
				.parse(await call('POST', '/inbox', inbox)),
		account: (patch: Fields) => call('PATCH', '/accounts/main', patch),
		accounts: async () =>
			z
				.object({ accounts: z.array(z.object({ name: z.string() }).passthrough()) })
				.parse(await call('GET', '/accounts')).accounts,
		template: (id: string, template: Fields) => call('PUT', `/templates/${id}`, template),
		exclusions: async () =>
			z
				.object({ exclusions: z.array(z.object({ number: z.string() }).passthrough()) })
				.parse(await call('GET', '/exclusions')).exclusions,
	};
}

/** What a callback carried. */
export interface Callback {
	method: string;
	/** As it was asked for, with its query. */
	url: URL;
	contentType: string;
	body: string;
}

const listen = async (server: Server): Promise<string> => {
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	// A server that listens on a port has an address of this kind.
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const close = async (server: Server): Promise<void> => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
};

export interface Receiver {
	url: string;
	/** The first `count` callbacks at a path, as soon as they are there. */
	take: (path: string, count: number) => Promise<Callback[]>;
	/** Answers otherwise than with 200 at once, until it forgets. */
	answerBy: (answer: (response: ServerResponse) => void) => void;
	/** Those that have come so far. */
	seen: (path: string) => Callback[];
	forget: () => void;
	stop: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
	let callbacks: Callback[] = [];
	let arrived: (() => void)[] = [];
	const accept = (response: ServerResponse): void => {
		response.end();
	};
	let answer = accept;
	const server = createServer((request, response) => {
		void textOf(request).then((body) => {
			callbacks.push({
				method: request.method ?? '',
				url: new URL(request.url ?? '', 'http://127.0.0.1'),
				contentType: request.headers['content-type'] ?? '',
				body,
			});
			answer(response);
			const waiting = arrived;
			arrived = [];
			for (const resolve of waiting) resolve();
		});
	});
	const url = await listen(server);
	const seen = (path: string) => callbacks.filter((callback) => callback.url.pathname === path);
	return {
		url,
		seen,
		take: async (path, count) => {
			while (seen(path).length < count)
				await new Promise<void>((resolve) => {
					arrived.push(resolve);
				});
			return seen(path).slice(0, count);
		},
		answerBy: (otherwise) => {
			answer = otherwise;
		},
		forget: () => {
			callbacks = [];
			answer = accept;
		},
		stop: () => close(server),
	};
}

export interface Files {
	/** The address of a file of that size. */
	url: (name: string, size: number, mime?: string) => string;
	/** How often the file was asked for. */
	asked: (url: string) => number;
	stop: () => Promise<void>;
}

const BLOCK = Buffer.alloc(64 * 1024);

/** Serves files of any size without holding them: only their length is of interest. */
export async function startFiles(): Promise<Files> {
	const asked = new Map<string, number>();
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '', 'http://127.0.0.1');
		asked.set(url.pathname, (asked.get(url.pathname) ?? 0) + 1);
		const [size, mime] = url.pathname.split('/').slice(1, 3).map(decodeURIComponent);
		let left = Number(size);
		response.writeHead(200, { 'content-type': mime, 'content-length': left });
		if (request.method === 'HEAD') {
			response.end();
			return;
		}
		const more = () => {
			while (left > 0 && !response.destroyed) {
				const block = BLOCK.subarray(0, Math.min(left, BLOCK.length));
				left -= block.length;
				if (!response.write(block)) return;
			}
			response.end();
		};
		response.on('drain', more);
		more();
	});
	const base = await listen(server);
	return {
		url: (name, size, mime = 'application/octet-stream') =>
			`${base}/${size}/${encodeURIComponent(mime)}/${randomUUID()}/${name}`,
		asked: (url) => asked.get(new URL(url).pathname) ?? 0,
		stop: () => close(server),
	};
}

/** The simulator as a check sees it. */
export function createClient(url: string, receiver: Receiver, files: Files) {
	/** Anywhere on the host, with the key unless told otherwise. */
	const at = (method: string, path: string, call: Call = {}): Promise<Answer> => {
		const target = new URL(path, url);
		for (const [name, value] of Object.entries(call.query ?? {}))
			target.searchParams.set(name, value);
		const key = call.key === undefined ? KEY : call.key;
		return send(target, method, {
			...call,
			headers: { ...(key !== null && { APIKey: key }), ...call.headers },
		});
	};
	const withType = (call: Call, type: string, body: Buffer | string): Call => ({
		...call,
		body,
		headers: { 'content-type': type, ...call.headers },
	});

	return {
		url,
		receiver,
		files,
		control: createControl(url),
		at,
		get: (path: string, call?: Call) => at('GET', PREFIX + path, call),
		post: (path: string, json: unknown, call: Call = {}) =>
			at('POST', PREFIX + path, withType(call, 'application/json', JSON.stringify(json))),
		multipart: (path: string, fields: Record<string, string | undefined>, call: Call = {}) => {
			const boundary = `boundary-${randomUUID()}`;
			const parts = Object.entries(fields).flatMap(([name, value]) =>
				value === undefined
					? []
					: [`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`],
			);
			return at(
				'POST',
				PREFIX + path,
				withType(
					call,
					`multipart/form-data; boundary=${boundary}`,
					`${parts.join('')}--${boundary}--\r\n`,
				),
			);
		},
		/** As form fields to the SMS host, which knows no key. */
		smsForm: (fields: Record<string, string>, call: Call = {}) =>
			at(
				'POST',
				SMS_PATH,
				withType(
					{ key: null, ...call },
					'application/x-www-form-urlencoded',
					new URLSearchParams(fields).toString(),
				),
			),
		smsQuery: (fields: Record<string, string>, call: Call = {}) =>
			at('POST', SMS_PATH, { key: null, ...call, query: fields }),
	};
}

export type Service = ReturnType<typeof createClient>;

/** Closes what the client still holds open. */
export const closeClient = (): void => {
	agent.destroy();
};
