import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { N8nApi } from '../../n8n/api';
import { ensure } from '../../n8n/debian';
import { installN8n, type Installed } from '../../n8n/install';
import { launch, type Instance, type Launch } from '../../n8n/instance';
import { installPackage, packed } from '../../n8n/package';
import { freePorts } from '../../n8n/ports';
import { startSimulatorProcess, type SimulatorProcess } from '../../n8n/simulatorProcess';
import { whileTelling } from '../../n8n/say';
import { N8N_2, type N8nVersion } from '../../n8n/versions';
import type { Endings } from '../frame/endings';
import { DATABASE, DATABASE_USER, startPostgres, type Postgres } from './postgres';
import { startRedis } from './redis';

/** Workers that every cluster starts with. */
export const WORKERS = ['worker-1', 'worker-2'] as const;
/** Started if they are wanted. */
export const MORE_WORKERS = ['worker-3', 'worker-4'] as const;

export type Role = 'main' | 'webhook' | (typeof WORKERS | typeof MORE_WORKERS)[number];

interface Place {
	port: number;
	brokerPort: number;
}

const commandOf = (role: Role): readonly string[] => {
	if (role === 'main') return ['start'];
	return role === 'webhook' ? ['webhook'] : ['worker', '--concurrency=10'];
};

/** n8n in queue mode, with the package, and the simulator beside it. */
export class Cluster {
	private readonly running = new Map<Role, Instance>();
	private readonly starting = new Set<Promise<unknown>>();
	private ended = false;

	constructor(
		private readonly installed: Installed,
		private readonly folder: string,
		private readonly places: Record<Role, Place>,
		private readonly env: Record<string, string>,
		readonly database: Postgres,
		readonly service: SimulatorProcess,
		readonly api: N8nApi,
	) {}

	/** Where callbacks and other calls of production webhooks arrive. */
	get webhookUrl(): string {
		return `http://127.0.0.1:${this.places.webhook.port}/webhook`;
	}

	/** The same where one process does everything. */
	get mainUrl(): string {
		return `http://127.0.0.1:${this.places.main.port}/webhook`;
	}

	async start(role: Role, env: Record<string, string> = {}): Promise<void> {
		const { port } = this.places[role];
		const worker: Record<string, string> = {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: `${port}`,
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		};
		const options: Launch = {
			installed: this.installed,
			userFolder: this.folder,
			...this.places[role],
			command: commandOf(role),
			name: `${role}-${Date.now()}`,
			env: { ...this.env, ...(role.startsWith('worker') && worker), ...env },
			...(role !== 'main' && { readinessPath: '/healthz/readiness' }),
		};
		if (this.ended) throw new Error('The run is being ended');
		const launched = launch(options).then((instance) => this.running.set(role, instance));
		this.starting.add(launched);
		await launched.finally(() => this.starting.delete(launched));
	}

	async stop(role: Role): Promise<void> {
		await this.running.get(role)?.stop();
		this.running.delete(role);
	}

	/** As a crash would, or a machine that runs out of memory. */
	async kill(role: Role): Promise<void> {
		await this.running.get(role)?.kill();
		this.running.delete(role);
	}

	/** The executions that a worker took up since it started. */
	startedBy(worker: Role): string[] {
		const log = this.running.get(worker)?.log;
		if (log === undefined) return [];
		const started = /Worker started execution (\d+)/g;
		return [...readFileSync(log, 'utf8').matchAll(started)].flatMap(([, id]) => id ?? []);
	}

	isRunning(role: Role): boolean {
		return this.running.has(role);
	}

	pidOf(role: Role): number | undefined {
		return this.running.get(role)?.pid;
	}

	/** What is only just starting, too. */
	async stopAll(): Promise<void> {
		this.ended = true;
		await Promise.allSettled(this.starting);
		await Promise.all([...this.running.keys()].map((role) => this.stop(role)));
	}
}

interface Wanted {
	version?: N8nVersion;
	/** For every process. */
	env?: Record<string, string>;
}

/** Starts everything, each on a free port of this machine; what was started ends with `endings`. */
export async function startCluster(
	endings: Endings,
	{ version = N8N_2, env: more = {} }: Wanted = {},
): Promise<Cluster> {
	await ensure(['redis-server', 'postgres']);
	const installed = await installN8n(version);
	const tarball = await packed();
	return whileTelling('Starting n8n with two workers and a webhook process', async () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'messaging-scale-'));
		// PostgreSQL may run as another user, whose own folder inside this one it has to reach.
		chmodSync(folder, 0o711);
		endings.add(() => {
			rmSync(folder, { recursive: true, force: true });
		});
		await installPackage(folder, tarball);
		const ports = await freePorts(15);
		const port = (at: number) => ports[at] ?? 0;
		const [redisPort, databasePort, servicePort] = [port(0), port(1), port(2)];
		const places: Record<Role, Place> = {
			main: { port: port(3), brokerPort: port(4) },
			webhook: { port: port(5), brokerPort: port(6) },
			'worker-1': { port: port(7), brokerPort: port(8) },
			'worker-2': { port: port(9), brokerPort: port(10) },
			'worker-3': { port: port(11), brokerPort: port(12) },
			'worker-4': { port: port(13), brokerPort: port(14) },
		};
		const database = await startPostgres(folder, databasePort, endings);
		await startRedis(folder, redisPort, endings);
		const service = await startSimulatorProcess(folder, servicePort);
		endings.add(() => service.stop());
		const env = {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: `${redisPort}`,
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: `${databasePort}`,
			DB_POSTGRESDB_USER: DATABASE_USER,
			DB_POSTGRESDB_DATABASE: DATABASE,
			N8N_ENCRYPTION_KEY: 'of-this-run-only',
			WEBHOOK_URL: `http://127.0.0.1:${places.webhook.port}/`,
			// Nothing here runs code of its own, so that nobody has to start a runner for it.
			N8N_RUNNERS_MODE: 'external',
			N8N_RUNNERS_AUTH_TOKEN: 'of-this-run-only',
			...more,
		};
		const api = new N8nApi(`http://127.0.0.1:${places.main.port}`, version.major);
		const cluster = new Cluster(installed, folder, places, env, database, service, api);
		endings.add(() => cluster.stopAll());
		// The main process sets up the database.
		await cluster.start('main');
		await api.signIn();
		await Promise.all((['webhook', ...WORKERS] as const).map((role) => cluster.start(role)));
		return cluster;
	});
}
