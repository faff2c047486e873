import { createHash, randomUUID } from 'node:crypto';

import type { Clock } from '../pace';
import type { Note } from './note';

/** The names of marks are a stored format, because a new version of this package must find what an old one wrote. */

export const turnName = (lineage: string, turn: number): string => `turn ${lineage} ${turn}`;

/** A retry adds this mark with its questions. While it is there, the marks that it asked for may be its own, and prove nothing. */
export const lostName = (lineage: string): string => `lost ${lineage}`;

/** A turn was taken with this parameter for Send Once Keys. */
export const keyingName = (turn: string, keying: string): string => `keys ${turn} ${keying}`;

/** A key has two marks: one says that it is taken, the other that its message has not settled. */
type KeyMarks = readonly [taken: string, open: string];

export const marksOfKey = (key: string): KeyMarks => [`key ${key}`, `key? ${key}`];

const PERIOD_MS = 4 * 3_600_000;
const MOST_PERIODS = 84;
/** The clocks of two machines are assumed to differ by less than this. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

const nthPeriod = (moment: number) => Math.floor(moment / PERIOD_MS);
const periodName = (nth: number) => `period ${nth}`;

export const periodNow = (now: number): string => periodName(nthPeriod(now));

/** While the mark of a period is in the row, n8n has dropped no younger mark. */
export function periodsBefore(moment: number): string[] {
	const last = nthPeriod(moment - CLOCKS_DIFFER_MS) - 1;
	return Array.from({ length: MOST_PERIODS }, (_, back) => periodName(last - back));
}

export const digestOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

/** The marks of one node in n8n's database. n8n cannot only read them: to ask for a mark is to add it. */
export interface Row {
	/** Adds marks in this order. Resolves to those that the row held before. */
	add(marks: readonly string[]): Promise<ReadonlySet<string>>;
	remove(marks: readonly string[]): Promise<void>;
	/** Writes these marks again with later writes for some seconds, because another process may undo a write. */
	carry(marks: readonly string[]): void;
	/** Whether the row is so small that n8n cannot have dropped a mark. Counting writes nothing. */
	isWhole(): Promise<boolean>;
}

/** Which of these marks the row holds. They are added for a moment, since n8n cannot only read them. */
export async function foundIn(row: Row, marks: readonly string[]): Promise<ReadonlySet<string>> {
	const found = await row.add(marks);
	await row.remove(marks.filter((mark) => !found.has(mark)));
	return found;
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

/** What the marks that were there before mean for a claim: whether it succeeds, and which of its marks stay in the row. */
interface Judgment {
	isFree: boolean;
	kept: readonly string[];
}

/**
 * Throws if it cannot know whose the marks are. They stay in the row then, because they may belong to another process.
 * Of two processes that write at the same moment, n8n keeps the later write. So a retry adds a mark of its own, and asks
 * a second later whether it is still there.
 */
export async function claim<Judged extends Judgment>(
	{ row, clock, isRetry }: Attempt,
	marks: readonly string[],
	judge: (found: ReadonlySet<string>) => Judged,
): Promise<Judged> {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		const owner = isRetry ? [`owner ${randomUUID()}`] : [];
		const began = clock.now();
		const found = await row.add([...owner, ...marks]);
		const judged = judge(found);
		const isNew = (mark: string) => !found.has(mark);
		const unneeded = marks.filter((mark) => isNew(mark) && !judged.kept.includes(mark));
		if (judged.isFree) {
			if (clock.now() - began >= (isRetry ? SETTLES_MS : LATE_MS)) {
				throw new Error('n8n’s database took too long');
			}
			if (isRetry) await clock.sleep(SETTLES_MS);
			const left = isRetry ? await row.add(owner) : new Set();
			// If another process wrote over the claim, the marks may now be its own, so they are not removed.
			if (!owner.every((mark) => left.has(mark))) continue;
			// An old mark may be dropped soon. Written again, it would look young, and prove too much.
			row.carry(judged.kept.filter(isNew));
		}
		await row.remove([...owner, ...unneeded]);
		return judged;
	}
	throw new Error('Other processes undo each claim');
}
