import { createServer, request as httpRequest, type Agent } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse as parseForm } from 'node:querystring';

import { XMLParser } from 'fast-xml-parser';
import { HookContext, WebhookContext } from 'n8n-core';
import { jsonParse, Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	IHookFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
	IWebhookData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	WebhookSetupMethodNames,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import qs from 'qs';

import { MessagingServiceCallbackApi } from '../../credentials/MessagingServiceCallbackApi.credentials';
import { additionalDataFor, CREDENTIAL_TYPES } from './harness';

/**
 * A server on this machine that does with a call what n8n's server does: it parses the body, finds the webhook that the
 * trigger declares, runs the trigger in n8n-core's own context, starts a workflow and answers.
 */

const CALLBACK_CREDENTIAL = 'messagingServiceCallbackApi';
CREDENTIAL_TYPES[CALLBACK_CREDENTIAL] ??= new MessagingServiceCallbackApi();

export interface TriggerSetting {
	/** The node itself: n8n has one of each for all workflows. */
	nodeType: INodeType;
	/** Open to all, unless a token or an authentication is given. */
	parameters: INodeParameters;
	/** Of the callback credential, where the node uses it. */
	token?: string;
	previousToken?: string;
	/** The node names a credential that is no longer there. */
	hasLostCredential?: boolean;
	/** Of the workflow. */
	timezone?: string;
	mode?: WorkflowExecuteMode;
	workflowId?: string;
	/** As N8N_PROXY_HOPS: how many proxies stand before n8n, whose word on the address counts. */
	proxyHops?: number;
	/** The address under which n8n finds waiting executions. */
	waitingUrl?: string;
	/** Whether n8n can take a callback; where it cannot, it answers 500. */
	canTake?: (json: IDataObject) => boolean | Promise<boolean>;
}

/** A workflow that was started. */
export interface Started {
	items: INodeExecutionData[][];
	/** The trigger threw: n8n starts an execution that failed. */
	error?: unknown;
}

type Query = Record<string, unknown>;

interface ParsedRequest extends IncomingMessage {
	query: Query;
	params: Record<string, string>;
	ip: string | undefined;
	ips: string[];
	body?: unknown;
}

interface JsonResponse extends ServerResponse {
	status: (code: number) => JsonResponse;
	json: (body: unknown) => JsonResponse;
}

class AnswerOfServer extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

class OneNodeType implements INodeTypes {
	constructor(private readonly nodeType: INodeType) {}

	getByName(): INodeType | IVersionedNodeType {
		return this.nodeType;
	}

	getByNameAndVersion(): INodeType {
		return this.nodeType;
	}

	getKnownTypes(): IDataObject {
		return {};
	}
}

const PATH = '/webhook/callback';
const LARGEST = 16 * 1024 * 1024;
const NODE = 'Trigger';

const stripBom = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length <= LARGEST) chunks.push(chunk);
	}
	if (length > LARGEST) throw new AnswerOfServer(413, 'request entity too large');
	return Buffer.concat(chunks);
}

function parseXml(text: string): unknown {
	return new XMLParser({ processEntities: false }).parse(text);
}

/** As Buffer does it, which knows fewer encodings than a header may name, and throws at the others. */
const decoded = (bytes: Buffer, encoding: string) => bytes.toString(encoding as BufferEncoding);

/** As n8n's body-parser: what it does not know, it leaves unparsed. */
function parseBody(bytes: Buffer, header: string): unknown {
	const [type = '', ...parameters] = header.split(';');
	const charset = parameters
		.map((parameter) => /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i.exec(parameter)?.[1])
		.find((found) => found !== undefined);
	const contentType = type.toLowerCase();
	const encoding = (charset ?? 'utf-8').toLowerCase();
	try {
		if (contentType === 'application/json') {
			return jsonParse<unknown>(stripBom(decoded(bytes, encoding)));
		}
		if (contentType.endsWith('/xml') || contentType.endsWith('+xml')) {
			return parseXml(decoded(bytes, encoding));
		}
		if (contentType === 'application/x-www-form-urlencoded') {
			return parseForm(stripBom(decoded(bytes, encoding)), undefined, undefined, {
				maxKeys: 1000,
			});
		}
		return contentType === 'text/plain' ? decoded(bytes, encoding) : undefined;
	} catch {
		throw new AnswerOfServer(422, 'Failed to parse request body');
	}
}

function forwardedFor(request: IncomingMessage): string[] {
	const header = request.headers['x-forwarded-for'];
	return (Array.isArray(header) ? header.join(',') : (header ?? ''))
		.split(',')
		.map((address) => address.trim())
		.filter((address) => address !== '');
}

/** As express finds it, which trusts as many proxies as it is told of. */
function addressOf(request: IncomingMessage, hops: number): string | undefined {
	const all = [request.socket.remoteAddress, ...forwardedFor(request).reverse()];
	return all[Math.min(hops, all.length - 1)];
}

async function parsed(incoming: IncomingMessage, hops: number): Promise<ParsedRequest> {
	const { url = '/', headers } = incoming;
	const at = url.indexOf('?');
	const request = Object.assign(incoming, {
		query: qs.parse(at === -1 ? '' : url.slice(at + 1), { allowPrototypes: true }),
		params: {},
		ip: addressOf(incoming, hops),
		ips: hops === 0 ? [] : forwardedFor(incoming),
	});
	const contentType = headers['content-type'] ?? '';
	const bytes = await bytesOf(incoming);
	if (/^multipart\/form-data/i.test(contentType)) {
		return Object.assign(request, { body: { data: {}, files: {} } });
	}
	return Object.assign(request, {
		rawBody: bytes,
		body: (bytes.length > 0 ? parseBody(bytes, contentType) : undefined) ?? {},
	});
}

const withExpressMethods = (plain: ServerResponse): JsonResponse => {
	const response: JsonResponse = Object.assign(plain, {
		status: (code: number) => {
			plain.statusCode = code;
			return response;
		},
		json: (body: unknown) => {
			plain.setHeader('content-type', 'application/json; charset=utf-8');
			plain.end(JSON.stringify(body));
			return response;
		},
	});
	return response;
};

let servers = 0;

export class TriggerServer {
	/** In the order in which they were started. */
	readonly started: Started[] = [];

	canTake: NonNullable<TriggerSetting['canTake']>;

	/** Calls that it is through with, and those whose sender hung up before there was an answer. */
	readonly calls = { over: 0, hungUp: 0 };
	/** What happens after n8n has read the request, and before it calls the trigger. */
	beforeRun: ((response: ServerResponse) => Promise<void>) | undefined;

	private readonly server: Server;

	private readonly workflow: Workflow;

	private readonly node: INode;

	private additionalData: IWorkflowExecuteAdditionalData | undefined;

	constructor(private readonly setting: TriggerSetting) {
		const { nodeType, parameters, token, timezone, workflowId } = setting;
		this.canTake = setting.canTake ?? (() => true);
		this.node = {
			id: 'trigger',
			name: NODE,
			type: 'trigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				authentication: token === undefined ? 'none' : 'token',
				...parameters,
			},
			...((token !== undefined || setting.hasLostCredential === true) && {
				credentials: { [CALLBACK_CREDENTIAL]: { id: CALLBACK_CREDENTIAL, name: 'Callback' } },
			}),
		};
		this.workflow = new Workflow({
			id: workflowId ?? `callbacks ${++servers}`,
			name: 'Callbacks',
			active: true,
			nodeTypes: new OneNodeType(nodeType),
			nodes: [this.node],
			connections: {},
			settings: { executionOrder: 'v1', timezone: timezone ?? 'UTC' },
		});
		this.node = this.workflow.getNode(NODE) ?? this.node;
		this.server = createServer((request, response) => {
			void this.serve(request, withExpressMethods(response));
		});
	}

	async start(): Promise<this> {
		await this.prepared();
		await new Promise<void>((resolve) => {
			this.server.listen(0, '127.0.0.1', resolve);
		});
		return this;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	get port(): number {
		// A server that listens on a port has an address of this form.
		return (this.server.address() as AddressInfo).port;
	}

	/** The production URL, as n8n shows it. */
	get url(): string {
		return `http://127.0.0.1:${this.port}${PATH}`;
	}

	/** What the workflows that were started got. */
	get outputs(): IDataObject[] {
		return this.started.flatMap(({ items }) => (items[0] ?? []).map(({ json }) => json));
	}

	get errors(): unknown[] {
		return this.started.flatMap(({ error }) => (error === undefined ? [] : [error]));
	}

	/** Runs what n8n calls when the workflow is activated or deactivated, for each webhook of the node. */
	async lifecycle(method: WebhookSetupMethodNames): Promise<boolean[]> {
		const additionalData = await this.prepared();
		const results: boolean[] = [];
		for (const description of this.webhooks) {
			const call = this.setting.nodeType.webhookMethods?.[description.name]?.[method];
			if (call === undefined) continue;
			const context = new HookContext(
				this.workflow,
				this.node,
				additionalData,
				'trigger',
				'activate',
				this.webhookData(description, additionalData),
			);
			// It differs by a name that may be undefined, which only exactOptionalPropertyTypes minds.
			results.push(await call.call(context as IHookFunctions));
		}
		return results;
	}

	private get webhooks(): IWebhookDescription[] {
		return this.setting.nodeType.description.webhooks ?? [];
	}

	private async prepared(): Promise<IWorkflowExecuteAdditionalData> {
		const { token, previousToken = '', mode } = this.setting;
		this.additionalData ??= await additionalDataFor(
			token === undefined ? {} : { [CALLBACK_CREDENTIAL]: { token, previousToken } },
			undefined,
			mode ?? 'webhook',
			this.workflow,
		);
		return this.additionalData;
	}

	private webhookData(
		description: IWebhookDescription,
		additionalData: IWorkflowExecuteAdditionalData,
	): IWebhookData {
		return {
			// n8n's own descriptions have the method as any text.
			httpMethod: description.httpMethod as IWebhookData['httpMethod'],
			node: NODE,
			path: 'callback',
			webhookDescription: description,
			workflowId: this.workflow.id,
			workflowExecuteAdditionalData: additionalData,
			isTest: this.setting.mode === 'manual',
		};
	}

	private async serve(incoming: IncomingMessage, response: JsonResponse): Promise<void> {
		response.once('close', () => {
			if (!response.writableFinished) this.calls.hungUp++;
		});
		try {
			await this.take(incoming, response);
		} catch (fault) {
			const status = fault instanceof AnswerOfServer ? fault.status : 500;
			const message = fault instanceof Error ? fault.message : 'Internal error';
			if (!response.headersSent) response.status(status).json({ code: 0, message });
		}
		this.calls.over++;
	}

	private async take(incoming: IncomingMessage, response: JsonResponse): Promise<void> {
		const path = (incoming.url ?? '').split('?')[0];
		const description = this.webhooks.find(({ httpMethod }) => httpMethod === incoming.method);
		if (path !== PATH || description === undefined) {
			incoming.resume();
			throw new AnswerOfServer(404, 'This webhook is not registered for such requests');
		}
		const request = await parsed(incoming, this.setting.proxyHops ?? 0);
		await this.beforeRun?.(response);
		const result = await this.run(description, request, response);
		if (result.workflowData === undefined) {
			if (result.noWebhookResponse !== true) {
				const body: unknown = result.webhookResponse ?? { message: 'Webhook call received' };
				response.status(200).json(body);
			}
			return;
		}
		const json = result.workflowData[0]?.[0]?.json ?? {};
		if (!(await this.canTake(json))) {
			throw new AnswerOfServer(500, 'There was a problem executing the workflow');
		}
		this.started.push({ items: result.workflowData });
		const body: unknown = result.webhookResponse ?? { message: 'Workflow was started' };
		response.status(200).json(body);
	}

	private async run(
		description: IWebhookDescription,
		request: ParsedRequest,
		response: JsonResponse,
	): Promise<IWebhookResponseData> {
		const additionalData: IWorkflowExecuteAdditionalData = {
			...(await this.prepared()),
			...(this.setting.waitingUrl !== undefined && {
				webhookWaitingBaseUrl: this.setting.waitingUrl,
			}),
			// The parts of express that n8n's nodes are given; express itself is not needed for them.
			httpRequest: request as unknown as NonNullable<IWorkflowExecuteAdditionalData['httpRequest']>,
			httpResponse: response as unknown as NonNullable<
				IWorkflowExecuteAdditionalData['httpResponse']
			>,
		};
		const context = new WebhookContext(
			this.workflow,
			this.node,
			additionalData,
			this.setting.mode ?? 'webhook',
			this.webhookData(description, additionalData),
			[],
			null,
		);
		const { nodeType } = this.setting;
		if (nodeType.webhook === undefined) throw new Error('the node has no webhook');
		try {
			// n8n calls it with the context in place of the node; see above for the cast.
			return await nodeType.webhook.call(context as IWebhookFunctions);
		} catch (error) {
			this.started.push({ items: [[{ json: {} }]], error });
			throw new AnswerOfServer(500, 'Workflow Webhook Error: Workflow could not be started!');
		}
	}
}

export interface Call {
	method?: string;
	/** As it stands in the URL, without its question mark. */
	query?: string;
	json?: unknown;
	form?: Record<string, string>;
	body?: string | Buffer;
	headers?: Record<string, string>;
	/** In place of that of the webhook. */
	path?: string;
	agent?: Agent;
}

export interface Answer {
	/** Nothing where the connection was ended instead. */
	status: number | undefined;
	headers: IncomingHttpHeaders;
	text: string;
}

function contentOf({ json, form, body }: Call): { type?: string; bytes: Buffer } {
	if (json !== undefined) {
		return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
	}
	if (form !== undefined) {
		return {
			type: 'application/x-www-form-urlencoded',
			bytes: Buffer.from(new URLSearchParams(form).toString()),
		};
	}
	return { bytes: Buffer.from(body ?? '') };
}

/** Calls the trigger's URL, as the service or anybody else may. */
export async function call(server: TriggerServer, what: Call = {}): Promise<Answer> {
	const { type, bytes } = contentOf(what);
	const { method = 'POST', query, headers, path = PATH, agent } = what;
	return await new Promise((resolve) => {
		const outgoing = httpRequest(
			{
				hostname: '127.0.0.1',
				port: server.port,
				method,
				path: query === undefined ? path : `${path}?${query}`,
				...(agent && { agent }),
				headers: {
					...(type !== undefined && { 'content-type': type }),
					...((method !== 'GET' || bytes.length > 0) && { 'content-length': bytes.length }),
					...headers,
				},
			},
			(response) => {
				let text = '';
				response.setEncoding('utf8');
				response.on('data', (chunk: string) => (text += chunk));
				response.on('close', () => {
					resolve({ status: response.statusCode, headers: response.headers, text });
				});
			},
		);
		outgoing.on('error', ({ message }) => {
			resolve({ status: undefined, headers: {}, text: message });
		});
		outgoing.end(bytes);
	});
}

/** Servers for the tests of a block, which are stopped after each. */
export function useTriggers(): (setting: TriggerSetting) => Promise<TriggerServer> {
	const running: TriggerServer[] = [];

	afterEach(async () => {
		await Promise.all(running.splice(0).map((server) => server.stop()));
	});

	return async (setting) => {
		const server = await new TriggerServer(setting).start();
		running.push(server);
		return server;
	};
}
