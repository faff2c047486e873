import { z } from 'zod';

import type { N8nApi } from '../../n8n/api';
import { ourType } from '../../n8n/workflows';

const nodeTypes = z.array(z.object({ name: z.string() }).passthrough());

/** Whether the installed node has Send Once Key: n8n would pass over an option that it does not know. */
export async function hasSendOnceKey({ url, headers }: N8nApi): Promise<boolean> {
	const answer = await fetch(`${url}/types/nodes.json`, { headers });
	const ours = nodeTypes
		.parse(await answer.json())
		.filter(({ name }) => name === ourType('messagingService'));
	if (ours.length === 0) throw new Error('n8n did not load the package');
	return JSON.stringify(ours).includes('"sendOnceKey"');
}
