import { parse } from 'flatted';
import { z } from 'zod';

/** What n8n has stored of an execution. */

const json = z.record(z.string(), z.unknown());
export type Json = z.infer<typeof json>;

const pairing = z.object({ item: z.number() });
const pairings = z
	.array(pairing)
	.nonempty()
	.transform(([first]) => first);

const outputItem = z.object({ json, pairedItem: z.union([pairing, pairings]).optional() });

const shownError = z
	.object({ message: z.string(), description: z.string().nullish() })
	.passthrough();

const nodeRun = z.object({
	error: shownError.optional(),
	data: z.record(z.string(), z.array(z.array(outputItem).nullable())).optional(),
});

const runData = z
	.object({
		resultData: z
			.object({
				error: shownError.optional(),
				runData: z.record(z.string(), z.array(nodeRun)).default({}),
			})
			.default({}),
	})
	// An execution that has just begun has none.
	.default({});

export const stringified = z.object({
	id: z.union([z.string(), z.number()]).transform(String),
	status: z.string(),
	data: z.string(),
});

interface OutputItem {
	/** Which of the node's items it came from. */
	item: number | undefined;
	output: number;
	json: Json;
}

const wordsIn = (error: z.output<typeof shownError> | undefined) =>
	error && { message: error.message, description: error.description ?? '' };

const itemsIn = (run: z.output<typeof nodeRun> | undefined): OutputItem[] =>
	(run?.data?.main ?? []).flatMap((items, output) =>
		(items ?? []).map((one) => ({ item: one.pairedItem?.item, output, json: one.json })),
	);

export type Execution = ReturnType<typeof executionOf>;

export interface NodeRun {
	items: OutputItem[];
	error: ReturnType<typeof wordsIn>;
}

export function executionOf({ data, ...told }: z.output<typeof stringified>) {
	const { resultData } = runData.parse(data === '' ? undefined : parse(data));
	const runsOf = (node: string) => resultData.runData[node] ?? [];
	const last = (node: string) => runsOf(node).at(-1);
	return {
		...told,
		/** The items of all outputs, in the node's last run. */
		itemsOf: (node: string) => itemsIn(last(node)),
		/** Each run of a node, without the placeholders of runs that n8n lost in a crash. */
		runsOf: (node: string): NodeRun[] =>
			runsOf(node)
				.map((one) => ({ items: itemsIn(one), error: wordsIn(one.error) }))
				.filter(({ items }) => items[0]?.json.isArtificialRecoveredEventItem !== true),
		/** The error of a node's last run, or else of the execution. */
		failureOf: (node: string) => wordsIn(last(node)?.error ?? resultData.error),
		error: resultData.error?.message,
		/** The items of one output, in the node's last run. */
		output: (node: string, output = 0) =>
			(last(node)?.data?.main?.[output] ?? []).map((one) => one.json),
		runs: (node: string) => runsOf(node).length,
		/** Whether n8n has stored more than its status. */
		isTold: resultData.error !== undefined || Object.keys(resultData.runData).length > 0,
	};
}
