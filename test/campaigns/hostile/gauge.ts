import { z } from 'zod';

import { preloading } from '../frame/preload';

export const gaugeEnv = (port: number) => ({
	// Else n8n 2 prepares an environment for each call of any trigger but its own Webhook node. That takes most of the
	// time and hides what the trigger itself does.
	N8N_EXPRESSION_ENGINE: 'legacy',
	HOSTILE_GAUGE_PORT: String(port),
	...preloading('gauge.mts'),
});

const read = async (port: number, path: string) => {
	const answer = await fetch(`http://127.0.0.1:${port}/${path}`);
	return z.record(z.number()).parse(await answer.json());
};

/** The most that n8n's thread computed between two looks at the event loop since it was asked last: the same on a busy machine. */
export const readComputedMs = async (port: number) => (await read(port, '')).computedMs ?? NaN;

/** What n8n's heap holds once it has been cleared of what nobody uses. */
export const readHeapMB = async (port: number) => (await read(port, 'heap')).heapMB ?? NaN;
