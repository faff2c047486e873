import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

import { installPackage, packed } from './package';
import { CACHE } from './paths';
import { startN8n } from './start';

/** The folder of an n8n that has the package and an owner. A copy of it starts in half the time. */
export async function readyFolder(): Promise<string> {
	const tarball = await packed();
	const ready = path.join(path.dirname(tarball), 'ready');
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
