import { z } from 'zod';

import type { N8nApi, Stored } from '../../n8n/api';

const node = z.object({
	name: z.string(),
	parameters: z.object({ options: z.record(z.unknown()).optional() }).passthrough(),
});
const editable = z
	.object({ versionId: z.string(), nodes: z.array(node.passthrough()) })
	.passthrough();

/** A person opens the node, raises Request Timeout under Options, as the node's own error advises, and saves. */
export async function raiseTimeout(
	api: N8nApi,
	{ id }: Pick<Stored, 'id'>,
	nodeName: string,
	seconds: number,
): Promise<void> {
	const { nodes, versionId } = await api.request('GET', `/workflows/${id}`, editable);
	const edited = nodes.map((one) =>
		one.name === nodeName
			? {
					...one,
					parameters: {
						...one.parameters,
						options: { ...one.parameters.options, requestTimeout: seconds },
					},
				}
			: one,
	);
	const saved = await api.request(
		'PATCH',
		`/workflows/${id}`,
		z.object({ id: z.string(), versionId: z.string() }),
		{ nodes: edited, versionId },
	);
	// Only what is published is run as a sub-workflow.
	if (api.major === 2) await api.activate(saved);
}
