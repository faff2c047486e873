import { operationAt, type Callback } from '../support/contract';
import { createService, type Seen, type Service } from '../support/service';
import { sanitized } from './sanitize';

/** A request of the node, and the response of the service, as they were on the wire. */
export interface Exchange {
	/** The node's operation. */
	operation: string;
	asked: Seen;
	/** 0 if there was no response. */
	status: number;
	headers: Headers;
	bytes: Buffer;
	ms: number;
}

const OWN_HEADERS = /^(host|connection|content-length|accept-encoding)$/;
const PATIENCE_MS = 60_000;

async function answerTo({ method, path, headers, bytes }: Seen, target: string) {
	try {
		const response = await fetch(target + path, {
			method,
			headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
				OWN_HEADERS.test(name) ? [] : [[name, String(value)]],
			),
			redirect: 'manual',
			signal: AbortSignal.timeout(PATIENCE_MS),
			...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
		});
		const { status, headers: given } = response;
		return { status, headers: given, bytes: Buffer.from(await response.arrayBuffer()) };
	} catch {
		return { status: 0, headers: new Headers(), bytes: Buffer.alloc(0) };
	}
}

export const typeOf = ({ headers }: Exchange) => headers.get('content-type') ?? '';

export const textOf = ({ bytes }: Exchange) => bytes.toString('utf8').replace(/^\uFEFF/, '');

/** Stands between the node and the service, and notes each exchange. */
export async function between(target: string, note: (seen: Exchange) => void): Promise<Service> {
	const proxy = createService();
	proxy.answer = async (asked) => {
		const response = await answerTo(asked, target);
		const seen = { operation: '', asked, ...response, ms: performance.now() - asked.at };
		note(seen);
		const { status, bytes } = seen;
		const headers = { 'content-type': typeOf(seen) };
		return status === 0 ? { drop: 'after' } : { status, headers, pieces: [bytes] };
	};
	await proxy.start();
	return proxy;
}

/** Takes callbacks on this machine only, and only at the path that ends in the token. */
export async function callbackListener(
	port: number,
	token: string,
	take: (one: Callback) => void,
): Promise<Service> {
	const listener = createService();
	listener.answer = ({ method, path, headers, body }) => {
		const [pathname, ...query] = path.split('?');
		if (pathname !== `/${token}`) return { status: 404 };
		take({ method, query: query.join('?'), headers, body });
		return { status: 200, text: 'OK' };
	};
	await listener.start(port);
	listener.url += `/${token}`;
	return listener;
}

/** The operation that a request was for. */
export const askedOf = ({ asked: { method, path } }: Exchange) =>
	operationAt(method, path.split('?')[0] ?? '');

/** What may be stored and shown to others. */
export const recordingOf = (exchanges: readonly Exchange[], callbacks: readonly Callback[]) => ({
	exchanges: exchanges
		.filter(({ status }) => status > 0)
		.map((one) => ({
			operation: one.operation,
			method: one.asked.method,
			// A reference is {ref_no}.
			path: askedOf(one)?.place ?? 'string',
			status: one.status,
			request: one.asked.body.startsWith('--') ? 'multipart' : sanitized(one.asked.body),
			type: /^(?:application|text)\/(?:json|xml|html|plain)\b/.exec(typeOf(one))?.[0] ?? '',
			response: sanitized(textOf(one)),
		})),
	callbacks: callbacks.map(({ method, query, body }) => ({
		method,
		query: sanitized(query),
		body: sanitized(body),
	})),
});
