import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installPackage, packed } from '../n8n/package';
import { startN8n, type Started } from '../n8n/start';
import { N8N_2, type N8nVersion } from '../n8n/versions';
import { playground } from '../../playground';
import { startSimulator, type Simulator } from '../simulator';

export interface Testbed extends Readonly<Started> {
	readonly simulator: Simulator;
	readonly userFolder: string;
	/** Goes on with one that a test has started in its place. */
	restart: (started: Started) => void;
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
}: Wanted = {}): Testbed {
	let testbed: Omit<Testbed, 'restart'> | undefined;
	const running = () => {
		if (testbed === undefined) throw new Error('n8n has not started yet');
		return testbed;
	};

	beforeAll(async () => {
		const userFolder = mkdtempSync(path.join(tmpdir(), 'messaging-n8n-'));
		if (withPackage) await installPackage(userFolder, await packed());
		const simulator = await startSimulator(options, playground);
		testbed = { ...(await startN8n({ version, userFolder, env })), simulator, userFolder };
	}, 900_000);

	afterAll(async () => {
		if (testbed === undefined) return;
		await testbed.n8n.stop();
		await testbed.simulator.stop();
		rmSync(testbed.userFolder, { recursive: true, force: true });
	});

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
		restart: (started) => {
			testbed = { ...running(), ...started };
		},
	};
}
