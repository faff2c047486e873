import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { isOver, listening, type N8nApi, type Stored } from '../../../n8n/api';
import type { Instance } from '../../../n8n/instance';
import { installPackage, packed } from '../../../n8n/package';
import { freePorts } from '../../../n8n/ports';
import { startSimulatorProcess, type SimulatorProcess } from '../../../n8n/simulatorProcess';
import { startN8n } from '../../../n8n/start';
import { pathOf, workflows, type Receiver, type Way } from './workflows';

const listed = z.object({
	count: z.number(),
	results: z.array(
		z.object({
			id: z.union([z.string(), z.number()]).transform(Number),
			status: z.string(),
			startedAt: z.string().nullish(),
			stoppedAt: z.string().nullish(),
		}),
	),
});

/** Seldom, since each look takes CPU time of the n8n that is measured. */
const LOOK_EVERY_MS = 1000;
const LATEST_MS = 15 * 60_000;

export interface Finished {
	id: string;
	status: string;
	/** By n8n's own clock, from its start to its end. */
	wallMs: number;
}

/** A real n8n, just started, with all workflows of the benchmarks active in it. */
export class FreshN8n {
	constructor(
		readonly instance: Instance,
		readonly api: N8nApi,
		private readonly stored: ReadonlyMap<Way | Receiver, Stored>,
	) {}

	get pid(): number {
		return this.instance.pid;
	}

	async executionsOf(name: Way | Receiver, limit: number, status?: string) {
		const filter = encodeURIComponent(
			JSON.stringify({
				workflowId: this.stored.get(name)?.id,
				...(status !== undefined && { status: [status] }),
			}),
		);
		return this.api.request('GET', `/executions?filter=${filter}&limit=${limit}`, listed);
	}

	/** Calls the workflow's webhook, as a production execution. */
	async start(way: Way, count: number, first = 0): Promise<void> {
		const answer = await fetch(`${this.instance.url}/webhook/${pathOf(way)}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ count, first }),
		});
		if (!answer.ok) throw new Error(`The webhook of '${way}' answered ${answer.status}`);
	}

	/** Runs a workflow, as often as there are numbers of the first item, all at once; to the end of all. */
	async runAll(way: Way, count: number, firsts: readonly number[]): Promise<Finished[]> {
		const { results: before } = await this.executionsOf(way, 1);
		const newest = before[0]?.id ?? 0;
		await Promise.all(firsts.map((first) => this.start(way, count, first)));
		const end = Date.now() + LATEST_MS;
		for (;;) {
			await sleep(LOOK_EVERY_MS);
			const { results } = await this.executionsOf(way, firsts.length);
			const over = results.filter(({ id, status }) => id > newest && isOver(status));
			if (over.length === firsts.length) {
				return over.map(({ id, status, startedAt, stoppedAt }) => ({
					id: String(id),
					status,
					wallMs: Date.parse(stoppedAt ?? '') - Date.parse(startedAt ?? ''),
				}));
			}
			if (Date.now() > end) throw new Error(`'${way}' did not end`);
		}
	}

	async run(way: Way, count: number): Promise<Finished> {
		const [finished] = await this.runAll(way, count, [0]);
		if (finished?.status !== 'success') {
			throw new Error(`'${way}' ended as ${finished?.status ?? 'nothing'}`);
		}
		return finished;
	}
}

export interface World {
	service: SimulatorProcess;
	/** A process of n8n that nothing has run in yet, for as long as the work takes. */
	fresh: <T>(work: (n8n: FreshN8n) => Promise<T>, env?: Record<string, string>) => Promise<T>;
}

const temporary = () => mkdtempSync(path.join(tmpdir(), 'messaging-bench-'));

const remove = (folder: string) => {
	rmSync(folder, { recursive: true, force: true });
};

/** The simulator, and n8n set up once in a folder of which each start gets a copy of its own. */
export async function inWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
	const [port = 0, servicePort = 0] = await freePorts(2);
	const template = temporary();
	const service = await startSimulatorProcess(template, servicePort);
	try {
		await installPackage(template, await packed());
		const stored = new Map<Way | Receiver, Stored>();
		const { n8n: first, api } = await startN8n({ userFolder: template, port });
		try {
			const login = {
				url: service.url,
				ours: await api.createCredential('messagingServiceApi', 'Own', {
					baseUrl: service.url,
					pathPrefix: '/svc_api/1.0',
					apiKey: 'simulator-key',
					requestsPerSecond: 100,
				}),
				unlimited: await api.createCredential('messagingServiceApi', 'Own, without a limit', {
					baseUrl: service.url,
					pathPrefix: '/svc_api/1.0',
					apiKey: 'simulator-key',
					requestsPerSecond: 1_000_000,
				}),
				header: await api.createCredential('httpHeaderAuth', 'Header', {
					name: 'APIKey',
					value: 'simulator-key',
				}),
			};
			for (const [name, workflow] of workflows(login)) {
				const made = await api.createWorkflow(workflow);
				await api.activate(made);
				stored.set(name, made);
			}
		} finally {
			await first.stop();
		}
		const fresh: World['fresh'] = async (run, env = {}) => {
			const userFolder = temporary();
			cpSync(template, userFolder, { recursive: true });
			const { n8n: instance, api } = await startN8n({ userFolder, port, env });
			try {
				const n8n = new FreshN8n(instance, api, stored);
				await listening(`${instance.url}/webhook/plain`);
				return await run(n8n);
			} finally {
				await instance.stop();
				remove(userFolder);
			}
		};
		return await work({ service, fresh });
	} finally {
		await service.stop();
		remove(template);
	}
}
