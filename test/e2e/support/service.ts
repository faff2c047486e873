import { z } from 'zod';

import { controlOf } from '../../n8n/control';
import type { Testbed } from '../useN8n';

/** What the simulated service is told, and what it tells, over its control interface. */

const control = ({ simulator }: Testbed) => controlOf(simulator.url);

export const clearWhitelist = (testbed: Testbed) =>
	control(testbed).call('PATCH', '/accounts/main', { whitelist: [] });

export const breakDown = (testbed: Testbed) =>
	control(testbed).addFault({ kind: 'status', status: 503, share: 1 });

export const registerCallback = (testbed: Testbed, kind: string, url: string) =>
	control(testbed).register({ [kind]: url });

/** The messages that were accepted, oldest first. */
export const sentMessages = (testbed: Testbed) => control(testbed).messages();

const journal = z.object({ entries: z.array(z.object({ method: z.string(), path: z.string() })) });

/** The requests that reached the service to send something. */
export async function sendRequests(testbed: Testbed) {
	const { entries } = journal.parse(await control(testbed).call('GET', '/journal'));
	return entries.filter(({ method }) => method === 'POST');
}
