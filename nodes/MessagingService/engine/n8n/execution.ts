import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { digestOf } from '../register';

/** What this node keeps in the execution's data. The names of the fields are a stored format. */
interface Kept {
	messagingServiceNote?: unknown;
	messagingServiceSent?: unknown;
}

/** n8n keeps this object as long as the execution lives, and stores it with an execution that failed. */
export const keptWith = (context: IExecuteFunctions): Kept => context.getContext('node');

/** n8n runs an agent's tool in several ways and does not always say so; the type of the node that it makes does. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') ||
	('isToolExecution' in context && context.isToolExecution());

/** Undefined in older versions of n8n, which have no such signal. */
export const cancelSignal = (context: IExecuteFunctions): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/** n8n 1 checks the signatures of an execution's links only if a node asks for it; n8n 2 always does. */
type OfVersion1 = Partial<Record<'setSignatureValidationRequired', () => void>>;

/** An address of this n8n that resumes this execution, signed by n8n with these parameters. */
export function signedLink(
	context: IExecuteFunctions,
	parameters: Readonly<Record<string, string>>,
): string {
	(context as OfVersion1).setSignatureValidationRequired?.();
	return context.getSignedResumeUrl({ ...parameters });
}

const names = new WeakMap<object, string>();

/** Some executions have no number: then the object that n8n keeps for them gets a name. */
function executionIdentity(context: IExecuteFunctions): string {
	const id: unknown = context.getExecutionId();
	if (typeof id === 'string' && id !== '') return id;
	const kept = keptWith(context);
	const name = names.get(kept) ?? randomUUID();
	names.set(kept, name);
	return name;
}

/** Which of the node's runs this is in its execution. A tool has one number, since n8n counts its tries as runs. */
export function placeOfRun(context: IExecuteFunctions) {
	const runIndex: unknown = context.getWorkflowDataProxy(0).$runIndex;
	const run = isTool(context) || typeof runIndex !== 'number' ? -1 : runIndex;
	return { execution: executionIdentity(context), run };
}

const resumed = z.object({ resumeUrl: z.string().url() });

/** A random text that n8n gives to an execution and its retries, and to nothing else. Before n8n 2.15, it gives none. */
function tokenOf(context: IExecuteFunctions): string | undefined {
	const { data } = resumed.safeParse(context.getWorkflowDataProxy(0).$execution);
	return data && (new URL(data.resumeUrl).searchParams.get('signature') ?? undefined);
}

const established = z.object({ establishedAt: z.number(), source: z.string() });

/** When an execution was established. Its retries say the same. */
function beganAtOf(context: IExecuteFunctions): number | undefined {
	const known: unknown =
		'getExecutionContext' in context ? context.getExecutionContext() : undefined;
	const { establishedAt, source } = established.safeParse(known).data ?? {};
	// If the retry itself was established then, this is not when the execution that is retried began.
	return source === 'retry' ? undefined : establishedAt;
}

/**
 * The lineage is what this execution has in common with its retries, and with nothing else. A forgetful n8n forgets it
 * when the execution crashes. n8n documents none of this.
 */
export function descentOf(context: IExecuteFunctions) {
	const isRetry = context.getMode() === 'retry';
	const beganAt = beganAtOf(context);
	// n8n 1 stores the moment only when the execution ends, so a crash loses it. The method is gone in n8n 2.
	const isVersion1 = 'setSignatureValidationRequired' in context;
	const token = isVersion1 ? undefined : tokenOf(context);
	const known = token === undefined ? ['established', beganAt] : ['token', token];
	const isForgetful = token === undefined && (isVersion1 || beganAt === undefined);
	const by = isForgetful ? ['execution', executionIdentity(context)] : known;
	const workflow = context.getWorkflow().id ?? '';
	const lineage = digestOf('lineage', workflow, ...by, ...sharedIdOf(context));
	return { lineage, isRetry, beganAt, isForgetful };
}

const nodesOfWorkflow = z.object({
	workflow: z.object({ nodes: z.record(z.object({ id: z.unknown() })) }),
});

/** In an imported workflow, two nodes may have the same ID, and then one row. They differ by name. */
function sharedIdOf(context: IExecuteFunctions): string[] {
	const { id, name } = context.getNode();
	const nodes = Object.values(nodesOfWorkflow.safeParse(context).data?.workflow.nodes ?? {});
	return nodes.filter((node) => node.id === id).length > 1 ? [name] : [];
}

const calledBy = z.object({
	runExecutionData: z.object({ parentExecution: z.object({ executionId: z.string() }) }),
});

export const isSubWorkflow = (context: IExecuteFunctions): boolean =>
	calledBy.safeParse(context).success || context.getMode() === 'integrated';
