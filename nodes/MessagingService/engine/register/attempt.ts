import { randomUUID } from 'node:crypto';

import type { Clock } from '../pace';
import { ownerName, type Row } from './marks';
import type { Note } from './note';

/** One call of the node by n8n, as far as the register must know it. */
export interface Attempt {
	row: Row;
	note: Note;
	/** Whether n8n has stored a note that this version of the package cannot read. */
	isUnreadable: boolean;
	execution: string;
	isTool: boolean;
	isRetry: boolean;
	/** When the first execution of the lineage began, in milliseconds since 1970. Some versions of n8n do not say. */
	beganAt: number | undefined;
	/** A digest of the parameter Send Once Key, before n8n resolves its expressions. Undefined if there is none. */
	keying: string | undefined;
	clock: Pick<Clock, 'now' | 'sleep'>;
	/** The time of day in milliseconds since 1970, which `clock` does not give. */
	today: () => number;
}

/** If two retries write at the same moment, n8n has kept one of the two writes after this time. */
const SETTLES_MS = 1_000;
/** A claim that took longer may have been frozen in the middle, and a retry may have gone on since. */
const LATE_MS = 5_000;
const ATTEMPTS = 3;

/**
 * Throws if it cannot know whose the marks are. They stay in the row then, because they may belong to another process.
 * Of two processes that write at the same moment, n8n keeps the later write. So a retry adds a mark of its own, and asks
 * a second later whether it is still there.
 * @param isFree whether the claim succeeds, judged by the marks that were there before
 */
export async function claim(
	{ row, clock, isRetry }: Attempt,
	marks: readonly string[],
	isFree: (found: ReadonlySet<string>) => boolean,
) {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		const owner = isRetry ? [ownerName(randomUUID())] : [];
		const began = clock.now();
		const found = await row.add([...owner, ...marks]);
		const written = [...owner, ...marks.filter((mark) => !found.has(mark))];
		if (!isFree(found)) return { found, written };
		if (clock.now() - began >= (isRetry ? SETTLES_MS : LATE_MS)) {
			throw new Error('n8n’s database took too long');
		}
		if (!isRetry) return { found, written };
		await clock.sleep(SETTLES_MS);
		const kept = await row.add(owner);
		if (owner.every((mark) => kept.has(mark))) return { found, written };
		// Another process wrote over the claim. The claimed marks may now be its own, so they are not removed.
	}
	throw new Error('Other processes undo each claim');
}
