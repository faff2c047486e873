import { randomUUID } from 'node:crypto';

import type { Clock } from '../clock';
import { listName, lostName, ownerName, turnName } from './names';
import type { Note } from './note';
import type { Row } from './row';

/** One node run, as the register sees it: from its start to its end, or to the crash of n8n. */
export interface Life {
	row: Row;
	note: Note;
	execution: string;
	isRetry: boolean;
	/** When the execution that is retried began, in milliseconds since 1970, if n8n says so. */
	beganAt: number | undefined;
	/** Digest of the list, for n8n 1: it forgets which execution a killed one was. */
	list: string | undefined;
	clock: Pick<Clock, 'now' | 'sleep'>;
	today: () => number;
}

/**
 * The first mark of an execution and its retries. All their other marks are younger, so while it is there none was
 * dropped. To ask for it is to write it, so `lost` is written with it, and stays if the question gets no answer.
 */
export function firstOf({ list, note }: Life): { first: string; lost: string } {
	if (note.byList === true && list !== undefined) {
		return { first: listName(list), lost: lostName(list) };
	}
	return { first: turnName(note.lineage, 0), lost: lostName(note.lineage) };
}

/** Two retries that write at the same time know after this long which of them n8n's database has kept. */
const SETTLES_MS = 1_000;
/** A first execution has no rival to wait for. But one that was frozen must not go on. */
const LATE_MS = 5_000;
const ATTEMPTS = 3;

export interface Claimed {
	found: ReadonlySet<string>;
	written: string[];
	/** It was written too slowly to rely on it. */
	isLate: boolean;
	/** Another process undid it, again and again: whoever that is may have claimed the same. */
	isUndone: boolean;
	/** The database broke off in between: what was found may have been written here. */
	isUnsure: boolean;
}

/** Tells the claims of this process from those of others. */
const process = randomUUID();
let claims = 0;

/**
 * Writes marks that one node run only may have. Of two processes that write at the same time, n8n keeps what the later
 * one wrote: so a retry looks a second later whether its own mark is still there.
 * @param isFree whether there is anything to wait for, given what was there before
 */
export async function claim(
	{ row, clock, isRetry, execution }: Life,
	marks: readonly string[],
	isFree: (found: ReadonlySet<string>) => boolean,
): Promise<Claimed> {
	const owners: string[] = [];
	for (let attempt = 1; ; attempt++) {
		const own = ownerName(`${execution} ${process} ${++claims}`);
		const began = clock.now();
		const { found, isUnsure } = await row.add(isRetry ? [own, ...marks] : marks);
		const isLate = clock.now() - began >= (isRetry ? SETTLES_MS : LATE_MS);
		if (isRetry) owners.push(own);
		const claimed = {
			found,
			written: [...marks.filter((mark) => !found.has(mark)), ...owners],
			isLate,
			isUndone: false,
			isUnsure,
		};
		if (!isRetry || isLate || isUnsure || !isFree(found)) return claimed;
		await clock.sleep(SETTLES_MS);
		if ((await row.add([own])).found.has(own)) return claimed;
		if (attempt === ATTEMPTS) return { ...claimed, written: owners, isUndone: true };
	}
}
