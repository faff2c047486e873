import type { Execution, N8nApi, OutputItem } from '../../n8n/api';

/** What a person sees of an execution. */

export interface Seen {
	id: string;
	status: string;
	/** Everything that n8n keeps of it, as text: what must not be in there is looked for. */
	raw: string;
	items: OutputItem[];
	/** What came out of another node. */
	itemsOf: (node: string) => OutputItem[];
	error: { message: string; description: string } | undefined;
}

const seenIn = ({ id, status, raw, itemsOf, failureOf }: Execution, node: string): Seen => ({
	id,
	status,
	raw,
	items: itemsOf(node),
	itemsOf,
	error: failureOf(node),
});

/** An execution as it is now: what came out of one node, and the error that is shown. */
export const look = async (api: N8nApi, executionId: string, node: string): Promise<Seen> =>
	seenIn(await api.execution(executionId), node);

/** The same, once it is over. */
export const whenOver = async (api: N8nApi, executionId: string, node: string): Promise<Seen> =>
	seenIn(await api.finished(executionId, 180_000), node);
