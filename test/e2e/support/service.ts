import { z } from 'zod';

import { controlOf } from '../../n8n/control';
import type { World } from '../useN8n';

/** What the simulated service is told, and what it tells, over its control interface. */

const control = ({ simulator }: World) => controlOf(simulator.url);

export const clearWhitelist = (world: World) =>
	control(world).call('PATCH', '/accounts/main', { whitelist: [] });

export const breakDown = (world: World) =>
	control(world).addFault({ kind: 'status', status: 503, share: 1 });

export const registerCallback = (world: World, kind: string, url: string) =>
	control(world).register({ [kind]: url });

/** The messages that were accepted, oldest first. */
export const sentMessages = (world: World) => control(world).messages();

const journal = z.object({ entries: z.array(z.object({ method: z.string(), path: z.string() })) });

/** The requests that reached the service to send something. */
export async function sendRequests(world: World) {
	const { entries } = journal.parse(await control(world).call('GET', '/journal'));
	return entries.filter(({ method }) => method === 'POST');
}
