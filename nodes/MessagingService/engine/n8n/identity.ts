import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { RunIdentity, RunPlace } from '../ledger';
import { nodeContext } from './nodeContext';

const identities = new WeakMap<object, string>();
let lastIdentity = 0;

/** A name for the object that n8n keeps as long as the execution lives. */
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
	// Some executions have no number: then the object that n8n keeps for them identifies them.
	return typeof id === 'string' && id !== '' ? id : carriedIdentity(context);
}

/** n8n runs an agent's tool in several ways and does not always say so; the type of the node that it makes does. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') ||
	// Older versions of n8n lack it.
	('isToolExecution' in context && context.isToolExecution());

export function placeOfRun(context: IExecuteFunctions): RunPlace {
	const runIndex: unknown = context.getWorkflowDataProxy(0).$runIndex;
	const { id, name } = context.getNode();
	return {
		workflow: context.getWorkflow().id ?? '',
		// Two nodes of a workflow may have the same id.
		node: JSON.stringify([id, name]),
		execution: executionIdentity(context),
		// n8n numbers each try of a tool as a run of its own, which would hide that it is a repeat.
		run: isTool(context) || typeof runIndex !== 'number' ? -1 : runIndex,
	};
}

const established = z.object({ establishedAt: z.number(), source: z.string() });

/** n8n passes the moment at which an execution was established on to its retries, and to nothing else. */
function lineageOf(context: IExecuteFunctions): string | undefined {
	// Older versions of n8n lack it.
	if (!('getExecutionContext' in context)) return undefined;
	const known = established.safeParse(context.getExecutionContext()).data;
	// If the retry itself was established then, it says nothing about the execution that is retried.
	return known && known.source !== 'retry' ? String(known.establishedAt) : undefined;
}

/**
 * n8n 1 stores the moment at which an execution was established only when the execution ends: a retry of one that was
 * killed has another lineage, and does not find what was noted under the first.
 */
export const hasLostLineage = (context: IExecuteFunctions): boolean =>
	'getExecutionContext' in context && lineageOf(context) === undefined;

export const identityOfRun = (context: IExecuteFunctions): Omit<RunIdentity, 'firstItem'> => ({
	nodeName: context.getNode().name,
	carried: carriedIdentity(context),
	parameters: createHash('sha256')
		.update(JSON.stringify(context.getNode().parameters))
		.digest('base64url'),
	isTool: isTool(context),
	lineage: lineageOf(context),
});
