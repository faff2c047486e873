import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { executionOf, stringified, type Execution, type Json } from './execution';

export type { Execution, Json, NodeRun } from './execution';

/** What a user does in n8n's editor, over the interface of the editor. */

export interface WorkflowFile {
	name: string;
	nodes: readonly Record<string, unknown>[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

const stored = z.object({ id: z.string(), versionId: z.string().optional() }).passthrough();
export type Stored = z.infer<typeof stored>;

const numberOrText = z.union([z.string(), z.number()]).transform(String);

const listed = z.object({ results: z.array(z.object({ id: numberOrText, status: z.string() })) });

const editable = z.object({
	versionId: z.string(),
	nodes: z.array(z.object({ name: z.string(), parameters: z.record(z.unknown()) }).passthrough()),
	connections: z.record(z.unknown()),
});

/** The owner of an n8n for a test. */
export const OWNER = {
	email: 'owner@example.com',
	password: 'Password123',
	firstName: 'Workflow',
	lastName: 'Owner',
};
export type Owner = typeof OWNER;

const MAY_STAY_UNTOLD = ['crashed', 'canceled'];

export const isOver = (status: string) => ['success', 'error', ...MAY_STAY_UNTOLD].includes(status);

const reset = z.object({ cause: z.object({ code: z.literal('ECONNRESET') }) });

/** Calls `look` until it finds something, or until the time is over. */
export async function until<T>(
	what: string,
	look: () => Promise<T | false | undefined>,
	withinMs = 240_000,
	everyMs = 100,
): Promise<T> {
	const end = Date.now() + withinMs;
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (Date.now() > end) throw new Error(`Waited ${withinMs / 1000} s for ${what}`);
		await sleep(everyMs);
	}
}

/** Waits until n8n takes production calls at this address. A preflight request starts no workflow. */
export const listening = (url: string, methods = ['POST']) =>
	until(`${url} to be registered`, async () => {
		const headers = { origin: 'http://elsewhere.example', 'access-control-request-method': 'POST' };
		const answer = await fetch(url, { method: 'OPTIONS', headers });
		const allowed = answer.headers.get('access-control-allow-methods') ?? '';
		return methods.every((method) => allowed.includes(method));
	});

const withWebhooks = z.object({
	nodes: z.array(
		z.object({
			type: z.string(),
			webhookId: z.string().optional(),
			parameters: z
				.object({ path: z.unknown(), httpMethod: z.string().catch('GET') })
				.partial()
				.default({}),
		}),
	),
});

/** A workflow's webhooks: of n8n's own node, and of our triggers. Reports come by GET, too. */
function webhooksIn(workflow: object): { path: string; methods: string[] }[] {
	const { nodes = [] } = withWebhooks.safeParse(workflow).data ?? {};
	return nodes.flatMap(({ type, webhookId, parameters: { path, httpMethod = 'GET' } }) => {
		if (type === 'n8n-nodes-base.webhook') {
			return typeof path === 'string' ? [{ path, methods: [httpMethod] }] : [];
		}
		const [, kind] = /\.messagingService(Status|)Trigger$/.exec(type) ?? [];
		if (kind === undefined || webhookId === undefined) return [];
		const methods = kind === 'Status' ? ['GET', 'POST'] : ['POST'];
		return [{ path: `${webhookId}/callback`, methods }];
	});
}

export class RefusedByN8n extends Error {
	override readonly name = 'RefusedByN8n';
	constructor(
		readonly status: number,
		what: string,
		readonly body: string,
	) {
		super(`${what} → ${status}: ${body.slice(0, 500)}`);
	}
}

export class N8nApi {
	private cookie = '';

	constructor(
		readonly url: string,
		private readonly owner = OWNER,
	) {}

	async request<T extends z.ZodTypeAny>(
		method: string,
		path: string,
		answer: T,
		body?: unknown,
	): Promise<z.output<T>> {
		const response = await until(`a response to ${method} ${path}`, async () => {
			const answered = await fetch(`${this.url}/rest${path}`, {
				method,
				headers: {
					'browser-id': 'terminal',
					cookie: this.cookie,
					// A busy n8n may close an idle connection at the moment in which a request reuses it.
					connection: 'close',
					'content-type': 'application/json',
				},
				...(body !== undefined && { body: JSON.stringify(body) }),
			}).catch((error: unknown) => {
				// What only asks may ask again.
				if (method === 'GET' && reset.safeParse(error).success) return undefined;
				throw error;
			});
			// A busy n8n loses its database for a moment.
			return answered?.status === 503 ? undefined : answered;
		});
		const text = await response.text();
		if (!response.ok) throw new RefusedByN8n(response.status, `${method} ${path}`, text);
		const cookie = response.headers.get('set-cookie');
		if (cookie?.startsWith('n8n-auth=')) this.cookie = cookie.split(';')[0] ?? '';
		const { data } = z.object({ data: z.unknown() }).parse(text === '' ? {} : JSON.parse(text));
		return answer.parse(data) as z.output<T>;
	}

	/** Creates the owner if there is none, and signs in. */
	async signIn(): Promise<void> {
		const { userManagement } = await this.request(
			'GET',
			'/settings',
			z.object({ userManagement: z.object({ showSetupOnFirstLoad: z.boolean().optional() }) }),
		);
		if (userManagement.showSetupOnFirstLoad === true) {
			await this.request('POST', '/owner/setup', z.unknown(), this.owner);
		}
		await this.request('POST', '/login', z.unknown(), {
			emailOrLdapLoginId: this.owner.email,
			password: this.owner.password,
		});
	}

	async createCredential(type: string, name: string, data: Json) {
		const { id } = await this.request('POST', '/credentials', z.object({ id: z.string() }), {
			type,
			name,
			data,
		});
		return { id, name };
	}

	async updateCredential(id: string, type: string, name: string, data: Json): Promise<void> {
		await this.request('PATCH', `/credentials/${id}`, z.unknown(), { type, name, data });
	}

	createWorkflow(workflow: WorkflowFile): Promise<Stored> {
		return this.request('POST', '/workflows', stored, { settings: {}, ...workflow });
	}

	/** Changes a workflow and saves it. */
	async edit({ id }: Stored, change: (workflow: z.output<typeof editable>) => Json) {
		const workflow = await this.request('GET', `/workflows/${id}`, editable);
		const { versionId } = workflow;
		const body = { versionId, ...change(workflow) };
		return this.request('PATCH', `/workflows/${id}`, stored, body);
	}

	/** Changes parameters of nodes, by the names of the nodes. */
	setParameters(workflow: Stored, parameters: Record<string, Json>): Promise<Stored> {
		return this.edit(workflow, ({ nodes, connections }) => ({
			connections,
			nodes: nodes.map((node) => ({
				...node,
				parameters: { ...node.parameters, ...parameters[node.name] },
			})),
		}));
	}

	/** Publishes a workflow and waits for its webhooks, which n8n registers after its response. */
	async activate(workflow: Stored): Promise<void> {
		const { id, versionId } = workflow;
		await this.request('POST', `/workflows/${id}/activate`, z.unknown(), { versionId });
		for (const { path, methods } of webhooksIn(workflow)) {
			await listening(`${this.url}/webhook/${path}`, methods);
		}
	}

	/** Presses Execute Workflow, and returns the number of the execution. */
	async run(workflow: Stored, trigger: string): Promise<string> {
		const started = z.object({ executionId: numberOrText });
		const { executionId } = await this.request('POST', `/workflows/${workflow.id}/run`, started, {
			workflowData: workflow,
			triggerToStartFrom: { name: trigger },
		});
		return executionId;
	}

	/**
	 * Presses Retry in the list of executions, and returns the number of the new one when that has ended.
	 * @param loadWorkflow with the workflow as it is saved now, or as it was then
	 */
	async retry(id: string, loadWorkflow = true): Promise<string> {
		const [path, retried] = [`/executions/${id}/retry`, z.object({ id: numberOrText })];
		return (await this.request('POST', path, retried, { loadWorkflow })).id;
	}

	/** Presses Stop on a running execution. */
	async stop(id: string): Promise<void> {
		await this.request('POST', `/executions/${id}/stop`, z.unknown(), {});
	}

	async execution(id: string): Promise<Execution> {
		const { data, ...told } = await this.request('GET', `/executions/${id}`, stringified);
		return executionOf({ ...told, data });
	}

	finished(id: string): Promise<Execution> {
		let over: number | undefined;
		return until(`execution ${id} to end`, async () => {
			const execution = await this.execution(id);
			if (!isOver(execution.status)) return undefined;
			over ??= Date.now();
			// n8n may store nothing of an execution that was canceled or killed.
			const patienceMs = MAY_STAY_UNTOLD.includes(execution.status) ? 3000 : 60_000;
			return execution.isTold || Date.now() - over > patienceMs ? execution : undefined;
		});
	}

	/** The newest executions of a workflow first. */
	async executions({ id }: Pick<Stored, 'id'>, limit = 100) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const path = `/executions?filter=${filter}&limit=${limit}`;
		const { results } = await this.request('GET', path, listed);
		// n8n reads running and ended ones separately, so one that ends meanwhile comes twice.
		return [...new Map(results.map((one) => [one.id, one])).values()];
	}

	/** The IDs of a workflow's executions, the newest first. */
	async idsOf(workflow: Pick<Stored, 'id'>): Promise<string[]> {
		return (await this.executions(workflow)).map(({ id }) => id);
	}

	/** Waits for executions that are not among the known ones, and returns them with the newest first. */
	fresh(
		workflow: Pick<Stored, 'id'>,
		known: readonly string[],
		{ count = 1, mustBeOver = false, withinMs = 240_000, everyMs = 100 } = {},
	) {
		return until(
			`${count} executions to ${mustBeOver ? 'end' : 'start'}`,
			async () => {
				const fresh = (await this.executions(workflow)).filter(({ id }) => !known.includes(id));
				const counted = fresh.filter(({ status }) => !mustBeOver || isOver(status));
				return counted.length >= count && counted;
			},
			withinMs,
			everyMs,
		);
	}

	/** Waits for the first new execution to end. */
	async nextExecution(workflow: Pick<Stored, 'id'>, known: readonly string[] = []) {
		const first = (await this.fresh(workflow, known)).at(-1);
		return this.finished(first?.id ?? '');
	}
}
