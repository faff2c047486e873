import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

import { z } from 'zod';

import { listen } from './ports';

/** A stand-in for a language model with OpenAI's interface. It calls the tool that it is offered once, or makes the calls that its user dictates, then ends. */

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

/** POST /chat/completions */
const chat = z.object({
	messages: z.array(z.object({ role: z.string(), content }).passthrough()).min(1),
	tools: z
		.array(z.object({ function: z.object({ name: z.string(), parameters: schema }) }))
		.default([]),
	stream: z.boolean().nullish(),
});
type Asked = z.output<typeof chat>;

type Reply = { calls: { tool: string; args: string }[] } | { text: string };

const dictation = z.object({
	calls: z.array(z.object({ tool: z.string(), args: z.record(z.unknown()) })),
});

/** A user who knows how to trick the model dictates its calls. It makes all of them at the same time. */
function dictated(words: string): Reply | undefined {
	const [found = ''] = /\{"calls":.*\}/s.exec(words) ?? [];
	if (found === '') return undefined;
	const { calls } = dictation.parse(JSON.parse(found));
	return { calls: calls.map(({ tool, args }) => ({ tool, args: JSON.stringify(args) })) };
}

/** A user may dictate what the model says. */
const SAID = /\{"say":"([^"]*)"\}/;

const shortened = (text: string, most: number) =>
	text.length > most ? `${text.slice(0, most)}…` : text;

/** The same request always gets the same reply. */
function replyTo({ messages, tools }: Asked): Reply {
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	const words = shortened(messages[asked]?.content.trim() ?? '', 300);
	const learned = messages.slice(asked + 1).findLast(({ role }) => role === 'tool');
	const tool = tools[0]?.function;
	const [, said] = SAID.exec(messages[asked]?.content ?? '') ?? [];
	if (said !== undefined) return { text: said };
	if (tool === undefined || learned !== undefined) {
		const told = learned === undefined ? '' : ` The tool told: ${shortened(learned.content, 300)}`;
		return { text: `I answered to “${words}”.${told}` };
	}
	const wanted = dictated(messages[asked]?.content ?? '');
	if (wanted) return wanted;
	const values: Record<string, unknown> = {
		string: `Thank you for writing “${words}”. A colleague will answer you soon.`,
		number: 1,
		integer: 1,
		boolean: false,
		array: [],
	};
	/** The review of a tool has the arguments of the tool inside its own. */
	const filled = ({ properties }: z.output<typeof schema>): Record<string, unknown> =>
		Object.fromEntries(
			Object.entries(properties).map(([name, inner]) => [
				name,
				inner.type === 'object'
					? filled(schema.parse(inner))
					: (values[typeof inner.type === 'string' ? inner.type : 'string'] ?? null),
			]),
		);
	return { calls: [{ tool: tool.name, args: JSON.stringify(filled(tool.parameters)) }] };
}

const NAME = 'stand-in';
const MOST_KEPT = 1000;

const now = () => Math.floor(Date.now() / 1000);

/** A response as a whole, and the events of its stream. */
interface Told {
	whole: Record<string, unknown>;
	events: readonly Record<string, unknown>[];
}

function told(asked: Asked, id: string): Told {
	const reply = replyTo(asked);
	const calls = ('calls' in reply ? reply.calls : []).map(({ tool, args }, index) => ({
		id: `call_${id}_${index}`,
		type: 'function',
		function: { name: tool, arguments: args },
	}));
	const hasCalls = calls.length > 0;
	const message = { role: 'assistant', content: 'text' in reply ? reply.text : null };
	const finish_reason = hasCalls ? 'tool_calls' : 'stop';
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	const head = { id: `chatcmpl-${id}`, created: now(), model: NAME };
	const chunk = (choices: unknown[], more = {}) => ({
		...head,
		object: 'chat.completion.chunk',
		choices,
		...more,
	});
	const delta = {
		...message,
		...(hasCalls && { tool_calls: calls.map((call, index) => ({ index, ...call })) }),
	};
	const whole = { ...message, ...(hasCalls && { tool_calls: calls }) };
	return {
		whole: {
			...head,
			object: 'chat.completion',
			usage,
			choices: [{ index: 0, message: whole, finish_reason, logprobs: null }],
		},
		events: [
			chunk([{ index: 0, delta, finish_reason: null }]),
			chunk([{ index: 0, delta: {}, finish_reason }]),
			chunk([], { usage }),
		],
	};
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

function sendStream(response: ServerResponse, events: Told['events']): void {
	const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
	response.end(`${lines.join('')}data: [DONE]\n\n`);
}

const refuse = (response: ServerResponse, status: number, message: string) => {
	sendJson(response, status, { error: { message, type: 'invalid_request_error', code: null } });
};

export type Model = Awaited<ReturnType<typeof startModel>>;

export async function startModel({ port = 0 }: { port?: number } = {}) {
	const requests: unknown[] = [];
	let count = 0;

	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const path = (request.url ?? '').replace(/\?.*/, '').replace(/^\/v1(?=\/)/, '');
		if (request.method === 'GET' && path === '/models') {
			const models = ['gpt-4.1-mini', 'gpt-5-mini', NAME];
			const data = models.map((id) => ({ id, object: 'model', created: 0, owned_by: NAME }));
			sendJson(response, 200, { object: 'list', data });
			return;
		}
		if (request.method !== 'POST' || path !== '/chat/completions') {
			request.resume();
			const why = path === '/responses' ? ': switch Use Responses API off' : '';
			refuse(response, 404, `There is no ${request.method ?? ''} ${path} here${why}`);
			return;
		}
		const body = await json(request);
		requests.push(body);
		if (requests.length > MOST_KEPT) requests.shift();
		const asked = chat.safeParse(body);
		if (!asked.success) {
			refuse(response, 400, asked.error.message);
			return;
		}
		const { whole, events } = told(asked.data, String(++count));
		if (asked.data.stream === true) sendStream(response, events);
		else sendJson(response, 200, whole);
	};

	const server = createServer((request, response) => {
		answer(request, response).catch((error: unknown) => {
			if (response.headersSent) response.destroy();
			else refuse(response, 400, error instanceof Error ? error.message : 'It cannot be read');
		});
	});
	const taken = await listen(server, port);
	return {
		/** What the credential calls Base URL. */
		url: `http://127.0.0.1:${taken}/v1`,
		/** The requests, oldest first. */
		requests,
		stop: () => {
			server.closeAllConnections();
			return new Promise((closed) => server.close(closed));
		},
	};
}
