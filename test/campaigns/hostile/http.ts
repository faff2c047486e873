import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/** Requests as a program sends them that keeps to no rules. */

export interface Sent {
	method?: string;
	headers?: Record<string, string>;
	body?: Buffer;
}

export interface Answered {
	status: number;
	text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

const LONGEST_MS = 120_000;

/** Status 0: n8n closed the connection without an answer. */
export const send = (url: string, { method = 'POST', headers, body }: Sent): Promise<Answered> =>
	new Promise((resolve, reject) => {
		const sent = request(url, { method, headers, agent }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('end', () => {
				resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
			});
			response.on('error', () => {
				resolve({ status: 0, text: '' });
			});
		});
		sent.setTimeout(LONGEST_MS, () => {
			reject(new Error(`No answer in ${LONGEST_MS / 1000} s: ${method} ${url}`));
			sent.destroy();
		});
		sent.on('error', () => {
			resolve({ status: 0, text: '' });
		});
		sent.end(body);
	});

export const sendJson = (url: string, value: unknown, headers: Record<string, string> = {}) =>
	send(url, {
		headers: { 'content-type': 'application/json', ...headers },
		body: Buffer.from(JSON.stringify(value)),
	});

/** Sends a whole request, and hangs up before it can be answered. */
export const sendAndHangUp = (url: string, value: unknown): Promise<void> =>
	new Promise((resolve) => {
		const { hostname, port, pathname, search } = new URL(url);
		const body = JSON.stringify(value);
		const socket = connect(Number(port), hostname, () => {
			socket.write(
				`POST ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
				() => socket.destroy(),
			);
		});
		socket.on('error', () => undefined);
		socket.on('close', () => {
			resolve();
		});
	});

/** Does all of them, some at once. */
export async function inParallel<T>(
	all: Iterable<T>,
	atOnce: number,
	work: (one: T) => Promise<void>,
): Promise<void> {
	const left = all[Symbol.iterator]();
	const takeAll = async () => {
		for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
	};
	await Promise.all(Array.from({ length: atOnce }, takeAll));
}
