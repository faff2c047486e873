import { createHash } from 'node:crypto';

/** The names of marks are a stored format, because a new version of this package must find what an old one wrote. */

export const turnName = (lineage: string, turn: number): string => `turn ${lineage} ${turn}`;

/** A retry adds this mark with its questions. While it is there, the marks that it asked for may be its own, and prove nothing. */
export const lostName = (lineage: string): string => `lost ${lineage}`;

/** A turn was taken with this parameter for Send Once Keys. */
export const keyingName = (turn: string, keying: string): string => `keys ${turn} ${keying}`;

export const ownerName = (owner: string): string => `owner ${owner}`;

/** A key has two marks: one says that it is taken, the other that its message has not settled. */
export type KeyMarks = readonly [taken: string, open: string];

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
