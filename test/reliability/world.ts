import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { N8nApi } from '../n8n/api';
import { installN8n } from '../n8n/install';
import { launch, type Instance } from '../n8n/instance';
import { installPackage, packed } from '../n8n/package';
import { CACHE } from '../n8n/paths';
import { freePorts } from '../n8n/ports';
import { say } from '../n8n/told';
import { N8N_2 } from '../n8n/versions';

const LOG_OF_FAILURE = path.join(CACHE, 'reliability-n8n.log');

export interface World {
	n8n: Instance;
	api: N8nApi;
	userFolder: string;
}

/** A real n8n with the packed package, signed in as its owner, for as long as the work takes. */
export async function inN8n<T>(
	work: (world: World) => Promise<T>,
	envFor: (userFolder: string) => Record<string, string> = () => ({}),
): Promise<T> {
	const installed = await installN8n(N8N_2);
	const userFolder = mkdtempSync(path.join(tmpdir(), 'messaging-reliability-'));
	try {
		await installPackage(userFolder, await packed());
		const [port = 0, brokerPort = 0] = await freePorts(2);
		const n8n = await launch({ installed, userFolder, port, brokerPort, env: envFor(userFolder) });
		try {
			const api = new N8nApi(n8n.url, N8N_2.major);
			await api.signIn();
			return await work({ n8n, api, userFolder });
		} catch (error) {
			mkdirSync(CACHE, { recursive: true });
			copyFileSync(n8n.log, LOG_OF_FAILURE);
			say(`n8n’s log is kept in ${LOG_OF_FAILURE}`);
			throw error;
		} finally {
			await n8n.stop();
		}
	} finally {
		rmSync(userFolder, { recursive: true, force: true });
	}
}
