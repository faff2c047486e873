import { createHash } from 'node:crypto';

import type { RunIdentity, RunPlace } from '../identity';

/**
 * The names of marks: a stored format. A mark that was written by an older version of this package must be found by a
 * newer one, so names do not change.
 */

const digest = (parts: readonly unknown[]) =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

export interface RunNames {
	/** This execution has begun this run of the node. */
	execution: string;
	/** Some execution of the same lineage has begun it, with whatever list. */
	begun: string;
	/** More than one execution may have begun it with this list. */
	ambiguous: string;
	/** n8n says nothing of the lineage, so executions with the same list share these names. */
	isShared: boolean;
	pass: (number: number) => PassNames;
}

/** Each pass over the list has marks of its own: the first run, and every retry of it. */
export interface PassNames {
	claimed: string;
	/** Written by the one that claimed it: of two, only one is left. */
	claimedBy: (execution: string) => string;
	/** What was known before the pass is written down. */
	ready: string;
	/** How many items its chunks have: it follows the pace, which may have changed since. */
	chunkSize: (size: number) => string;
	/** Every item was accepted. */
	finished: string;
	/** The first request of the chunk may have left. */
	chunkBegun: (chunk: number) => string;
	/** All items of the chunk were accepted. */
	chunkAccepted: (chunk: number) => string;
	/** All items of the chunk were accepted, but those that have marks of their own. */
	chunkSettled: (chunk: number) => string;
	/** Some of its items have marks, though the pass has not begun it. */
	chunkCarried: (chunk: number) => string;
	itemAccepted: (item: number) => string;
	itemUnknown: (item: number) => string;
	itemUnsent: (item: number) => string;
}

/** @param list digest of all items that came in */
export function namesOfRun(
	{ node, run, execution }: RunPlace,
	{ nodeName, lineage }: RunIdentity,
	list: string,
): RunNames {
	const begun = digest(['begun', node, nodeName, run, lineage ?? null]);
	const base = digest([begun, list]);
	return {
		execution: digest(['execution', node, nodeName, run, execution]),
		begun,
		ambiguous: `${base}:x`,
		isShared: lineage === undefined,
		pass: (number) => {
			const pass = `${base}:${number}`;
			return {
				claimed: pass,
				claimedBy: (by) => `${pass}:by:${by}`,
				ready: `${pass}:r`,
				chunkSize: (size) => `${pass}:z${size}`,
				finished: `${pass}:f`,
				chunkBegun: (chunk) => `${pass}:b${chunk}`,
				chunkAccepted: (chunk) => `${pass}:a${chunk}`,
				chunkSettled: (chunk) => `${pass}:s${chunk}`,
				chunkCarried: (chunk) => `${pass}:c${chunk}`,
				itemAccepted: (item) => `${pass}:ia${item}`,
				itemUnknown: (item) => `${pass}:iu${item}`,
				itemUnsent: (item) => `${pass}:in${item}`,
			};
		},
	};
}

export const digestOfList = (likenesses: readonly string[]) => digest(['list', ...likenesses]);

/** Marks of a Send Once Key. They belong to the node by its id alone, so renaming the node keeps them. */
export interface KeyNames {
	/** A run has taken the key. */
	claimed: string;
	/** It has not said yet what became of the message. */
	open: string;
}

export function namesOfKey(node: string, key: string): KeyNames {
	const base = digest(['key', node, key]);
	return { claimed: base, open: `${base}:?` };
}
