import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { HookContext, WebhookContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	IHookFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IWebhookData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	WebhookSetupMethodNames,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { listen } from '../n8n/ports';
import { nodeTypesOf } from './harness';
import { additionalDataFor } from './n8nServer';
import {
	AnswerOfServer,
	parsed,
	withExpressMethods,
	type JsonResponse,
	type ParsedRequest,
} from './parsedRequest';

/**
 * Handles a call as n8n's server does: it parses the body, finds the trigger's webhook, runs the trigger in n8n-core's
 * own context, starts a workflow and answers.
 */

const CALLBACK_CREDENTIAL = 'messagingServiceCallbackApi';

export interface TriggerSetting {
	/** n8n has one node of each type for all workflows. */
	nodeType: INodeType;
	/** Open to all if neither a token nor an authentication is given. */
	parameters: INodeParameters;
	/** Of the callback credential, if the node uses it. */
	token?: string;
	previousToken?: string;
	/** The node names a credential that is no longer there. */
	hasLostCredential?: boolean;
	/** Of the workflow. */
	timezone?: string;
	mode?: WorkflowExecuteMode;
	workflowId?: string;
	/** The address under which n8n finds waiting executions. */
	waitingUrl?: string;
	/** If it returns false, n8n cannot start the workflow and answers 500. */
	canTake?: (json: IDataObject) => boolean | Promise<boolean>;
}

/** A workflow that was started. */
interface Started {
	items: INodeExecutionData[][];
	/** If the trigger threw, n8n starts an execution that failed. */
	error?: unknown;
}

export const PATH = '/webhook/callback';
const NODE = 'Trigger';

type Data = IWorkflowExecuteAdditionalData;
type Express<Key extends 'httpRequest' | 'httpResponse'> = NonNullable<Data[Key]>;

let servers = 0;

export class TriggerServer {
	/** In the order in which they were started. */
	readonly started: Started[] = [];
	canTake: NonNullable<TriggerSetting['canTake']>;
	/** Calls that have ended, and those whose sender hung up before the answer. */
	readonly calls = { over: 0, hungUp: 0 };
	/** Runs after n8n has read the request, and before it calls the trigger. */
	beforeRun: ((response: ServerResponse) => Promise<void>) | undefined;

	port = 0;
	private readonly server: Server;
	private readonly workflow: Workflow;
	private readonly node: INode;
	private readonly webhooks: IWebhookDescription[];
	private additionalData!: Data;

	constructor(private readonly setting: TriggerSetting) {
		const { nodeType, parameters, token, timezone, workflowId } = setting;
		this.canTake = setting.canTake ?? (() => true);
		this.webhooks = nodeType.description.webhooks ?? [];
		this.node = {
			id: 'trigger',
			name: NODE,
			type: 'trigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: { authentication: token === undefined ? 'none' : 'token', ...parameters },
			...((token !== undefined || setting.hasLostCredential === true) && {
				credentials: { [CALLBACK_CREDENTIAL]: { id: CALLBACK_CREDENTIAL, name: 'Callback' } },
			}),
		};
		this.workflow = new Workflow({
			id: workflowId ?? `callbacks ${++servers}`,
			name: 'Callbacks',
			active: true,
			nodeTypes: nodeTypesOf({ trigger: nodeType }),
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
		const { token, previousToken = '', mode = 'webhook', waitingUrl } = this.setting;
		const credentials =
			token === undefined ? {} : { [CALLBACK_CREDENTIAL]: { token, previousToken } };
		this.additionalData = await additionalDataFor(credentials, undefined, mode, this.workflow);
		if (waitingUrl !== undefined) this.additionalData.webhookWaitingBaseUrl = waitingUrl;
		// A busy machine would close a connection that a test is about to use again.
		this.server.keepAliveTimeout = 60_000;
		this.port = await listen(this.server);
		return this;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** The production URL, as n8n shows it. */
	get url(): string {
		return `http://127.0.0.1:${this.port}${PATH}`;
	}

	get workflowId(): string {
		return this.workflow.id;
	}

	/** What the workflows that were started got. */
	get outputs(): IDataObject[] {
		return this.started.flatMap(({ items }) => (items[0] ?? []).map(({ json }) => json));
	}

	get errors(): unknown[] {
		return this.started.map(({ error }) => error).filter((error) => error !== undefined);
	}

	/** Calls what n8n calls when the workflow is published or unpublished, for each webhook of the node. */
	async lifecycle(method: WebhookSetupMethodNames): Promise<boolean[]> {
		const { workflow, node, additionalData } = this;
		const results: boolean[] = [];
		for (const description of this.webhooks) {
			const call = this.setting.nodeType.webhookMethods?.[description.name]?.[method];
			if (call === undefined) continue;
			const data = this.webhookData(description, additionalData);
			const activation = this.setting.mode === 'manual' ? 'manual' : 'activate';
			const args = [workflow, node, additionalData, 'trigger', activation, data] as const;
			const context = new HookContext(...args);
			// It differs by a name that may be undefined, which only exactOptionalPropertyTypes minds.
			results.push(await call.call(context as IHookFunctions));
		}
		return results;
	}

	private webhookData(description: IWebhookDescription, additionalData: Data): IWebhookData {
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
		response.once('close', () => (this.calls.hungUp += response.writableFinished ? 0 : 1));
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
		const request = await parsed(incoming);
		await this.beforeRun?.(response);
		const result = await this.run(description, request, response);
		const { workflowData, noWebhookResponse } = result;
		if (workflowData !== undefined) {
			if (!(await this.canTake(workflowData[0]?.[0]?.json ?? {}))) {
				throw new AnswerOfServer(500, 'There was a problem executing the workflow');
			}
			this.started.push({ items: workflowData });
		} else if (noWebhookResponse === true) return;
		const message = workflowData ? 'Workflow was started' : 'Webhook call received';
		const body: unknown = result.webhookResponse ?? { message };
		response.status(200).json(body);
	}

	private async run(
		description: IWebhookDescription,
		request: ParsedRequest,
		response: JsonResponse,
	): Promise<IWebhookResponseData> {
		const additionalData: Data = {
			...this.additionalData,
			// The parts of express that n8n's nodes are given; express itself is not needed for them.
			httpRequest: request as unknown as Express<'httpRequest'>,
			httpResponse: response as unknown as Express<'httpResponse'>,
		};
		const data = this.webhookData(description, additionalData);
		const { workflow, node } = this;
		const { nodeType, mode = 'webhook' } = this.setting;
		const context = new WebhookContext(workflow, node, additionalData, mode, data, [], null);
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
