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
	pass: (number: number) => PassNames;
}

/** Leads from a list to the lineage that has begun it, for a retry of which n8n has forgotten the lineage. */
export interface TrailNames {
	/** A lineage has begun the list, and has not ended well. */
	open: string;
	/** More than one has. */
	crossed: string;
	/** The lineage of the first one, a mark for each of its characters. */
	spelled: (lineage: Lineage) => string[];
}

/** An execution that a sub-workflow was called by, and which of its calls it was. */
export interface CallNames {
	/** This execution has made the call. */
	madeBy: (execution: string) => string;
	/** It began this lineage. */
	began: (lineage: number) => string;
	/** It runs in this execution. */
	ranIn: (execution: string) => string;
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

/**
 * What an execution has in common with its retries, and with nothing else: the number that n8n gives it, and which call
 * of that execution it is if a sub-workflow was called. All are of one length, so that they can be spelled in marks.
 */
export type Lineage = string;

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const CHARACTERS_OF_NUMBER = 8;
const CHARACTERS_OF_CALL = 4;

const inAlphabet = (value: number, characters: number) =>
	value.toString(ALPHABET.length).padStart(characters, '0').slice(-characters);

/** @param call 0 if it was not called by another execution */
export const lineageFrom = (number: number, call = 0): Lineage =>
	inAlphabet(number, CHARACTERS_OF_NUMBER) + inAlphabet(call, CHARACTERS_OF_CALL);

type NodeIdentity = Pick<RunIdentity, 'nodeName'>;

/** @param list digest of all items that came in */
export function trailOf(
	{ node, run }: RunPlace,
	{ nodeName }: NodeIdentity,
	list: string,
): TrailNames {
	const base = digest(['trail', node, nodeName, run, list]);
	return {
		open: `${base}:o`,
		crossed: `${base}:x`,
		spelled: (lineage) => Array.from(lineage, (character, at) => `${base}:${at}${character}`),
	};
}

/** Of each character that a lineage may have at any place. */
export const EVERY_SPELLING: readonly Lineage[] = Array.from(ALPHABET, (character) =>
	character.repeat(CHARACTERS_OF_NUMBER + CHARACTERS_OF_CALL),
);

/** @param parent the lineage of the execution that has called this one */
export function namesOfCall(
	{ node }: RunPlace,
	{ nodeName }: NodeIdentity,
	parent: number,
	call: number,
): CallNames {
	const base = digest(['call', node, nodeName, parent, call]);
	return {
		madeBy: (execution) => `${base}:by:${execution}`,
		began: (lineage) => `${base}:l:${lineage}`,
		ranIn: (execution) => `${base}:in:${execution}`,
	};
}

/** @param list digest of all items that came in */
export function namesOfRun(
	{ node, run, execution }: RunPlace,
	{ nodeName }: NodeIdentity,
	lineage: Lineage,
	list: string,
): RunNames {
	const begun = digest(['begun', node, nodeName, run, lineage]);
	const base = digest([begun, list]);
	return {
		execution: digest(['execution', node, nodeName, run, execution]),
		begun,
		ambiguous: `${base}:x`,
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
