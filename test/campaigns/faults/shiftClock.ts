import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { preloading } from './preload';

/** Moves the time of day of an n8n that was started with `clockEnv` of the same folder. */

const fileIn = (folder: string) => path.join(folder, 'shift');

export const clockEnv = (folder: string) => ({
	SHIFT_CLOCK_FILE: fileIn(folder),
	...preloading('shiftClock.mts'),
	// Whoever is signed in stays so, however far the clock jumps.
	N8N_USER_MANAGEMENT_JWT_DURATION_HOURS: '8760',
});

export const moveClock = (folder: string, ms: number): void => {
	writeFileSync(fileIn(folder), String(ms));
};
