import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { digestOf } from '../register';

/** n8n keeps this object as long as the execution lives, and stores it with an execution that failed. */
export const nodeContext = (context: IExecuteFunctions) => context.getContext('node');

export const isRetry = (context: IExecuteFunctions): boolean => context.getMode() === 'retry';

/** n8n runs an agent's tool in several ways and does not always say so; the type of the node that it makes does. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') ||
	// Older versions of n8n lack it.
	('isToolExecution' in context && context.isToolExecution());

const names = new WeakMap<object, string>();

/** Some executions have no number: then the object that n8n keeps for them gets a name. */
function executionIdentity(context: IExecuteFunctions): string {
	const id: unknown = context.getExecutionId();
	if (typeof id === 'string' && id !== '') return id;
	const kept = nodeContext(context);
	const name = names.get(kept) ?? randomUUID();
	names.set(kept, name);
	return name;
}

export interface RunPlace {
	execution: string;
	/** Which of the node's runs in this execution; always the same for a tool, whose tries n8n numbers as runs. */
	run: number;
}

export function placeOfRun(context: IExecuteFunctions): RunPlace {
	const runIndex: unknown = context.getWorkflowDataProxy(0).$runIndex;
	const run = isTool(context) || typeof runIndex !== 'number' ? -1 : runIndex;
	return { execution: executionIdentity(context), run };
}

/** The query parameter with which n8n signs the URL that resumes an execution. */
const TOKEN = 'signature';

/** A random text that n8n gives to an execution and its retries, and to nothing else. Before n8n 2.15 there is none. */
function tokenOf(context: IExecuteFunctions): string | undefined {
	const proxied: unknown = context.getWorkflowDataProxy(0).$execution;
	const { resumeUrl } = z.object({ resumeUrl: z.string().url() }).safeParse(proxied).data ?? {};
	if (resumeUrl === undefined) return undefined;
	return new URL(resumeUrl).searchParams.get(TOKEN) ?? undefined;
}

const established = z.object({ establishedAt: z.number(), source: z.string() });

/** The moment at which an execution was established comes back with its retries. Undefined if n8n does not say it. */
function beganAtOf(context: IExecuteFunctions): number | undefined {
	const known: unknown =
		'getExecutionContext' in context ? context.getExecutionContext() : undefined;
	const { establishedAt, source } = established.safeParse(known).data ?? {};
	// If the retry itself was established then, it says nothing about the execution that is retried.
	return source === 'retry' ? undefined : establishedAt;
}

export interface Descent {
	/** What this execution has in common with its retries, and with nothing else. */
	lineage: string;
	/** When the first of them began, in milliseconds since 1970, if n8n says so. */
	beganAt: number | undefined;
	/** n8n forgets the lineage of an execution that crashes. */
	isForgetful: boolean;
}

/** n8n documents none of this. */
export function descentOf(context: IExecuteFunctions): Descent {
	const beganAt = beganAtOf(context);
	const workflow = context.getWorkflow().id ?? '';
	// n8n 1 stores the moment only when the execution ends, so a crash loses it. The method is gone in n8n 2.
	const isVersion1 = 'setSignatureValidationRequired' in context;
	const token = isVersion1 ? undefined : tokenOf(context);
	const sharedId = sharedIdOf(context);
	const lineageBy = (...by: unknown[]) => digestOf('lineage', workflow, ...by, ...sharedId);
	if (token !== undefined)
		return { lineage: lineageBy('token', token), beganAt, isForgetful: false };
	if (beganAt !== undefined && !isVersion1) {
		return { lineage: lineageBy('established', beganAt), beganAt, isForgetful: false };
	}
	const lineage = lineageBy('execution', executionIdentity(context));
	return { lineage, beganAt, isForgetful: true };
}

const nodesOfWorkflow = z.object({
	workflow: z.object({ nodes: z.record(z.object({ id: z.unknown() })) }),
});

/** Two nodes of an imported workflow may have one ID, and then one row. A node that is alone keeps it when renamed. */
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

export const parametersDigest = (context: IExecuteFunctions): string =>
	digestOf(context.getNode().parameters);
