import { Agent, request } from 'node:http';

/** Requests of a program that keeps to no rules. */

export interface Sent {
	method?: string;
	headers?: Record<string, string>;
	body?: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

const LONGEST_MS = 120_000;

/** Status 0: n8n closed the connection without an answer. */
export const send = (url: string, { method = 'POST', headers, body }: Sent = {}) =>
	new Promise<{ status: number; text: string }>((resolve, reject) => {
		const broken = () => {
			resolve({ status: 0, text: '' });
		};
		const sent = request(url, { method, headers, agent }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('end', () => {
				resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
			});
			response.on('error', broken);
		});
		sent.setTimeout(LONGEST_MS, () => {
			reject(new Error(`No answer in ${LONGEST_MS / 1000} s: ${method} ${url}`));
			sent.destroy();
		});
		sent.on('error', broken);
		sent.end(body);
	});

export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';
