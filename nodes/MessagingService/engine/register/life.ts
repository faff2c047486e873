import { randomUUID } from 'node:crypto';

import type { Clock } from '../clock';
import { listName, lostName, ownerName, turnName } from './names';
import type { Note } from './note';
import type { Row } from './row';

/** One node run, from its start to its end or to the crash of n8n. */
export interface Life {
	row: Row;
	note: Note;
	/** An earlier execution left a note that this version cannot read. */
	isUnreadable: boolean;
	execution: string;
	isTool: boolean;
	isRetry: boolean;
	/** When the execution that is retried began, in milliseconds since 1970, if n8n says so. */
	beganAt: number | undefined;
	/** Only in n8n 1: the digest of the list. */
	list: string | undefined;
	clock: Pick<Clock, 'now' | 'sleep'>;
	today: () => number;
}

/**
 * The first mark of an execution and its retries. While it is there, none of their other marks was dropped, since all are
 * younger. Asking for it writes it, so `lost` is written too, and stays if no answer comes.
 */
export function firstOf({ list, note }: Life): { first: string; lost: string } {
	if (note.byList === true && list !== undefined) {
		return { first: listName(list), lost: lostName(list) };
	}
	return { first: turnName(note.lineage, 0), lost: lostName(note.lineage) };
}

/** After this time, two retries that wrote at the same moment know which of the two writes n8n has kept. */
const SETTLES_MS = 1_000;
/** A first execution has no rival, but a process that was frozen must not go on. */
const LATE_MS = 5_000;
const ATTEMPTS = 3;

export type Claimed = Awaited<ReturnType<typeof claim>>;

const processId = randomUUID();
let claims = 0;

/**
 * Writes marks that only one node run may have. Of two processes that write at the same time, n8n keeps what the later
 * one wrote. So a retry looks a second later whether its own mark is still there.
 * @param isFree whether there is anything to wait for, given the marks that were there before
 */
export async function claim(
	{ row, clock, isRetry, execution }: Life,
	marks: readonly string[],
	isFree: (found: ReadonlySet<string>) => boolean,
) {
	const owners: string[] = [];
	for (let attempt = 1; ; attempt++) {
		const began = clock.now();
		const own = isRetry ? [1, 2].map(() => ownerName(`${execution} ${processId} ${++claims}`)) : [];
		const { found, isUnsure } = await row.add([...own, ...marks]);
		const isLate = clock.now() - began >= (isRetry ? SETTLES_MS : LATE_MS);
		owners.push(...own);
		const written = [...marks.filter((mark) => !found.has(mark)), ...owners];
		const claimed = { found, written, isLate, isUnsure, isUndone: false };
		if (!isRetry || !isFree(found)) return claimed;
		if (!isLate) await clock.sleep(SETTLES_MS);
		if (await isThere(row, own)) return claimed;
		// Another process wrote over the claim, so the same marks may be its own now: they stay.
		if (isLate || attempt === ATTEMPTS) return { ...claimed, written: owners, isUndone: true };
	}
}

/** A question writes the mark that it asks for. So if its first try broke off, the next question asks for another mark. */
async function isThere(row: Row, own: readonly string[]): Promise<boolean> {
	for (const mark of own) {
		const { found, isUnsure } = await row.add([mark]);
		if (!isUnsure) return found.has(mark);
	}
	return false;
}
