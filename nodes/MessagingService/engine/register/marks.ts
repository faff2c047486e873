import { createHash, randomUUID } from 'node:crypto';

import type { Clock } from '../pace';
import type { Note } from './note';

/** The names of marks are a stored format, because a new version of this package must find what an old one wrote. */

/** An execution has gone on from this state: from the start of a lineage, or from the note of another execution. */
export const begunName = (state: string): string => `begun ${state}`;

/** A Retry of this execution has gone on. Another one could not know what that sends. */
export const retriedName = (lineage: string, execution: string): string =>
	`retried ${lineage} ${execution}`;

/**
 * The execution of `begun` had these parameters for Send Once Key and Campaign. Written before any of its keys, so that it is
 * dropped before them.
 */
export const keyingName = (state: string, keying: string): string => `keys ${state} ${keying}`;

/** A question for the mark above adds this one too. While it is there, the other may be a question's, and proves nothing. */
export const lostName = (state: string): string => `lost ${state}`;

/**
 * While the second one is there, the message of the key has no outcome yet. They are written in this order, so it is dropped
 * last.
 */
export const marksOfKey = (key: string) => ({ taken: `key ${key}`, open: `key? ${key}` });

/** What it makes is stored too: of a lineage, a recipient, the parameters and the keys. So it stays. */
export const digestOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

/** The marks of one node in n8n's database. n8n cannot only read them: to ask for a mark is to add it. */
export interface Row {
	/**
	 * Adds marks in this order. Resolves to those that the row held before.
	 * @param withinMs throws if the write itself took longer, without its wait for other writes of this process
	 */
	add(marks: readonly string[], withinMs?: number): Promise<ReadonlySet<string>>;
	remove(marks: readonly string[]): Promise<void>;
	/** Writes these marks again with later writes for a minute, because another process may undo a write. */
	carry(marks: readonly string[]): void;
	/** Whether the row is so small that n8n cannot have dropped a mark. Counting writes nothing. */
	isWhole(): Promise<boolean>;
}

/** The workflow is not saved, or n8n is too old to keep marks. */
export class NoRow extends Error {}

const fail = () => Promise.reject(new NoRow());

export const NO_ROW: Row = { add: fail, remove: fail, carry: () => undefined, isWhole: fail };

/** One call of the node by n8n, as far as the register must know it. */
export interface Attempt {
	row: Row;
	note: Note;
	/** Whether n8n has stored a note that this version of the package cannot read. */
	isUnreadable: boolean;
	execution: string;
	/** What an execution and its Retries have in common. */
	lineage: string;
	/** Undefined if this is no Retry. */
	retry: Retry | undefined;
	isTool: boolean;
	/** A digest of Send Once Key and Campaign, before n8n resolves their expressions. Undefined if there is neither. */
	keying: string | undefined;
	clock: Pick<Clock, 'now' | 'sleep'>;
}

interface Retry {
	/** Whether the lineage of this Retry is that of the first execution. Versions of n8n before 2.15 do not tell. */
	isOriginKnown: boolean;
	/** The execution that is retried, if n8n says which. */
	of: string | undefined;
	/** Whether n8n stored all that this execution noted. It does if a node failed, and not after a crash or Stop. */
	wasStored: (execution: string) => Promise<boolean>;
}

/**
 * If two processes write at the same moment, n8n has kept one of the two writes after this time. A first execution claims a
 * quarter of a second of keys at a time, so it expects the other's write to take about as long as its own.
 */
const SETTLES_MS = 1_000;
const SETTLES_SOON_MS = 150;
const AS_FAST = 4;
const ATTEMPTS = 3;

/**
 * Adds marks, and resolves to those that were there before. Another process may add the same marks at the same moment, and n8n
 * keeps the later of the two writes. So a claim adds a mark of its own, and asks later whether that is still there. In a
 * Retry, a write that took longer than a second may have undone what another process has asked for.
 */
export async function claim(
	{ row, clock, retry }: Attempt,
	marks: readonly string[],
): Promise<ReadonlySet<string>> {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		const owner = `owner ${randomUUID()}`;
		const began = clock.now();
		// If it throws, the marks may be another's now, so they stay.
		const found = await row.add([owner, ...marks], retry && SETTLES_MS);
		const soonMs = Math.max(SETTLES_SOON_MS, AS_FAST * (clock.now() - began));
		if (marks.some((mark) => !found.has(mark))) {
			await clock.sleep(retry ? SETTLES_MS : soonMs);
			if (!(await row.add([owner])).has(owner)) continue;
		}
		// A mark that stays is nobody's, and does no harm.
		void row.remove([owner]).catch(() => undefined);
		return found;
	}
	throw new Error('Other processes undo each claim');
}
