import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'flatted';
import { z } from 'zod';

/** What a person does in n8n's editor, done over the interface that the editor uses. */

export interface WorkflowFile {
	name: string;
	nodes: readonly Record<string, unknown>[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

const stored = z.object({ id: z.string(), versionId: z.string().optional() }).passthrough();
export type Stored = z.infer<typeof stored>;

const json = z.record(z.string(), z.unknown());
export type Json = z.infer<typeof json>;

const pairing = z.object({ item: z.number() });

const outputItem = z
	.object({
		json,
		pairedItem: z
			.union([
				pairing,
				z
					.array(pairing)
					.nonempty()
					.transform(([first]) => first),
			])
			.optional(),
	})
	.passthrough();

const shownError = z
	.object({ message: z.string(), description: z.string().nullish() })
	.passthrough();

const nodeRun = z
	.object({
		error: shownError.optional(),
		executionStatus: z.string().optional(),
		data: z.record(z.string(), z.array(z.array(outputItem).nullable())).optional(),
	})
	.passthrough();

const runData = z
	.object({
		resultData: z
			.object({
				error: shownError.optional(),
				runData: z.record(z.string(), z.array(nodeRun)).default({}),
			})
			.passthrough()
			.default({}),
	})
	.passthrough()
	// Not there yet when an execution has only just begun.
	.default({});

const stringified = z.object({
	id: z.union([z.string(), z.number()]).transform(String),
	status: z.string(),
	mode: z.string(),
	data: z.string(),
});

const listed = z.object({
	results: z.array(
		z.object({
			id: z.union([z.string(), z.number()]).transform(String),
			status: z.string(),
			mode: z.string().optional(),
			startedAt: z.string().nullish(),
			stoppedAt: z.string().nullish(),
		}),
	),
});

export interface OutputItem {
	/** Which of the node's items it came from. */
	item: number | undefined;
	output: number;
	json: Json;
}

interface Words {
	message: string;
	description: string;
}

/** What a person sees of one run of a node. */
export interface NodeRun {
	items: OutputItem[];
	error: Words | undefined;
}

export interface Execution {
	id: string;
	status: string;
	mode: string;
	/** Everything that n8n keeps of it, as text. */
	raw: string;
	/** All that a node put out in its last run. */
	itemsOf: (node: string) => OutputItem[];
	/** Each run of a node by itself, without those that n8n lists in place of what it lost in a crash. */
	runsOf: (node: string) => NodeRun[];
	/** The error of a node's last run, or else of the execution, in the words that are shown. */
	failureOf: (node: string) => Words | undefined;
	error: string | undefined;
	/** What a node put out on one of its outputs, in its last run. */
	output: (node: string, output?: number) => Record<string, unknown>[];
	/** The error of a node's last run, as the editor shows it. */
	errorOf: (node: string) => Record<string, unknown> | undefined;
	/** How often a node ran. */
	runs: (node: string) => number;
	/** n8n 1 stores how an execution ended just before what it did. */
	isTold: boolean;
}

const wordsIn = (error: z.output<typeof shownError> | undefined): Words | undefined =>
	error && { message: error.message, description: error.description ?? '' };

const itemsIn = (run: z.output<typeof nodeRun> | undefined): OutputItem[] =>
	(run?.data?.main ?? []).flatMap((items, output) =>
		(items ?? []).map((one) => ({ item: one.pairedItem?.item, output, json: one.json })),
	);

export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

/** The owner of an n8n that lives as long as a test. */
export const OWNER: Owner = {
	email: 'owner@example.com',
	password: 'Password123',
	firstName: 'Workflow',
	lastName: 'Owner',
};

const OVER = new Set(['success', 'error', 'crashed', 'canceled']);

const MAY_STAY_UNTOLD = new Set(['crashed', 'canceled']);

export const isOver = (status: string) => OVER.has(status);

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

export async function until<T>(
	what: string,
	look: () => Promise<T | undefined>,
	withinMs = 240_000,
	everyMs = 100,
): Promise<T> {
	const end = Date.now() + withinMs;
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		if (Date.now() > end) throw new Error(`Waited ${withinMs / 1000} s for ${what}`);
		await sleep(everyMs);
	}
}

/** Resolves once n8n takes production calls at this address. A browser's question before a call starts nothing. */
export const listening = (url: string, methods = ['POST']): Promise<true> =>
	until(`${url} to be registered`, async () => {
		const headers = { origin: 'http://elsewhere.example', 'access-control-request-method': 'POST' };
		const answer = await fetch(url, { method: 'OPTIONS', headers });
		const allowed = answer.headers.get('access-control-allow-methods') ?? '';
		return methods.every((method) => allowed.includes(method)) ? true : undefined;
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
function webhooksIn(workflow: Stored): { path: string; methods: string[] }[] {
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

export class N8nApi {
	private cookie = '';

	constructor(
		readonly url: string,
		/** n8n 1 and n8n 2 ask for some things in other words. */
		readonly major: 1 | 2,
		private readonly owner = OWNER,
	) {}

	/** What tells n8n who asks. */
	get headers(): Record<string, string> {
		// On a busy machine n8n may close a connection that is kept just when it is used again.
		return { 'browser-id': 'terminal', cookie: this.cookie, connection: 'close' };
	}

	async request<T extends z.ZodTypeAny>(
		method: string,
		path: string,
		answer: T,
		body?: unknown,
	): Promise<z.output<T>> {
		const response = await until(`an answer to ${method} ${path}`, async () => {
			const answered = await fetch(`${this.url}/rest${path}`, {
				method,
				headers: {
					...this.headers,
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
				},
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
			// A busy n8n loses its database for a moment, and then looks at no request at all.
			return answered.status === 503 ? undefined : answered;
		});
		const text = await response.text();
		if (!response.ok) throw new RefusedByN8n(response.status, `${method} ${path}`, text);
		const cookie = response.headers.get('set-cookie');
		if (cookie?.startsWith('n8n-auth=')) this.cookie = cookie.split(';')[0] ?? '';
		const { data } = z.object({ data: z.unknown() }).parse(text === '' ? {} : JSON.parse(text));
		return answer.parse(data) as z.output<T>;
	}

	/** Makes the owner where there is none yet, and signs in. */
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

	async createCredential(
		type: string,
		name: string,
		data: Record<string, unknown>,
	): Promise<{ id: string; name: string }> {
		const { id } = await this.request('POST', '/credentials', z.object({ id: z.string() }), {
			type,
			name,
			data,
			...(this.major === 1 ? { nodesAccess: [] } : {}),
		});
		return { id, name };
	}

	async updateCredential(
		id: string,
		type: string,
		name: string,
		data: Record<string, unknown>,
	): Promise<void> {
		await this.request('PATCH', `/credentials/${id}`, z.unknown(), { type, name, data });
	}

	/** Saves a credential, as the editor does first, and tells what its test says. */
	async testCredential(type: string, name: string, data: Record<string, unknown>) {
		const { id } = await this.createCredential(type, name, data);
		return this.request(
			'POST',
			'/credentials/test',
			z.object({ status: z.enum(['OK', 'Error']), message: z.string() }),
			{ credentials: { id, name, type, data } },
		);
	}

	createWorkflow(workflow: WorkflowFile): Promise<Stored> {
		return this.request('POST', '/workflows', stored, {
			settings: {},
			...workflow,
			...(this.major === 1 ? { active: false } : {}),
		});
	}

	/** Resolves when its webhooks are registered too, which comes after n8n's response. */
	async activate(workflow: Stored): Promise<void> {
		await this.publish(workflow);
		for (const { path, methods } of webhooksIn(workflow)) {
			await listening(`${this.url}/webhook/${path}`, methods);
		}
	}

	async publish({ id, versionId }: Stored): Promise<void> {
		if (this.major === 1) {
			await this.request('PATCH', `/workflows/${id}`, z.unknown(), { active: true, versionId });
		} else {
			await this.request('POST', `/workflows/${id}/activate`, z.unknown(), { versionId });
		}
	}

	/** Presses Execute Workflow, and tells the number of the execution. */
	async run(workflow: Stored, trigger: string, destination?: string): Promise<string> {
		const { executionId } = await this.request(
			'POST',
			`/workflows/${workflow.id}/run`,
			z.object({ executionId: z.union([z.string(), z.number()]).transform(String) }),
			{
				workflowData: workflow,
				triggerToStartFrom: { name: trigger },
				...(destination === undefined
					? {}
					: {
							destinationNode:
								this.major === 1 ? destination : { nodeName: destination, mode: 'inclusive' },
						}),
			},
		);
		return executionId;
	}

	/**
	 * Presses Retry in the list of executions, and tells the number of the new one; n8n answers when it is over.
	 * @param withSaved with the workflow as it is saved now, or as it was then
	 */
	async retry(id: string, withSaved = true): Promise<string> {
		const told = await this.request(
			'POST',
			`/executions/${id}/retry`,
			z.object({ id: z.union([z.string(), z.number()]).transform(String) }),
			{ loadWorkflow: withSaved },
		);
		return told.id;
	}

	/** Presses Stop on a running execution. */
	async stop(id: string): Promise<void> {
		await this.request('POST', `/executions/${id}/stop`, z.unknown(), {});
	}

	async execution(id: string): Promise<Execution> {
		const { data, ...told } = await this.request('GET', `/executions/${id}`, stringified);
		const { resultData } = runData.parse(data === '' ? undefined : parse(data));
		const last = (node: string) => resultData.runData[node]?.at(-1);
		return {
			...told,
			raw: data,
			itemsOf: (node) => itemsIn(last(node)),
			runsOf: (node) =>
				(resultData.runData[node] ?? [])
					.map((one) => ({ items: itemsIn(one), error: wordsIn(one.error) }))
					.filter(({ items }) => items[0]?.json.isArtificialRecoveredEventItem !== true),
			failureOf: (node) => wordsIn(last(node)?.error ?? resultData.error),
			error: resultData.error?.message,
			output: (node, output = 0) =>
				(last(node)?.data?.main?.[output] ?? []).map(({ json }) => json),
			errorOf: (node) => last(node)?.error,
			runs: (node) => resultData.runData[node]?.length ?? 0,
			isTold: resultData.error !== undefined || Object.keys(resultData.runData).length > 0,
		};
	}

	/** Waits until an execution is over. */
	finished(id: string, withinMs = 240_000): Promise<Execution> {
		let over: number | undefined;
		return until(
			`execution ${id} to end`,
			async () => {
				const execution = await this.execution(id);
				if (!isOver(execution.status)) return undefined;
				over ??= Date.now();
				// Of one that was cancelled or killed, nothing may ever be told.
				const patienceMs = MAY_STAY_UNTOLD.has(execution.status) ? 3000 : 60_000;
				return execution.isTold || Date.now() - over > patienceMs ? execution : undefined;
			},
			withinMs,
		);
	}

	/** The newest executions of a workflow first. */
	async executions({ id }: Pick<Stored, 'id'>, limit = 100) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { results } = await this.request(
			'GET',
			`/executions?filter=${filter}&limit=${limit}`,
			listed,
		);
		return results;
	}

	/** How many executions of a workflow there are. */
	async count({ id }: Pick<Stored, 'id'>, status?: string): Promise<number> {
		const filter = JSON.stringify({ workflowId: id, ...(status && { status: [status] }) });
		const query = `filter=${encodeURIComponent(filter)}&limit=1`;
		const listed = z.object({ count: z.number() });
		return (await this.request('GET', `/executions?${query}`, listed)).count;
	}

	/** Waits for the first execution that is not among the known ones, until it has finished. */
	async nextExecution(workflow: Pick<Stored, 'id'>, known: readonly string[] = []) {
		const id = await until('an execution to start', async () => {
			const fresh = (await this.executions(workflow)).filter((one) => !known.includes(one.id));
			return fresh.at(-1)?.id;
		});
		return this.finished(id);
	}
}
