import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

import { post as postJson } from '../campaigns/frame/nodes';
import {
	isOver,
	until,
	type Execution,
	type Json,
	type N8nApi,
	type Stored,
	type WorkflowFile,
} from '../n8n/api';
import { controlOf } from '../simulator/controlOf';
import type { Instance } from '../n8n/instance';
import { startModel, type Model } from '../n8n/model';
import { callbackUrlOf, createCredentials, type Credentials } from '../n8n/playground';
import { readyFolder, startN8n } from '../n8n/start';
import { chain, items, ourType, start, webhook, type TestNode } from '../n8n/workflows';
import { playground } from '../../playground';
import { startHeld } from '../support/held';

/** Australia keeps this number for fiction. The node knows it as a mobile number, so it warns of nothing. */
export const AYU = '61491570006';

interface Wanted {
	env?: Record<string, string>;
	simulator?: Parameters<typeof startHeld>[0];
}

const paged = <T extends z.ZodTypeAny>(entry: T) => z.object({ data: z.array(entry) });
const table = z.object({ id: z.string(), name: z.string(), projectId: z.string() });
const QUIET_MS = 1500;

/** A real n8n with the packed package, signed in as its owner, with a simulator and a model. */
export class Testbed {
	n8n!: Instance;
	api!: N8nApi;
	simulator!: Awaited<ReturnType<typeof startHeld>>;
	model!: Model;
	credentials: Credentials = {};
	readonly userFolder = mkdtempSync(path.join(tmpdir(), 'messaging-n8n-'));

	constructor(private readonly wanted: Wanted) {}

	async start(): Promise<void> {
		const { simulator = { speed: 60 } } = this.wanted;
		cpSync(await readyFolder(), this.userFolder, { recursive: true });
		this.simulator = await startHeld(simulator, playground);
		this.model = await startModel();
		await this.startN8n();
		const addresses = { simulator: this.simulator.url, model: this.model.url };
		this.credentials = await createCredentials(this.api, addresses);
	}

	/** Starts n8n in the folder of the testbed: the first one, one after a crash, or one next to it. */
	async startN8n(): Promise<void> {
		const { env } = this.wanted;
		// After a crash n8n waits ten seconds before it starts.
		rmSync(path.join(this.userFolder, '.n8n/crash.journal'), { force: true });
		const started = await startN8n({
			userFolder: this.userFolder,
			...(env && { env }),
		});
		Object.assign(this, started);
	}

	/** Waits until no request is on its way to the simulator. */
	async untilQuiet(): Promise<void> {
		let [requests, since] = [-1, 0];
		await until('nothing more to arrive', async () => {
			const entries = await this.control.journal();
			if (entries.length !== requests) [requests, since] = [entries.length, performance.now()];
			const isOpen = entries.some(({ outcome }) => outcome === 'open');
			return !isOpen && performance.now() - since > QUIET_MS;
		});
	}

	async crash(): Promise<void> {
		await this.n8n.kill();
		await this.untilQuiet();
		await this.startN8n();
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await this.simulator.stop();
		await this.model.stop();
		rmSync(this.userFolder, { recursive: true, force: true });
		this.simulator.expectDocumented();
	}

	get control() {
		return controlOf(() => this.simulator.url);
	}

	credential(type: string): NonNullable<TestNode['credentials']> {
		const found = this.credentials[type];
		if (found === undefined) throw new Error(`There is no credential ${type}`);
		return { [type]: found };
	}

	/** A node of this package, with the credential of its resource. */
	node(name: string, parameters: Json, settings: Json = {}): TestNode {
		const type = parameters.resource === 'sms' ? 'messagingServiceSmsApi' : 'messagingServiceApi';
		return {
			id: randomUUID(),
			name,
			type: ourType('messagingService'),
			parameters,
			credentials: this.credential(type),
			...settings,
		};
	}

	/** A trigger that requires the token. */
	trigger(kind: '' | 'Status', parameters: Json): TestNode {
		return {
			name: 'Trigger',
			type: ourType(`messagingService${kind}Trigger`),
			webhookId: randomUUID(),
			parameters: { authentication: 'token', ...parameters },
			credentials: this.credential('messagingServiceCallbackApi'),
		};
	}

	async publish(workflow: WorkflowFile): Promise<Stored> {
		const stored = await this.api.createWorkflow(workflow);
		await this.api.activate(stored);
		return stored;
	}

	/** Publishes a workflow with this trigger, and returns its callback URL. */
	async published(trigger: TestNode) {
		const end: TestNode = { name: 'End', type: 'n8n-nodes-base.noOp' };
		const workflow = await this.publish(chain('Published', [trigger, end]));
		return { workflow, url: callbackUrlOf(this.n8n.url, workflow, trigger.name) };
	}

	/** Publishes these nodes behind a webhook. After a crash, n8n still knows such an execution. */
	async behindWebhook(nodes: readonly TestNode[], change = (workflow: WorkflowFile) => workflow) {
		const hook = randomUUID();
		const workflow = await this.publish(change(chain('Called', [webhook(hook), ...nodes])));
		return { workflow, call: () => post(`${this.n8n.url}/webhook/${hook}`, {}) };
	}

	async called(...published: Parameters<Testbed['behindWebhook']>): Promise<Stored> {
		const { workflow, call } = await this.behindWebhook(...published);
		await call();
		return workflow;
	}

	/** Runs these nodes by hand with these items. */
	async run(nodes: readonly TestNode[], list: readonly Json[] = [{}]) {
		const all = [start, items(list), ...nodes];
		const workflow = await this.api.createWorkflow(chain('By hand', all));
		return { workflow, id: await this.api.run(workflow, start.name) };
	}

	async finished(nodes: readonly TestNode[], list?: readonly Json[]): Promise<Execution> {
		return this.api.finished((await this.run(nodes, list)).id);
	}

	async retried({ id }: Pick<Execution, 'id'>): Promise<Execution> {
		return this.api.finished(await this.api.retry(id));
	}

	waiting(id: string): Promise<Execution> {
		return until('the execution to wait', async () => {
			const execution = await this.api.execution(id);
			if (isOver(execution.status)) {
				throw new Error(`${execution.status}: ${execution.error ?? ''}`);
			}
			return execution.status === 'waiting' ? execution : undefined;
		});
	}

	crashed(workflow: Stored): Promise<{ id: string }> {
		return until('n8n to see that it had crashed', async () =>
			(await this.api.executions(workflow)).find(({ status }) => status === 'crashed'),
		);
	}

	/** A data table, as its name leads to it. */
	async dataTable(name: string) {
		const { data: tables } = await this.api.request('GET', '/data-tables-global', paged(table));
		const found = tables.find((one) => one.name === name);
		return found && { ...found, path: `/projects/${found.projectId}/data-tables/${found.id}/rows` };
	}

	/** The rows of a data table. */
	async rowsOf(name: string) {
		const found = await this.dataTable(name);
		if (found === undefined) return [];
		const rows = paged(z.record(z.string(), z.unknown()));
		return (await this.api.request('GET', `${found.path}?take=250`, rows)).data;
	}

	/** The messages to a number, the oldest first. */
	async sentTo(number: string) {
		return (await this.control.messages()).filter(({ to }) => to === number);
	}
}

/** A testbed for the tests of a block. */
export function useN8n(wanted: Wanted = {}): Testbed {
	const testbed = new Testbed(wanted);
	beforeAll(() => testbed.start(), 900_000);
	afterAll(() => testbed.stop());
	return testbed;
}

/** Sends JSON as the service sends a callback. */
export const post = async (url: string, body: unknown) => (await postJson(url, body)).status;
