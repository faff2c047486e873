import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { z } from 'zod';

import { callerFault } from '../simulator/http/caller';

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

const part = z.object({ text: z.string().optional() }).passthrough();

const content = z
	.union([z.string(), z.array(part)])
	.nullish()
	.transform((given) =>
		typeof given === 'string' ? given : (given ?? []).map(({ text = '' }) => text).join(' '),
	);

const property = z.object({ type: z.unknown(), properties: z.unknown() }).passthrough();

const schema = z
	.object({ properties: z.record(z.string(), property).default({}) })
	.passthrough()
	.catch({ properties: {} });

interface Turn {
	by: 'person' | 'tool' | 'other';
	text: string;
}

interface Tool {
	name: string;
	parameters: z.output<typeof schema>;
}

interface Asked {
	turns: Turn[];
	tools: Tool[];
	stream: boolean;
}

type Reply = { tool: string; args: string } | { text: string };

const byOf = (role: string): Turn['by'] =>
	role === 'user' ? 'person' : role === 'tool' || role === 'function' ? 'tool' : 'other';

/** POST /chat/completions */
const chat = z
	.object({
		messages: z.array(z.object({ role: z.string(), content }).passthrough()).min(1),
		tools: z
			.array(z.object({ function: z.object({ name: z.string(), parameters: schema }) }))
			.default([]),
		stream: z.boolean().nullish(),
	})
	.transform(({ messages, tools, stream }): Asked => ({
		turns: messages.map(({ role, content: text }) => ({ by: byOf(role), text })),
		tools: tools.map((tool) => tool.function),
		stream: stream ?? false,
	}));

/** POST /responses */
const responses = z
	.object({
		input: z.union([
			z.string().transform((text): Turn[] => [{ by: 'person', text }]),
			z.array(
				z
					.object({ type: z.string().optional(), role: z.string().default(''), content })
					.passthrough()
					.transform(({ type, role, content: text, ...rest }): Turn =>
						type === 'function_call_output'
							? { by: 'tool', text: content.catch('').parse(rest.output) }
							: { by: byOf(role), text },
					),
			),
		]),
		tools: z
			.array(z.object({ type: z.string(), name: z.string().optional(), parameters: schema }))
			.default([]),
		stream: z.boolean().nullish(),
	})
	.transform(({ input, tools, stream }): Asked => ({
		turns: input,
		tools: tools.flatMap(({ name, parameters }) =>
			name === undefined ? [] : [{ name, parameters }],
		),
		stream: stream ?? false,
	}));

const shortened = (text: string, most: number) =>
	text.length > most ? `${text.slice(0, most)}…` : text;

/** What it answers: the same to the same question, always. */
function replyTo({ turns, tools }: Asked): Reply {
	const asked = turns.findLastIndex(({ by }) => by === 'person');
	const words = shortened(turns[asked]?.text.trim() ?? '', 300);
	const learned = turns.slice(asked + 1).findLast(({ by }) => by === 'tool');
	const [tool] = tools;
	if (tool === undefined || learned !== undefined) {
		const told = learned === undefined ? '' : ` The tool told: ${shortened(learned.text, 300)}`;
		return { text: `I answered to “${words}”.${told}` };
	}
	const values: Record<string, unknown> = {
		string: `Thank you for writing “${words}”. A colleague will answer you soon.`,
		number: 1,
		integer: 1,
		boolean: false,
		array: [],
	};
	/** A tool that a person reviews has its own arguments inside those of the review. */
	const filled = ({ properties }: z.output<typeof schema>): Record<string, unknown> =>
		Object.fromEntries(
			Object.entries(properties).map(([name, inner]) => [
				name,
				inner.type === 'object'
					? filled(schema.parse(inner))
					: (values[typeof inner.type === 'string' ? inner.type : 'string'] ?? null),
			]),
		);
	return { tool: tool.name, args: JSON.stringify(filled(tool.parameters)) };
}

const now = () => Math.floor(Date.now() / 1000);

/** Some programs read a stream piece by piece; it comes in one piece here. */
function sendEvents(
	response: ServerResponse,
	events: readonly Record<string, unknown>[],
	end = '',
): void {
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
	const lines = events.map(
		(event) =>
			`${typeof event.type === 'string' ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
	);
	response.end(lines.join('') + end);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

function answerChat(response: ServerResponse, asked: Asked, id: string): void {
	const reply = replyTo(asked);
	const calls =
		'tool' in reply
			? [
					{
						id: `call_${id}`,
						type: 'function',
						function: { name: reply.tool, arguments: reply.args },
					},
				]
			: undefined;
	const message = {
		role: 'assistant',
		content: 'text' in reply ? reply.text : null,
		...(calls && { tool_calls: calls }),
	};
	const reason = calls === undefined ? 'stop' : 'tool_calls';
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	const head = { id: `chatcmpl-${id}`, created: now(), model: NAME };
	if (!asked.stream) {
		sendJson(response, 200, {
			...head,
			object: 'chat.completion',
			choices: [{ index: 0, message, finish_reason: reason, logprobs: null }],
			usage,
		});
		return;
	}
	const chunk = (choices: unknown[], more = {}) => ({
		...head,
		object: 'chat.completion.chunk',
		choices,
		...more,
	});
	const delta = {
		...message,
		...(calls && { tool_calls: calls.map((call, index) => ({ index, ...call })) }),
	};
	sendEvents(
		response,
		[
			chunk([{ index: 0, delta, finish_reason: null }]),
			chunk([{ index: 0, delta: {}, finish_reason: reason }]),
			chunk([], { usage }),
		],
		'data: [DONE]\n\n',
	);
}

function answerResponses(response: ServerResponse, asked: Asked, id: string): void {
	const reply = replyTo(asked);
	const item =
		'tool' in reply
			? {
					type: 'function_call',
					id: `fc_${id}`,
					call_id: `call_${id}`,
					name: reply.tool,
					arguments: reply.args,
					status: 'completed',
				}
			: {
					type: 'message',
					id: `msg_${id}`,
					role: 'assistant',
					status: 'completed',
					content: [{ type: 'output_text', text: reply.text, annotations: [] }],
				};
	const whole = {
		id: `resp_${id}`,
		object: 'response',
		created_at: now(),
		model: NAME,
		status: 'completed',
		error: null,
		incomplete_details: null,
		instructions: null,
		metadata: {},
		output: [item],
		parallel_tool_calls: false,
		tools: [],
		usage: {
			input_tokens: 1,
			output_tokens: 1,
			total_tokens: 2,
			input_tokens_details: { cached_tokens: 0 },
			output_tokens_details: { reasoning_tokens: 0 },
		},
	};
	if (!asked.stream) {
		sendJson(response, 200, whole);
		return;
	}
	const at = { output_index: 0, item_id: item.id };
	sendEvents(response, [
		{ type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
		{ type: 'response.output_item.added', ...at, item },
		...('text' in reply
			? [{ type: 'response.output_text.delta', ...at, content_index: 0, delta: reply.text }]
			: []),
		{ type: 'response.output_item.done', ...at, item },
		{ type: 'response.completed', response: whole },
	]);
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
		count++;
		(path === '/responses' ? answerResponses : answerChat)(response, asked.data, String(count));
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
