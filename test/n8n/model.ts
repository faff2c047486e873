import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { z } from 'zod';

import { callerFault } from '../simulator/http/caller';
import { chat, replyTo, responses, type Asked } from './modelReply';

/** Stands in for a language model on this machine, in OpenAI's words: it calls the tool that it is offered once, then ends. */

export interface ModelRequest {
	path: string;
	body: unknown;
}

export interface Model {
	/** What the credential calls Base URL. */
	url: string;
	/** What it was asked, oldest first. */
	requests: readonly ModelRequest[];
	stop: () => Promise<void>;
}

const NAME = 'stand-in';
const MOST_KEPT = 1000;
const LARGEST_BODY = 4 * 1024 * 1024;

const now = () => Math.floor(Date.now() / 1000);

/** A response as a whole, and the events of its stream. */
interface Told {
	whole: Record<string, unknown>;
	events: readonly Record<string, unknown>[];
	/** What the stream ends with. */
	end: string;
}

function toldInChat(asked: Asked, id: string): Told {
	const reply = replyTo(asked);
	const call = 'tool' in reply && {
		id: `call_${id}`,
		type: 'function',
		function: { name: reply.tool, arguments: reply.args },
	};
	const message = { role: 'assistant', content: 'text' in reply ? reply.text : null };
	const finish_reason = call ? 'tool_calls' : 'stop';
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	const head = { id: `chatcmpl-${id}`, created: now(), model: NAME };
	const chunk = (choices: unknown[], more = {}) => ({
		...{ ...head, object: 'chat.completion.chunk', choices },
		...more,
	});
	const delta = { ...message, ...(call && { tool_calls: [{ index: 0, ...call }] }) };
	const whole = { ...message, ...(call && { tool_calls: [call] }) };
	return {
		whole: {
			...{ ...head, object: 'chat.completion', usage },
			choices: [{ index: 0, message: whole, finish_reason, logprobs: null }],
		},
		events: [
			chunk([{ index: 0, delta, finish_reason: null }]),
			chunk([{ index: 0, delta: {}, finish_reason }]),
			chunk([], { usage }),
		],
		end: 'data: [DONE]\n\n',
	};
}

function toldInResponses(asked: Asked, id: string): Told {
	const reply = replyTo(asked);
	const isCall = 'tool' in reply;
	const item = {
		...{ id: isCall ? `fc_${id}` : `msg_${id}`, status: 'completed' },
		...(isCall
			? { type: 'function_call', call_id: `call_${id}`, name: reply.tool, arguments: reply.args }
			: {
					...{ type: 'message', role: 'assistant' },
					content: [{ type: 'output_text', text: reply.text, annotations: [] }],
				}),
	};
	const whole = {
		...{ id: `resp_${id}`, object: 'response', created_at: now(), model: NAME },
		...{ status: 'completed', error: null, incomplete_details: null, instructions: null },
		...{ metadata: {}, output: [item], parallel_tool_calls: false, tools: [] },
		usage: {
			...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
			input_tokens_details: { cached_tokens: 0 },
			output_tokens_details: { reasoning_tokens: 0 },
		},
	};
	const at = { output_index: 0, item_id: item.id };
	const text = !isCall && {
		...{ type: 'response.output_text.delta', ...at, content_index: 0, delta: reply.text },
	};
	return {
		whole,
		events: [
			{ type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
			{ type: 'response.output_item.added', ...at, item },
			...(text ? [text] : []),
			{ type: 'response.output_item.done', ...at, item },
			{ type: 'response.completed', response: whole },
		],
		end: '',
	};
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

/** Some programs read a stream piece by piece. It comes in one piece here. */
function sendTold(response: ServerResponse, { whole, events, end }: Told, isStream: boolean): void {
	if (!isStream) {
		sendJson(response, 200, whole);
		return;
	}
	const lines = events.map(
		(event) =>
			`${typeof event.type === 'string' ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
	);
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
	response.end(lines.join('') + end);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request) {
		const piece = z.instanceof(Buffer).parse(chunk);
		size += piece.length;
		if (size > LARGEST_BODY) throw new Error('The request is too large');
		chunks.push(piece);
	}
	return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

const refuse = (response: ServerResponse, status: number, message: string) => {
	sendJson(response, status, { error: { message, type: 'invalid_request_error', code: null } });
};

export async function startModel({ port = 0 }: { port?: number } = {}): Promise<Model> {
	const requests: ModelRequest[] = [];
	let count = 0;

	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const path = (request.url ?? '').replace(/\?.*/, '').replace(/^\/v1(?=\/)/, '');
		if (request.method === 'GET' && path === '/models') {
			const models = ['gpt-4.1-mini', 'gpt-5-mini', NAME];
			const data = models.map((id) => ({ id, object: 'model', created: 0, owned_by: NAME }));
			sendJson(response, 200, { object: 'list', data });
			return;
		}
		const known = path === '/chat/completions' || path === '/responses';
		if (request.method !== 'POST' || !known) {
			request.resume();
			refuse(response, 404, `There is no ${request.method ?? ''} ${path} here`);
			return;
		}
		const body = await bodyOf(request);
		requests.push({ path, body });
		if (requests.length > MOST_KEPT) requests.shift();
		const asked = (path === '/responses' ? responses : chat).safeParse(body);
		if (!asked.success) {
			refuse(response, 400, asked.error.message);
			return;
		}
		const told = path === '/responses' ? toldInResponses : toldInChat;
		sendTold(response, told(asked.data, String(++count)), asked.data.stream);
	};

	const server = createServer((request, response) => {
		const fault = callerFault(request.headers);
		if (fault !== undefined) {
			request.resume();
			refuse(response, 403, fault);
			return;
		}
		answer(request, response).catch((error: unknown) => {
			if (response.headersSent) response.destroy();
			else refuse(response, 400, error instanceof Error ? error.message : 'It cannot be read');
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	// A server that listens on a port has an address of this kind.
	const { port: taken } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${taken}/v1`,
		requests,
		stop: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
}
