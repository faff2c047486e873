import { z } from 'zod';

import { preloading } from '../frame/preload';

const reading = z.object({
	/** The most that n8n's thread computed between two looks at the event loop: the same on a busy machine. */
	computedMs: z.number(),
	/** The most memory that the process took. */
	rssMB: z.number(),
});
export type Reading = z.output<typeof reading>;

export const gaugeEnv = (port: number) => ({
	// Else n8n 2 prepares an environment for each call of any trigger but its own Webhook node. That takes most of the
	// time and hides what the trigger itself does.
	N8N_EXPRESSION_ENGINE: 'legacy',
	HOSTILE_GAUGE_PORT: String(port),
	...preloading('gauge.mts'),
});

const read = async (port: number, path: string): Promise<unknown> =>
	(await fetch(`http://127.0.0.1:${port}/${path}`)).json();

/** What n8n says of itself since it was asked last. */
export const readGauge = async (port: number) => reading.parse(await read(port, ''));

/** What n8n's heap holds once it has been cleared of what nobody uses. */
export const readHeapMB = async (port: number) =>
	z.object({ heapMB: z.number() }).parse(await read(port, 'heap')).heapMB;
