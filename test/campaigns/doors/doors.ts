import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { Testbed } from '../../e2e/useN8n';
import { agent, toolOf, withTools } from '../../n8n/agents';
import { until, type Json, type Stored } from '../../n8n/api';
import { called, chain, ourType, splitOut, webhook, type TestNode } from '../../n8n/workflows';
import { ALLOWED, CAP, HOST, TOOLS, type Call, type Door, type Tool } from './calls';

/** The five doors through which an agent reaches the node, each with four tools. */

export const withAgents = () =>
	new Testbed({
		simulator: { speed: 0 },
		env: { N8N_ENABLED_MODULES: 'agents', N8N_MCP_SERVER_RATE_LIMIT: '1000000' },
	});

const parametersOf = (tool: Tool, arg: (name: keyof Call) => string): Json => {
	const options = { allowedRecipients: ALLOWED, mostMessages: 1_000_000 };
	const text = { operation: 'sendText', message: arg('text'), options };
	const own: Record<Tool, Json> = {
		Capped: { ...text, options: { ...options, mostMessages: CAP } },
		Free: text,
		Keyed: { ...text, options: { ...options, sendOnceKey: arg('key') } },
		Media: {
			operation: 'sendMedia',
			mediaSource: 'url',
			mediaUrl: arg('url'),
			caption: arg('text'),
			options: { ...options, allowedMediaHosts: HOST },
		},
	};
	return { resource: 'whatsappUnofficial', destination: arg('to'), ...own[tool] };
};

export const fromModel = (name: string) => `={{ $fromAI('${name}', 'the ${name}', 'string') }}`;

export const argsOf = ({ to, text, key, url }: Call) => ({ to, text, key, url });

class Doors {
	constructor(private readonly bed: Testbed) {}

	/** The last hour counts for a credential, so each tool of each door has one of its own. */
	private async nodes(arg = fromModel, type = 'messagingServiceTool') {
		return Promise.all(
			TOOLS.map(async (tool) => {
				const login = { baseUrl: this.bed.simulator.url, apiKey: 'simulator-key' };
				const messagingServiceApi = await this.bed.api.createCredential(
					...(['messagingServiceApi', randomUUID(), login] as const),
				);
				const node = this.bed.node(tool, parametersOf(tool, arg), {
					type: ourType(type),
					typeVersion: 1,
					position: [0, 200],
					credentials: { messagingServiceApi },
				});
				return { tool, node, credential: messagingServiceApi };
			}),
		);
	}

	/** What the tools told the model after its last prompt, in the order of the calls. */
	private toldToModel(prompt: string, calls: number): string[] {
		const message = z.object({ role: z.string(), content: z.unknown() }).passthrough();
		const asked = z.object({ messages: z.array(message) });
		const messages = this.bed.model.requests
			.map((one) => asked.parse(one).messages)
			.filter((all) => all.some(({ role }) => role === 'tool'))
			.findLast((all) => JSON.stringify(all).includes(prompt));
		const told = (messages ?? []).filter(({ role }) => role === 'tool').slice(-calls);
		return told.map(({ content }) => JSON.stringify(content));
	}

	private async prompted(calls: readonly Call[], prompt: (text: string) => Promise<unknown>) {
		const id = randomUUID();
		const dictated = calls.map((one) => ({ tool: one.tool, args: argsOf(one) }));
		await prompt(`${id} ${JSON.stringify({ calls: dictated })}`);
		return this.toldToModel(id, calls.length);
	}

	/** An AI Agent node with these tools, behind a webhook. */
	async aiAgentWith(tools: readonly TestNode[]) {
		const hook = randomUUID();
		const workflow = withTools(
			chain('Agent', [webhook(hook), agent('={{ $json.body.prompt }}')]),
			this.bed.credential('openAiApi'),
			tools,
		);
		const stored = await this.bed.publish(workflow);
		return (calls: readonly Call[]) =>
			this.prompted(calls, async (prompt) => {
				const known = await this.bed.api.idsOf(stored);
				await this.post(`${this.bed.n8n.url}/webhook/${hook}`, { prompt });
				await this.bed.api.nextExecution(stored, known);
			});
	}

	async aiAgent(): Promise<Door> {
		const made = await this.nodes();
		return {
			name: 'AI Agent node, tool',
			hasKeys: true,
			executions: (prompts) => prompts,
			ask: await this.aiAgentWith(made.map(({ node }) => node)),
		};
	}

	async post(url: string, body: unknown, headers: Record<string, string> = {}) {
		const sent = await fetch(url, {
			method: 'POST',
			body: JSON.stringify(body),
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				// A busy n8n may close an idle connection at the moment in which a request reuses it.
				connection: 'close',
				...headers,
			},
		});
		return { text: await sent.text(), session: sent.headers.get('mcp-session-id') };
	}

	/** Makes an agent of n8n's module, and returns its address. */
	async n8nAgent(tools: readonly Json[]) {
		const { api } = this.bed;
		const owned = z.object({ id: z.string() });
		const { id: project } = await api.request('GET', '/projects/personal', owned);
		const base = `/projects/${project}/agents/v2`;
		const { id } = await api.request('POST', base, owned, { name: randomUUID() });
		const path = `${base}/${id}`;
		const hashed = z.object({ configHash: z.string() });
		const { configHash } = await api.request('GET', `${path}/config`, hashed);
		await api.request('PUT', `${path}/config`, z.unknown(), {
			config: {
				name: 'Door',
				model: 'openai/stand-in',
				instructions: 'Send.',
				tools,
				credential: this.bed.credential('openAiApi').openAiApi?.id,
				memory: { enabled: tools.length === 0, storage: 'n8n' },
			},
			baseConfigHash: configHash,
		});
		return { id, path };
	}

	async n8nAgentWith(tools: readonly Json[]) {
		const { api } = this.bed;
		const { path } = await this.n8nAgent(tools);
		return (calls: readonly Call[]) =>
			this.prompted(calls, (message) =>
				this.post(`${api.url}/rest${path}/chat`, { message }, api.headers),
			);
	}

	async n8nAgentNode(): Promise<Door> {
		const made = await this.nodes();
		const tools = made.map(({ tool, node, credential }) => ({
			type: 'node',
			name: tool,
			description: `Sends: ${tool}`,
			node: {
				nodeType: ourType('messagingService'),
				nodeTypeVersion: 1,
				nodeParameters: node.parameters,
				credentials: { messagingServiceApi: credential },
			},
		}));
		const ask = await this.n8nAgentWith(tools);
		return { name: 'n8n Agents, node tool', hasKeys: false, executions: () => 1, ask };
	}

	/** A workflow for each tool. The tool with a limit takes a list of recipients. */
	private async workflows(trigger: () => TestNode, path: string) {
		const made = await this.nodes((name) => `={{ $json.${path}${name} }}`, 'messagingService');
		return Promise.all(
			made.map(async ({ tool, node }) => {
				const destination = `={{ $json.to ?? $json['${path}to'] }}`;
				const parameters = { ...node.parameters, destination, message: 'capped' };
				const split = [splitOut(`${path}to`), { ...node, parameters }];
				const nodes = [trigger(), ...(tool === 'Capped' ? split : [node])];
				const file = chain(`${tool} ${randomUUID()}`, nodes);
				const settings = { ...file.settings, availableInMCP: true };
				return { tool, name: file.name, stored: await this.bed.publish({ ...file, settings }) };
			}),
		);
	}

	/** The tool with a limit gets one recipient more than it may write to. */
	private readonly listed = (call: Call): Json => ({
		...argsOf(call),
		...(call.tool === 'Capped' && { to: Array.from({ length: CAP + 1 }, () => call.to) }),
	});

	async n8nAgentWorkflow(): Promise<Door> {
		const made = await this.workflows(() => called, '');
		const tools = made.map(({ tool, name, stored }) => ({
			type: 'workflow',
			workflow: name,
			workflowId: stored.id,
			name: tool,
			description: `Sends: ${tool}`,
		}));
		const ask = await this.n8nAgentWith(tools);
		return {
			name: 'n8n Agents, workflow tool',
			hasKeys: true,
			executions: () => 0,
			ask: (calls) => ask(calls.map((call) => ({ ...call, ...this.listed(call) }))),
		};
	}

	private async mcp(url: string, headers: Record<string, string> = {}) {
		let id = 0;
		const rpc = async (method: string, params: Json, session = '') => {
			const mcp = { ...headers, ...(session !== '' && { 'mcp-session-id': session }) };
			const body = { jsonrpc: '2.0', id: ++id, method, params };
			const got = await this.post(url, body, mcp);
			const [json = '{}'] = /\{.*\}/s.exec(got.text) ?? [];
			return { ...got, json: z.object({ result: z.unknown() }).parse(JSON.parse(json)) };
		};
		const clientInfo = { name: 'doors', version: '1' };
		const hello = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
		const session = await until('the MCP server', async () => {
			const got = await rpc('initialize', hello).catch(() => undefined);
			return got?.json.result === undefined ? undefined : (got.session ?? '');
		}).catch(() => '');
		const content = z.object({ content: z.array(z.object({ text: z.string() })) });
		return {
			list: async () => (await rpc('tools/list', {}, session)).json.result,
			call: async (name: string, args: Json) => {
				const { json, text } = await rpc('tools/call', { name, arguments: args }, session);
				return content.safeParse(json.result).data?.content[0]?.text ?? text;
			},
		};
	}

	/** A program that speaks MCP to these tools. */
	async mcpTriggerWith(nodes: readonly TestNode[]) {
		const path = randomUUID();
		const type = '@n8n/n8n-nodes-langchain.mcpTrigger';
		const trigger = { id: path, name: 'MCP', type, typeVersion: 2, position: [0, 0] };
		await this.bed.publish({
			name: 'MCP',
			nodes: [{ ...trigger, webhookId: path, parameters: { path } }, ...nodes],
			connections: Object.fromEntries(nodes.map(({ name }) => [name, toolOf('MCP')])),
		});
		return this.mcp(`${this.bed.n8n.url}/mcp/${path}`);
	}

	async mcpTrigger(): Promise<Door> {
		const made = await this.nodes();
		const client = await this.mcpTriggerWith(made.map(({ node }) => node));
		return {
			name: 'MCP Server Trigger',
			hasKeys: true,
			executions: () => 1,
			ask: (calls) => Promise.all(calls.map((one) => client.call(one.tool, argsOf(one)))),
		};
	}

	async instanceMcp(): Promise<Door> {
		const { api } = this.bed;
		await api.request('PATCH', '/mcp/settings', z.unknown(), { mcpAccessEnabled: true });
		const keyed = z.object({ apiKey: z.string() });
		const { apiKey } = await api.request('GET', '/mcp/api-key', keyed);
		const made = await this.workflows(() => webhook(randomUUID()), 'body.');
		const workflows = new Map<string, Stored>(made.map(({ tool, stored }) => [tool, stored]));
		const headers = { authorization: `Bearer ${apiKey}` };
		const client = await this.mcp(`${this.bed.n8n.url}/mcp-server/http`, headers);
		const ask = async (call: Call): Promise<string> => {
			const workflowId = workflows.get(call.tool)?.id ?? '';
			const started = await client.call('execute_workflow', {
				workflowId,
				executionMode: 'production',
				triggerNodeName: 'Webhook',
				inputs: { webhookData: { method: 'POST', body: this.listed(call) } },
			});
			const [, executionId] = /"executionId":"(\w+)"/.exec(started) ?? [];
			if (executionId === undefined) return started;
			await api.finished(executionId);
			const wanted = { workflowId, executionId, includeData: true, nodeNames: [call.tool] };
			return client.call('get_workflow_execution', wanted);
		};
		return {
			name: 'n8n’s own MCP server',
			hasKeys: true,
			executions: () => 0,
			ask: (calls) => Promise.all(calls.map(ask)),
		};
	}
}

export const NAMES = [
	'aiAgent',
	'n8nAgentNode',
	'n8nAgentWorkflow',
	'mcpTrigger',
	'instanceMcp',
] as const;

export const doorsOf = (bed: Testbed) => new Doors(bed);
