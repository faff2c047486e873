import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

import { N8nApi, type Owner } from './api';
import { installN8n } from '../../scripts/n8n/install.js';
import { launch, type Launch } from './instance';
import { installPackage, packed } from './package';
import { CACHE } from './paths';
import { freePorts } from './ports';
import { Explained } from '../../scripts/n8n/say.js';

type Wanted = Pick<Launch, 'userFolder' | 'env'> & {
	port?: number;
	/** In place of the owner that all tests share. */
	owner?: Owner;
};

/** n8n's words for a port that another program has taken. */
const TAKEN = /already in use|EADDRINUSE/;
const TRIES = 4;

/** Chooses other ports if another program was quicker. */
async function launchOnFreePorts(options: Omit<Launch, 'port' | 'brokerPort'>, named?: number) {
	for (let tried = 1; ; tried++) {
		const [port = 0, brokerPort = 0] = await freePorts(2);
		try {
			return await launch({ ...options, port: named ?? port, brokerPort });
		} catch (error) {
			const again = error instanceof Explained && TAKEN.test(error.message);
			if (!again || named !== undefined || tried === TRIES) throw error;
		}
	}
}

/** Starts a real n8n and signs in. Installs it if it is not there. */
export async function startN8n({ port, owner, ...options }: Wanted) {
	const installed = await installN8n();
	const n8n = await launchOnFreePorts({ installed, ...options }, port);
	try {
		const api = new N8nApi(n8n.url, owner);
		await api.signIn();
		return { n8n, api };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

/** The folder of an n8n that has the package and an owner. A copy of it starts in half the time. */
export async function readyFolder(): Promise<string> {
	const tarball = await packed();
	const { version } = await installN8n();
	const ready = path.join(path.dirname(tarball), `ready-${version}`);
	if (existsSync(ready)) return ready;
	mkdirSync(CACHE, { recursive: true });
	const made = mkdtempSync(path.join(CACHE, 'ready-'));
	await installPackage(made, tarball);
	const { n8n } = await startN8n({ userFolder: made });
	await n8n.stop();
	// Of two that make it at the same time, one is kept.
	if (existsSync(ready)) rmSync(made, { recursive: true });
	else renameSync(made, ready);
	return ready;
}
