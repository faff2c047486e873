import { randomUUID } from 'node:crypto';

import type { Clock } from '../clock';
import { listName, lostName, ownerName, turnName } from './names';
import type { Note } from './note';
import type { Row } from './row';

export interface Life {
	row: Row;
	note: Note;
	/** Whether n8n has stored a note that this version of the package cannot read. */
	isUnreadable: boolean;
	execution: string;
	isTool: boolean;
	isRetry: boolean;
	/** When the first execution of the lineage began, in milliseconds since 1970. Some versions of n8n do not say. */
	beganAt: number | undefined;
	list: string | undefined;
	/** A digest of the parameter Send Once Key, before n8n resolves its expressions. Undefined if there is none. */
	keying: string | undefined;
	clock: Pick<Clock, 'now' | 'sleep'>;
	/** The time of day in milliseconds since 1970, which `clock` does not give. */
	today: () => number;
}

/** While the oldest mark of a lineage is in the row, n8n has dropped no other. A question adds it, and `lost` with it. */
export function firstOf({ list, note }: Life): { first: string; lost: string } {
	if (note.byList === true && list !== undefined) {
		return { first: listName(list), lost: lostName(list) };
	}
	return { first: turnName(note.lineage, 0), lost: lostName(note.lineage) };
}

/** If two retries write at the same moment, n8n has kept one of the two writes after this time. */
const SETTLES_MS = 1_000;
/** A first execution that took longer may have been frozen, and a retry may have replaced it since. */
const LATE_MS = 5_000;
const ATTEMPTS = 3;

export type Claimed = Awaited<ReturnType<typeof claim>>;

const processId = randomUUID();
let claims = 0;

/**
 * Of two processes that write at the same moment, n8n keeps the later write. So a retry adds a mark of its own, and asks a
 * second later whether it is still there.
 * @param isFree whether the claim can succeed, judged by the marks that were there before
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
		// Another process wrote over the claim. The claimed marks may now be its own, so they are not removed.
		if (isLate || attempt === ATTEMPTS) return { ...claimed, written: owners, isUndone: true };
	}
}

/** Asking for a mark adds it. So if the first question failed half-way, only the second mark can still be asked for. */
async function isThere(row: Row, own: readonly string[]): Promise<boolean> {
	for (const mark of own) {
		const { found, isUnsure } = await row.add([mark]);
		if (!isUnsure) return found.has(mark);
	}
	return false;
}
