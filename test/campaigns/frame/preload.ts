import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

type File = 'lookOften.mjs' | 'shiftClock.mts';

/** Files of the folder `preload` that are loaded into n8n before anything else. */
export const preloading = (...files: File[]) => ({
	NODE_OPTIONS: files
		.map((file) => `--import ${pathToFileURL(path.join(__dirname, 'preload', file)).href}`)
		.join(' '),
});

export const LOOKS_OFTEN = preloading('lookOften.mjs');

const shiftIn = (folder: string) => path.join(folder, 'shift');

export const clockEnv = (folder: string) => ({
	SHIFT_CLOCK_FILE: shiftIn(folder),
	...preloading('shiftClock.mts'),
	// Users stay signed in, however far the clock jumps.
	N8N_USER_MANAGEMENT_JWT_DURATION_HOURS: '8760',
});

export const moveClock = (folder: string, ms: number): void => {
	writeFileSync(shiftIn(folder), String(ms));
};
