import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { N8nApi } from '../n8n/api';
import { installN8n } from '../n8n/install';
import { launch, type Instance } from '../n8n/instance';
import { installPackage, packed } from '../n8n/package';
import { freePorts } from '../n8n/ports';
import { N8N_2, type N8nVersion } from '../n8n/versions';
import { startSimulator, type Simulator } from '../simulator';

export interface World {
	readonly n8n: Instance;
	readonly api: N8nApi;
	readonly simulator: Simulator;
	readonly userFolder: string;
}

interface Wanted {
	version?: N8nVersion;
	env?: Record<string, string>;
	simulator?: Parameters<typeof startSimulator>[0];
	/** False where a test installs the package by itself. */
	withPackage?: boolean;
}

/** A real n8n with the packed package, signed in as its owner, and the simulator beside it, for the tests of a file. */
export function useN8n({
	version = N8N_2,
	env = {},
	simulator: options = { speed: 60 },
	withPackage = true,
}: Wanted = {}): World {
	let world: World | undefined;
	const running = () => {
		if (world === undefined) throw new Error('n8n has not started yet');
		return world;
	};

	beforeAll(async () => {
		const installed = await installN8n(version);
		const userFolder = mkdtempSync(path.join(tmpdir(), 'messaging-n8n-'));
		if (withPackage) await installPackage(userFolder, await packed());
		const [port = 0, brokerPort = 0] = await freePorts(2);
		const simulator = await startSimulator(options);
		const n8n = await launch({ installed, userFolder, port, brokerPort, env });
		const api = new N8nApi(n8n.url, version.major);
		await api.signIn();
		world = { n8n, api, simulator, userFolder };
	}, 900_000);

	afterAll(async () => {
		if (world === undefined) return;
		await world.n8n.stop();
		await world.simulator.stop();
		rmSync(world.userFolder, { recursive: true, force: true });
	}, 60_000);

	return {
		get n8n() {
			return running().n8n;
		},
		get api() {
			return running().api;
		},
		get simulator() {
			return running().simulator;
		},
		get userFolder() {
			return running().userFolder;
		},
	};
}
