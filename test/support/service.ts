import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { listen } from '../n8n/ports';

/** A server on loopback that replaces the service. A test sets its responses. It keeps a journal of its requests. */

export interface Seen {
	/** When it arrived, in milliseconds of a clock that only goes forward. */
	at: number;
	method: string;
	path: string;
	headers: IncomingMessage['headers'];
	body: string;
	/** The body as it came. */
	bytes: Buffer;
	/** The client hung up before the response. */
	brokenOff?: boolean;
	outcome: 'accepted' | 'other' | 'dropped before' | 'dropped after';
}

export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	/** The body, as JSON or as text. */
	json?: unknown;
	text?: string;
	/** The body in pieces, for as long as the client reads. */
	pieces?: Iterable<Buffer>;
	/** The connection ends without a response, before or after the request took effect. */
	drop?: 'before' | 'after';
	/** Sends this much of the body and then nothing more. */
	stallAfter?: number;
	delayMs?: number;
	/** The response waits for this. */
	after?: Promise<unknown>;
}

export interface Service {
	/** Known once it has started. */
	url: string;
	journal: Seen[];
	/** Requests that took effect. */
	accepted: () => Seen[];
	answer: (request: Seen, count: number) => Answer | Promise<Answer>;
	latencyMs: number;
	/** The limit of accepted requests in any second. */
	perSecond: number;
	reset: () => void;
	start: (port?: number) => Promise<void>;
	stop: () => Promise<void>;
}

export function createService(): Service {
	let recent: number[] = [];
	const server = createServer((request, response) => {
		void (async () => {
			const at = performance.now();
			const { method = '', url: path = '', headers } = request;
			const bytes = Buffer.alloc(0);
			const seen: Seen = { at, method, path, headers, body: '', bytes, outcome: 'other' };
			service.journal.push(seen);
			response.on('close', () => {
				if (!response.writableFinished && !seen.outcome.startsWith('dropped'))
					seen.brokenOff = true;
			});
			recent = recent.filter((time) => time > at - 1000);
			const limited = recent.length >= service.perSecond;
			if (!limited) recent.push(at);
			seen.bytes = await buffer(request);
			seen.body = seen.bytes.toString('utf8');
			const answer = limited
				? { status: 429, json: { error: true } }
				: await service.answer(seen, service.journal.length);
			const status = answer.status ?? (method === 'POST' ? 201 : 200);
			if (answer.drop === 'before') {
				seen.outcome = 'dropped before';
				request.socket.destroy();
				return;
			}
			seen.outcome = status < 300 ? 'accepted' : 'other';
			const delay = service.latencyMs + (answer.delayMs ?? 0);
			if (delay > 0) await sleep(delay);
			await answer.after;
			if (answer.drop === 'after') {
				seen.outcome = 'dropped after';
				request.socket.destroy();
				return;
			}
			const body = answer.text ?? JSON.stringify(answer.json ?? { error: false, data: {} });
			response.writeHead(status, { 'content-type': 'application/json', ...answer.headers });
			if (answer.pieces) Readable.from(answer.pieces).pipe(response);
			else if (answer.stallAfter === undefined) response.end(body);
			else response.write(body.slice(0, answer.stallAfter));
		})();
	});
	const ok = (): Answer => ({ json: { error: false, message: 'ok', data: {} } });
	const fresh = () => ({ journal: [], answer: ok, latencyMs: 0, perSecond: Infinity });
	const service: Service = {
		url: '',
		...fresh(),
		accepted: () =>
			service.journal.filter(({ outcome }) => ['accepted', 'dropped after'].includes(outcome)),
		reset: () => {
			recent = [];
			Object.assign(service, fresh());
		},
		start: async (port) => {
			service.url = `http://127.0.0.1:${await listen(server, port)}`;
		},
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return service;
}

export async function startService(port?: number): Promise<Service> {
	const service = createService();
	await service.start(port);
	return service;
}
