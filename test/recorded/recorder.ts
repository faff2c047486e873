import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { listen } from '../n8n/ports';
import { operationAt } from '../support/contract';
import { formOf, sanitized } from './sanitize';

/** A request of the node, and the response of the service, as they were on the wire. */
export interface Exchange {
	/** The node's operation. */
	operation: string;
	method: string;
	path: string;
	sent: string;
	/** 0 if there was no response. */
	status: number;
	type: string;
	location: string;
	text: string;
	isUtf8: boolean;
	ms: number;
}

export interface Callback {
	method: string;
	query: string;
	headers: IncomingHttpHeaders;
	body: string;
}

const OWN_HEADERS = /^(host|connection|content-length|accept-encoding)$/;
const PATIENCE_MS = 60_000;

/** Stands between the node and the service, and notes each exchange. Gives its address on this machine. */
export async function between(target: string, note: (seen: Omit<Exchange, 'operation'>) => void) {
	const server = createServer((incoming, response) => {
		void (async () => {
			const [bytes, { method = 'GET', url = '/', headers }] = [await buffer(incoming), incoming];
			const seen = { method, path: url, sent: bytes.toString('utf8') };
			const from = performance.now();
			try {
				const answer = await fetch(target + url, {
					method,
					redirect: 'manual',
					signal: AbortSignal.timeout(PATIENCE_MS),
					headers: Object.entries(headers).flatMap(([name, value]) =>
						OWN_HEADERS.test(name) ? [] : [[name, String(value)] as [string, string]],
					),
					...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
				});
				const body = await answer.arrayBuffer();
				const type = answer.headers.get('content-type') ?? '';
				const location = answer.headers.get('location') ?? '';
				const [text, ms] = [new TextDecoder().decode(body), performance.now() - from];
				note({ ...seen, status: answer.status, type, location, text, isUtf8: isUtf8(body), ms });
				response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(body));
			} catch {
				const ms = performance.now() - from;
				note({ ...seen, status: 0, type: '', location: '', text: '', isUtf8: true, ms });
				response.destroy();
			}
		})();
	});
	return { url: `http://127.0.0.1:${await listen(server)}`, stop: () => server.close() };
}

const LARGEST_CALLBACK = 1024 * 1024;

/** Takes callbacks on this machine only, and only at the path that ends in the token. */
export async function callbackListener(port: number, token: string, take: (one: Callback) => void) {
	const server = createServer((incoming, response) => {
		const { method = '', url = '', headers } = incoming;
		const [pathname, ...query] = url.split('?');
		const isTooLong = Number(headers['content-length'] ?? LARGEST_CALLBACK + 1) > LARGEST_CALLBACK;
		if (pathname !== `/${token}` || (method === 'POST' && isTooLong)) {
			response.writeHead(404).end();
			return;
		}
		void buffer(incoming).then((bytes) => {
			response.end('OK');
			take({ method, query: query.join('?'), headers, body: bytes.toString('utf8') });
		});
	});
	const own = await listen(server, port);
	return { url: `http://127.0.0.1:${own}/${token}`, stop: () => server.close() };
}

/** What may be stored and shown to others. */
export const recordingOf = (exchanges: readonly Exchange[], callbacks: readonly Callback[]) => ({
	exchanges: exchanges.map(({ operation, method, path, sent, status, type, text }) => ({
		operation,
		method,
		path: placeOf(method, path),
		status,
		request: sent.startsWith('--') ? 'multipart' : sanitized(sent),
		type: /^(?:application|text)\/(?:json|xml|html|plain)\b/.exec(type)?.[0] ?? '',
		response: sanitized(text),
	})),
	callbacks: callbacks.map(({ method, query, body }) => ({
		method,
		query: formOf(query),
		body: sanitized(body),
	})),
});

/** The documented path, in which a reference is {ref_no}. */
export const placeOf = (method: string, path: string): string =>
	operationAt(method, path.split('?')[0] ?? '')?.place ?? 'string';
