import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { RunIdentity, RunLedger, RunPlace } from './ledger';

/** What the engine asks of n8n about the execution it runs in. The only place that knows how n8n's versions differ. */

const identities = new WeakMap<object, string>();
let lastIdentity = 0;

/** n8n keeps this object for as long as the execution lives, and stores it with an execution that failed. */
const nodeContext = (context: IExecuteFunctions) => context.getContext('node');

function carriedIdentity(context: IExecuteFunctions): string {
	const carried = nodeContext(context);
	let identity = identities.get(carried);
	if (identity === undefined) {
		identity = `unnumbered ${++lastIdentity}`;
		identities.set(carried, identity);
	}
	return identity;
}

function executionIdentity(context: IExecuteFunctions): string {
	const id: unknown = context.getExecutionId();
	// An execution that n8n does not number is known by what it carries along.
	return typeof id === 'string' && id !== '' ? id : carriedIdentity(context);
}

/** n8n runs an agent's tool in several ways, and does not always say so: the kind of node that it makes for tools does. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') ||
	// Older versions of n8n do not have it.
	('isToolExecution' in context && context.isToolExecution());

export function placeOfRun(context: IExecuteFunctions): RunPlace {
	const runIndex: unknown = context.getWorkflowDataProxy(0).$runIndex;
	const { id, name } = context.getNode();
	return {
		workflow: context.getWorkflow().id ?? '',
		node: id === '' ? name : id,
		execution: executionIdentity(context),
		// n8n numbers each try of a tool as a run of its own: counted apart, a repeat would not be known as one.
		run: isTool(context) || typeof runIndex !== 'number' ? -1 : runIndex,
	};
}

const established = z.object({ establishedAt: z.number(), source: z.string() });

/** n8n hands the moment at which an execution was established on to its retries, and to nobody else. */
function lineageOf(context: IExecuteFunctions): string | undefined {
	// Older versions of n8n do not have it.
	if (!('getExecutionContext' in context)) return undefined;
	const known = established.safeParse(context.getExecutionContext()).data;
	// Established by the retry itself, it says nothing of what is retried.
	return known && known.source !== 'retry' ? String(known.establishedAt) : undefined;
}

export const identityOfRun = (context: IExecuteFunctions): Omit<RunIdentity, 'firstItem'> => ({
	carried: carriedIdentity(context),
	template: createHash('sha256')
		.update(JSON.stringify(context.getNode().parameters))
		.digest('base64url'),
	isTool: isTool(context),
	lineage: lineageOf(context),
});

/** Whether a person pressed Retry on an execution that had failed. */
export const isRetry = (context: IExecuteFunctions) => context.getMode() === 'retry';

const runsSoFar = z.object({
	runExecutionData: z.object({
		resultData: z.object({
			runData: z.record(
				z.array(
					z.object({
						executionStatus: z.string().optional(),
						executionIndex: z.number().optional(),
						startTime: z.number().optional(),
						data: z.unknown(),
					}),
				),
			),
		}),
	}),
	additionalData: z.object({ currentNodeExecutionIndex: z.number() }),
});

/** What n8n puts in the place of data that was lost with it. */
const recovered = z.object({
	main: z.tuple([
		z.tuple([z.object({ json: z.object({ isArtificialRecoveredEventItem: z.literal(true) }) })]),
	]),
});

/**
 * Whether a retry runs from its start again, since n8n kept nothing of the execution that is retried: it was killed, or
 * cancelled. Else what ran before the node that failed is there already. n8n shows this to nodes without documenting
 * it: where it is not to be seen, the answer is no.
 */
export function startedOver(context: object): boolean {
	const seen = runsSoFar.safeParse(context).data;
	if (!seen) return false;
	const runs = Object.values(seen.runExecutionData.resultData.runData).flat();
	const lost = runs.some(
		({ executionStatus, data }) =>
			executionStatus === 'crashed' || recovered.safeParse(data).success,
	);
	if (lost) return true;
	// n8n numbers the runs of an execution, and a retry begins anew: beside those that were kept, a number comes twice.
	// A tool that an agent is about to call stands there without having begun.
	const begun = runs.filter(
		({ startTime, executionStatus }) => startTime !== 0 && executionStatus !== 'running',
	);
	const numbers = begun.map(({ executionIndex }) => executionIndex);
	const own = seen.additionalData.currentNodeExecutionIndex - 1;
	return new Set([...numbers, own]).size === numbers.length + 1;
}

const HANDED_ON = 'messagingServiceLedger';

/** What an earlier execution left, when this one repeats it. */
export const handedOn = (context: IExecuteFunctions): unknown => nodeContext(context)[HANDED_ON];

const MOST_MARKS = 1000;

/**
 * Whether an earlier retry has gone on from what is handed on here. From now on this one has: the mark is written to
 * n8n's database at once, and is still there after a crash.
 */
export async function takenUp(context: IExecuteFunctions, left: unknown): Promise<boolean> {
	const mark = createHash('sha256').update(JSON.stringify(left)).digest('base64url');
	try {
		const { processed } = await context.helpers.checkProcessedAndRecord([mark], 'node', {
			mode: 'entries',
			maxEntries: MOST_MARKS,
		});
		return processed.length > 0;
	} catch {
		// An n8n without such marks: the ledger knows what this process has seen.
		return false;
	}
}

/** Keeps what becomes of the sends in the execution's own data: a retry may run on another worker, or after a restart. */
export function handOn(context: IExecuteFunctions, ledger: RunLedger): void {
	nodeContext(context)[HANDED_ON] = ledger.snapshot();
}

export function forgetHandedOn(context: IExecuteFunctions): void {
	Reflect.deleteProperty(nodeContext(context), HANDED_ON);
}

/** Older versions of n8n have no such signal. */
export const cancelSignal = (context: IExecuteFunctions): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
