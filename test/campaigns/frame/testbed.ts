import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { N8nApi, type Owner } from '../../n8n/api';
import { installN8n } from '../../../scripts/n8n/install.js';
import { launch, type Instance, type Launch } from '../../n8n/instance';
import { installPackage, packed } from '../../n8n/package';
import { freePorts } from '../../n8n/ports';
import { whileTelling } from '../../../scripts/n8n/say.js';
import { N8N } from '../../n8n/versions';
import { sqlite, startPostgres, startRedis, type Database } from './database';
import type { Endings } from './runner';

export const WORKERS = ['worker-1', 'worker-2'] as const;
const ALL = ['main', 'webhook', ...WORKERS] as const;

type Role = (typeof ALL)[number];
export type Signal = 'SIGKILL' | 'SIGTERM';

interface Wanted {
	env?: Record<string, string>;
	/** A main process, a webhook process and two workers, with Redis and PostgreSQL, in place of one process. */
	isQueue?: boolean;
	copyOf?: string;
	owner?: Owner;
	/** Of the main process. */
	port?: number;
	/** How many executions a worker runs at a time. */
	concurrency?: number;
	/** Gets what the processes print, as it comes. */
	heard?: (role: Role, text: string) => void;
}

/** A real n8n with the packed package, which can be struck and brought back. */
export class Testbed {
	readonly api: N8nApi;
	private readonly running = new Map<Role, Promise<Instance>>();
	private struck: readonly Role[] = [];
	private started = 0;
	private isOver = false;

	constructor(
		private readonly installed: Launch['installed'],
		readonly userFolder: string,
		readonly isQueue: boolean,
		readonly database: Database,
		private readonly wanted: Wanted,
		private readonly ports: readonly number[],
	) {
		this.api = new N8nApi(this.urlOf('main'), wanted.owner);
	}

	private portsOf(role: Role): [port: number, brokerPort: number] {
		const at = ALL.indexOf(role) * 2;
		return [this.ports[at] ?? 0, this.ports[at + 1] ?? 0];
	}

	private urlOf = (role: Role) => `http://127.0.0.1:${this.portsOf(role)[0]}`;

	/** The process that takes calls of production webhooks. */
	get webhookUrl(): string {
		return `${this.urlOf(this.isQueue ? 'webhook' : 'main')}/webhook`;
	}

	get roles(): Role[] {
		return [...this.running.keys()];
	}

	async start(...roles: readonly Role[]): Promise<void> {
		if (this.isOver) throw new Error('The run is being ended');
		// After a crash n8n waits ten seconds before it starts, so that a crash loop is slow.
		rmSync(path.join(this.userFolder, '.n8n/crash.journal'), { force: true });
		await Promise.all(
			roles.map(async (role) => {
				const starting = this.running.get(role) ?? this.launched(role);
				this.running.set(role, starting);
				await starting.catch((error: unknown) => {
					this.running.delete(role);
					throw error;
				});
			}),
		);
	}

	private launched(role: Role): Promise<Instance> {
		const [port, brokerPort] = this.portsOf(role);
		const isWorker = role.startsWith('worker');
		const { concurrency = 10, heard } = this.wanted;
		return launch({
			installed: this.installed,
			userFolder: this.userFolder,
			port,
			brokerPort,
			command: isWorker
				? ['worker', `--concurrency=${concurrency}`]
				: [role === 'main' ? 'start' : role],
			name: `${role}-${++this.started}`,
			heard: heard && ((text) => heard(role, text)),
			env: {
				...this.wanted.env,
				...(isWorker && {
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: `${port}`,
					N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				}),
			},
			...(role !== 'main' && { readinessPath: '/healthz/readiness' }),
		});
	}

	/** Ends processes: as a crash would with SIGKILL, as a deployment does with SIGTERM. */
	async strike(signal: Signal, roles: readonly Role[] = this.roles): Promise<void> {
		this.struck = roles;
		await Promise.all(
			roles.map(async (role) => {
				const instance = await this.running.get(role)?.catch(() => undefined);
				this.running.delete(role);
				await (signal === 'SIGKILL' ? instance?.kill() : instance?.stop());
			}),
		);
	}

	restore = () => this.start(...this.struck);

	async stop(): Promise<void> {
		this.isOver = true;
		await this.strike('SIGTERM');
	}

	async logOf(role: Role = 'main'): Promise<string> {
		const log = (await this.running.get(role))?.log;
		return log === undefined ? '' : readFileSync(log, 'utf8');
	}

	/** The executions that a worker took up since it started. */
	async startedBy(worker: Role): Promise<string[]> {
		const started = (await this.logOf(worker)).matchAll(/Worker started execution (\d+)/g);
		return [...started].flatMap(([, id]) => id ?? []);
	}
}

const queueEnv = (redisPort: number) => ({
	EXECUTIONS_MODE: 'queue',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: `${redisPort}`,
	N8N_ENCRYPTION_KEY: 'of-this-run-only',
	// No workflow runs code here, so nobody has to start a runner for it.
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'of-this-run-only',
});

export async function startTestbed(endings: Endings, wanted: Wanted = {}): Promise<Testbed> {
	const { env, isQueue = false, copyOf, port } = wanted;
	const installed = await installN8n();
	const tarball = await packed();
	const title = `Starting n8n ${N8N.version}${isQueue ? ' with two workers and a webhook process' : ''}`;
	return whileTelling(title, async () => {
		const folder = endings.folder();
		if (copyOf !== undefined) cpSync(copyOf, folder, { recursive: true });
		await installPackage(folder, tarball);
		const database = isQueue ? await startPostgres(folder, endings) : sqlite(folder);
		const ports = await freePorts(ALL.length * 2);
		if (port !== undefined) ports[0] = port;
		const queue = isQueue && {
			...queueEnv(await startRedis(folder, endings)),
			WEBHOOK_URL: `http://127.0.0.1:${ports[2] ?? 0}/`,
		};
		const all = { ...wanted, env: { ...database.env, ...queue, ...env } };
		const testbed = new Testbed(installed, folder, isQueue, database, all, ports);
		endings.add(() => testbed.stop());
		// The main process sets up the database.
		await testbed.start('main');
		await testbed.api.signIn();
		if (isQueue) await testbed.start('webhook', ...WORKERS);
		return testbed;
	});
}

/** Settings with which a run need not wait for what n8n does once a minute or every few hours. */
export const SOON = {
	// A worker is given up after seconds in place of a minute.
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
	// Executions that nobody runs are looked for every six seconds in place of three hours.
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '0.1',
};
