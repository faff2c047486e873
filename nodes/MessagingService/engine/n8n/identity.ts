import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Descent, Likeness, RunIdentity, RunPlace } from '../ledger';
import { nodeContext } from './nodeContext';
import { isRetry, lostRunsOf } from './retry';

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
		run:
			isTool(context) || typeof runIndex !== 'number' ? -1 : runIndex - lostRunsOf(context, name),
	};
}

const established = z.object({ establishedAt: z.number(), source: z.string() });

/** n8n passes the moment at which an execution was established on to its retries, and to nothing else. */
function lineageIn(executionContext: unknown): number | undefined {
	const known = established.safeParse(executionContext).data;
	// If the retry itself was established then, it says nothing about the execution that is retried.
	return known && known.source !== 'retry' ? known.establishedAt : undefined;
}

/** Undefined in older versions of n8n, which have no such context. */
const executionContextOf = (context: IExecuteFunctions): unknown =>
	'getExecutionContext' in context ? context.getExecutionContext() : undefined;

const calledBy = z.object({
	runExecutionData: z.object({
		parentExecution: z.object({ executionId: z.string(), executionContext: z.unknown() }),
	}),
});

/** 40 bits of its digest. */
const numberOf = (text: string) =>
	Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 10), 16);

/** What n8n shows of the executions that this one may repeat. It does not document where nodes can see it. */
export function descentOf(context: IExecuteFunctions): Descent {
	const own = executionContextOf(context);
	const { parentExecution } = calledBy.safeParse(context).data?.runExecutionData ?? {};
	const parentLineage = lineageIn(parentExecution?.executionContext);
	const parentIsForgotten =
		established.safeParse(parentExecution?.executionContext).success && parentLineage === undefined;
	const byNumber = numberOf(executionIdentity(context));
	const lineage = lineageIn(own) ?? (isRetry(context) ? undefined : byNumber);
	return {
		lineage: parentIsForgotten ? undefined : lineage,
		own: established.safeParse(own).data?.establishedAt ?? byNumber,
		// n8n 1 stores the moment only when the execution ends, so a kill loses it. The method is gone in n8n 2.
		isForgetful: own === undefined || 'setSignatureValidationRequired' in context,
		parent:
			parentExecution && parentLineage !== undefined
				? { lineage: parentLineage, execution: parentExecution.executionId }
				: undefined,
	};
}

/** What an execution and its retries have in common, if n8n says so. */
const lineageOf = (context: IExecuteFunctions): string | undefined => {
	const lineage = lineageIn(executionContextOf(context));
	return lineage === undefined ? undefined : String(lineage);
};

export const identityOfRun = (
	context: IExecuteFunctions,
	firstItem: Likeness | undefined,
): RunIdentity => ({
	nodeName: context.getNode().name,
	carried: carriedIdentity(context),
	parameters: createHash('sha256')
		.update(JSON.stringify(context.getNode().parameters))
		.digest('base64url'),
	isTool: isTool(context),
	lineage: lineageOf(context),
	firstItem,
});
