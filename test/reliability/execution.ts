import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'flatted';
import { z } from 'zod';

import { isOver, type N8nApi } from '../n8n/api';

/** What a person sees of an execution. */

const json = z.record(z.string(), z.unknown());
export type Json = z.infer<typeof json>;

const id = z.union([z.string(), z.number()]).transform(String);

const pairing = z.object({ item: z.number() });

const outputItem = z.object({
	json,
	pairedItem: z
		.union([
			pairing,
			z
				.array(pairing)
				.nonempty()
				.transform(([first]) => first),
		])
		.optional(),
});

const nodeError = z
	.object({ message: z.string(), description: z.string().nullish() })
	.passthrough();

const nodeRun = z.object({
	error: nodeError.optional(),
	data: z.object({ main: z.array(z.array(outputItem).nullable()) }).optional(),
});

const run = z.object({
	resultData: z.object({
		error: nodeError.optional(),
		runData: z.record(z.string(), z.array(nodeRun)).default({}),
	}),
});

const stored = z.object({ id, status: z.string(), mode: z.string(), data: z.string() });

export interface OutputItem {
	/** Which of the node's items it came from. */
	item: number | undefined;
	output: number;
	json: Json;
}

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

/** An execution as it is now: what came out of one node, and the error that is shown. */
export async function look(api: N8nApi, executionId: string, node: string): Promise<Seen> {
	const told = await api.request('GET', `/executions/${executionId}`, stored);
	const parsed = run.safeParse(told.data === '' ? undefined : parse(told.data));
	const result = parsed.success ? parsed.data.resultData : undefined;
	const last = result?.runData[node]?.at(-1);
	const error = last?.error ?? result?.error;
	const itemsOf = (name: string) =>
		(result?.runData[name]?.at(-1)?.data?.main ?? []).flatMap((items, output) =>
			(items ?? []).map((one) => ({ item: one.pairedItem?.item, output, json: one.json })),
		);
	return {
		id: told.id,
		status: told.status,
		raw: told.data,
		items: itemsOf(node),
		itemsOf,
		error: error && { message: error.message, description: error.description ?? '' },
	};
}

/** Looks now and then until it is over. */
export async function whenOver(
	api: N8nApi,
	executionId: string,
	node: string,
	withinMs = 180_000,
): Promise<Seen> {
	const end = performance.now() + withinMs;
	for (;;) {
		const { status } = await api.request('GET', `/executions/${executionId}`, stored);
		if (isOver(status)) return look(api, executionId, node);
		if (performance.now() > end) throw new Error(`Execution ${executionId} did not end: ${status}`);
		await sleep(250);
	}
}
