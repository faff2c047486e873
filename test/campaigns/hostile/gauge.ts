import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { z } from 'zod';

const reading = z.object({
	/** The longest time in which the event loop did nothing else, as the clock says. */
	stallMs: z.number(),
	/** The most that n8n's thread computed between two looks at the event loop: the same on a busy machine. */
	computedMs: z.number(),
	/** The most memory that the process took. */
	rssMB: z.number(),
});
export type Reading = z.output<typeof reading>;

export const gaugeEnv = (port: number) => ({
	// Else n8n 2 prepares an environment for each call of any trigger but its own Webhook node, which takes most of the
	// time and hides what the trigger itself does.
	N8N_EXPRESSION_ENGINE: 'legacy',
	HOSTILE_GAUGE_PORT: String(port),
	NODE_OPTIONS: `--import ${pathToFileURL(path.join(__dirname, '../frame/preload/gauge.mts')).href}`,
});

/** What n8n says of itself since it was asked last. */
export async function readGauge(port: number): Promise<Reading> {
	const answer = await fetch(`http://127.0.0.1:${port}/`);
	return reading.parse(await answer.json());
}

export const worseOf = (one: Reading, other: Reading): Reading => ({
	stallMs: Math.max(one.stallMs, other.stallMs),
	computedMs: Math.max(one.computedMs, other.computedMs),
	rssMB: Math.max(one.rssMB, other.rssMB),
});

const heapReading = z.object({ heapMB: z.number() });

/** What n8n's heap holds once it has been cleared of what nobody uses. */
export async function readHeap(port: number): Promise<number> {
	const answer = await fetch(`http://127.0.0.1:${port}/heap`);
	return heapReading.parse(await answer.json()).heapMB;
}
