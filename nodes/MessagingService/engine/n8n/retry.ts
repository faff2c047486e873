import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

/** Whether a person pressed Retry on a failed execution. */
export const isRetry = (context: IExecuteFunctions) => context.getMode() === 'retry';

const seenRuns = z.array(
	z.object({
		executionStatus: z.string().optional(),
		executionIndex: z.number().optional(),
		startTime: z.number().optional(),
		data: z.unknown(),
	}),
);

/** By the names of the nodes. Each node's runs are parsed only where they are read: in a loop they become many. */
const runsSoFar = z.object({
	runExecutionData: z.object({ resultData: z.object({ runData: z.record(z.unknown()) }) }),
});

const nextRun = z.object({
	additionalData: z.object({ currentNodeExecutionIndex: z.number() }),
});

/** What n8n puts in place of data that was lost in a crash. */
const recovered = z.object({
	main: z.tuple([
		z.tuple([z.object({ json: z.object({ isArtificialRecoveredEventItem: z.literal(true) }) })]),
	]),
});

type SeenRun = z.infer<typeof seenRuns>[number];

const isLost = ({ executionStatus, data }: SeenRun): boolean =>
	executionStatus === 'crashed' || recovered.safeParse(data).success;

const runDataOf = (context: object) =>
	runsSoFar.safeParse(context).data?.runExecutionData.resultData.runData;

/**
 * How many runs of a node n8n lists that only stand for what was lost. They count in n8n's number of a run, so a run that
 * comes again has a higher one.
 */
export function lostRunsOf(context: object, nodeName: string): number {
	const runs = seenRuns.safeParse(runDataOf(context)?.[nodeName]).data ?? [];
	return runs.filter(isLost).length;
}

/**
 * Whether a retry starts over, because n8n kept nothing of the execution that is retried (it was killed or cancelled).
 * Otherwise the runs of the nodes before the failed one are there already. n8n does not document where nodes can see
 * this; if it cannot be seen, the answer is no.
 */
export function startedOver(context: object): boolean {
	const runs = seenRuns.safeParse(Object.values(runDataOf(context) ?? {}).flat()).data;
	const { additionalData } = nextRun.safeParse(context).data ?? {};
	if (!runs || !additionalData) return false;
	if (runs.some(isLost)) return true;
	// n8n numbers the runs of an execution, and a retry starts at 0 again: beside runs that were kept, a number is there
	// twice. A tool that an agent is about to call is listed without having begun.
	const begun = runs.filter(
		({ startTime, executionStatus }) => startTime !== 0 && executionStatus !== 'running',
	);
	const numbers = begun.map(({ executionIndex }) => executionIndex);
	const own = additionalData.currentNodeExecutionIndex - 1;
	return new Set([...numbers, own]).size === numbers.length + 1;
}
