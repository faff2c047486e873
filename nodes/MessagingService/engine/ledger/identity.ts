import { createHash } from 'node:crypto';

/** A digest of an item's number and input: what stays the same in a retry, even if the node was edited before it. */
export type Likeness = string;

export function likenessOf(item: number, input: unknown): Likeness {
	return createHash('sha256')
		.update(JSON.stringify([item, asJson(input)]))
		.digest('base64url')
		.slice(0, 22);
}

/** Some nodes put out what is not JSON, such as an object that contains itself: the rest then identifies the item. */
function asJson(input: unknown): string {
	try {
		return JSON.stringify([input]);
	} catch {
		return '';
	}
}

/** Which node of which workflow, in which execution, and which of the node's runs in it. */
export interface RunPlace {
	workflow: string;
	node: string;
	execution: string;
	run: number;
}

export const idOfPlace = ({ workflow, node, execution, run }: RunPlace) =>
	JSON.stringify([workflow, node, execution, run]);

/** How to recognise an item that comes again, though what it sends may read differently by then. */
export interface RunIdentity {
	/** Marks belong to id and name: two nodes of a workflow may have the same id. */
	nodeName: string;
	/** Identifies the execution as it lives in this process. */
	carried: string;
	/** Digest of the node's parameters, with their expressions unresolved. */
	parameters: string;
	/** An agent's calls all come as item 0: there, only the request distinguishes them. */
	isTool: boolean;
	/** What an execution and its retries have in common, if n8n says so. */
	lineage: string | undefined;
	/** Otherwise this identifies a run that had sent nothing yet. */
	firstItem: Likeness | undefined;
}

/** What n8n shows of the executions that a run may repeat. */
export interface Descent {
	/** What an execution has in common with its retries. Undefined if n8n has forgotten it. */
	lineage: number | undefined;
	/** The same for this execution by itself. */
	own: number;
	/** n8n forgets the lineage of an execution that is killed. */
	isForgetful: boolean;
	/** The execution that has called this one as its sub-workflow. */
	parent: Parent | undefined;
}

export interface Parent {
	lineage: number;
	execution: string;
}
