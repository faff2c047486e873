import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installPackage, packed } from '../../n8n/package';
import { CACHE } from '../../n8n/paths';
import { startN8n, type Started } from '../../n8n/start';
import { say } from '../../n8n/say';

const LOG_OF_FAILURE = path.join(CACHE, 'reliability-n8n.log');

export interface World extends Started {
	userFolder: string;
}

/** A real n8n with the packed package, signed in as its owner, for as long as the work takes. */
export async function inN8n<T>(
	work: (world: World) => Promise<T>,
	envFor: (userFolder: string) => Record<string, string> = () => ({}),
): Promise<T> {
	const userFolder = mkdtempSync(path.join(tmpdir(), 'messaging-reliability-'));
	try {
		await installPackage(userFolder, await packed());
		const { n8n, api } = await startN8n({ userFolder, env: envFor(userFolder) });
		try {
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
