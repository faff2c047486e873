import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { N8nApi } from '../../n8n/api';
import { installN8n } from '../../n8n/install';
import { launch, type Instance } from '../../n8n/instance';
import { installPackage, packed } from '../../n8n/package';
import { freePorts } from '../../n8n/ports';
import type { N8nVersion } from '../../n8n/versions';
import type { Endings } from '../frame/endings';
import { SHORT_GRACE, type Ground } from './ground';
import { LOOKS_OFTEN, passTimeInSqlite } from './passTime';
import type { Run } from './plan';

export interface OneProcess extends Ground {
	/** Of the process that lives now. */
	pid: () => Promise<number | undefined>;
}

/** n8n as one process: the same folder and port through all of its lives. */
/** @param env beside what every run of kills has */
export async function oneProcess(
	version: N8nVersion,
	endings: Endings,
	env: Record<string, string> = {},
): Promise<OneProcess> {
	const installed = await installN8n(version);
	const userFolder = mkdtempSync(path.join(tmpdir(), 'messaging-killed-'));
	endings.add(() => {
		rmSync(userFolder, { recursive: true, force: true });
	});
	await installPackage(userFolder, await packed());
	const [port = 0, brokerPort = 0] = await freePorts(2);

	let living: Promise<Instance> | undefined;
	let lives = 0;
	let isOver = false;
	const end = async (signal: Run['signal']) => {
		const ending = await living?.catch(() => undefined);
		living = undefined;
		await (signal === 'SIGKILL' ? ending?.kill() : ending?.stop());
	};
	const restore = async () => {
		if (isOver) throw new Error('The run is being ended');
		// After a crash n8n waits ten seconds before it starts, so that a crash loop is slow.
		rmSync(path.join(userFolder, '.n8n/crash.journal'), { force: true });
		living ??= launch({
			...{
				installed,
				userFolder,
				port,
				brokerPort,
				env: { ...SHORT_GRACE, ...LOOKS_OFTEN, ...env },
			},
			name: `n8n-${++lives}`,
		});
		await living.catch((error: unknown) => {
			living = undefined;
			throw error;
		});
	};
	endings.add(() => {
		isOver = true;
		return end('SIGTERM');
	});
	await restore();
	const url = `http://127.0.0.1:${port}`;
	const api = new N8nApi(url, version.major);
	await api.signIn();
	return {
		...{ version, api, restore },
		isQueue: false,
		webhookUrl: `${url}/webhook`,
		passTime: (execution) =>
			passTimeInSqlite(path.join(userFolder, '.n8n/database.sqlite'), execution),
		strike: ({ signal }) => end(signal),
		pid: async () => (await living)?.pid,
	};
}
