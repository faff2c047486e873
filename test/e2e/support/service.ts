import { z } from 'zod';

import type { World } from '../useN8n';

/** What the simulated service is told, and what it tells, over its control interface. */

async function control(
	{ simulator }: World,
	method: string,
	path: string,
	body: unknown = {},
): Promise<unknown> {
	const response = await fetch(`${simulator.url}/__control${path}`, {
		method,
		...(method !== 'GET' && {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	});
	if (!response.ok) throw new Error(`${path} → ${response.status}: ${await response.text()}`);
	return response.json();
}

export const clearWhitelist = (world: World) =>
	control(world, 'PATCH', '/accounts/main', { whitelist: [] });

export const breakDown = (world: World) =>
	control(world, 'POST', '/faults', { kind: 'status', status: 503, share: 1 });

export const registerCallback = (world: World, kind: string, url: string) =>
	control(world, 'PUT', '/callbacks', { [kind]: url });

const messages = z.object({ messages: z.array(z.record(z.unknown())) });

/** The messages that were accepted, oldest first. */
export async function sentMessages(world: World): Promise<Record<string, unknown>[]> {
	return messages.parse(await control(world, 'GET', '/messages')).messages;
}

const journal = z.object({ entries: z.array(z.object({ method: z.string(), path: z.string() })) });

/** The requests that reached the service to send something. */
export async function sendRequests(world: World) {
	const { entries } = journal.parse(await control(world, 'GET', '/journal'));
	return entries.filter(({ method }) => method === 'POST');
}
