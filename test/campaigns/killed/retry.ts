import { z } from 'zod';

import { RefusedByN8n } from '../../n8n/api';
import type { Cluster } from '../scale/cluster';

const refusal = z.object({ message: z.string() });

export type Retried = { id: string; status: string } | { refused: string };

/**
 * Presses Retry in the list of executions, and waits until the new execution is over.
 * @param withSaved with the workflow as it is saved now, or as it was then
 */
export async function pressRetry(
	{ api }: Pick<Cluster, 'api'>,
	execution: string,
	withSaved = false,
): Promise<Retried> {
	try {
		const id = await api.retry(execution, withSaved);
		return { id, status: (await api.execution(id)).status };
	} catch (error) {
		if (!(error instanceof RefusedByN8n)) throw error;
		return { refused: refusal.parse(JSON.parse(error.body)).message };
	}
}
