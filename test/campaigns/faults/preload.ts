import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Preload = 'loseHosts.mts' | 'shiftClock.mts';

/** Files of this folder that are loaded into n8n before anything else. */
export const preloading = (...files: Preload[]) => ({
	NODE_OPTIONS: files
		.map((file) => `--import ${pathToFileURL(path.join(__dirname, file)).href}`)
		.join(' '),
});

/** A host name whose look-up ends in this way, after so long, in an n8n that loads loseHosts.mts. */
export const lostHost = (code: 'ENOTFOUND' | 'EAI_AGAIN', afterMs: number) =>
	`http://${code.toLowerCase()}-${afterMs}.lost.invalid`;
