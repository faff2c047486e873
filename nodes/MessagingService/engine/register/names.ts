import { createHash } from 'node:crypto';

/** The names of marks are a stored format, because a new version of this package must find what an old one wrote. */

export const turnName = (lineage: string, turn: number): string => `turn ${lineage} ${turn}`;

/** While this mark is there, turn 0 proves nothing: a retry that asked for turn 0 may have added it itself and crashed. */
export const lostName = (lineage: string): string => `lost ${lineage}`;

/** Some execution has begun this list. n8n 1 needs it, since there a retry does not know the lineage after a crash. */
export const listName = (digest: string): string => `list ${digest}`;

/** A turn, or in n8n 1 a list, was begun with this parameter for Send Once Keys. */
export const keyingName = (begun: string, keying: string): string => `keys ${begun} ${keying}`;

export const ownerName = (owner: string): string => `owner ${owner}`;

/** A key has two marks: one says that it is taken, the other that its message has not settled. */
export type KeyMarks = readonly [taken: string, open: string];

export const marksOfKey = (key: string): KeyMarks => [`key ${key}`, `key? ${key}`];

const HOUR_MS = 3_600_000;
const PERIODS = [
	{ name: 'hour', ms: HOUR_MS, asked: 12 },
	{ name: 'day', ms: 24 * HOUR_MS, asked: 14 },
];
/** The clocks of two machines are assumed to differ by less than this. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

export const periodsNow = (now: number): string[] =>
	PERIODS.map(({ name, ms }) => `${name} ${Math.floor(now / ms)}`);

/** While the mark of a period is in the row, n8n has dropped no younger mark. A question adds it, and its doubt with it. */
export const periodsBefore = (moment: number): { mark: string; doubt: string }[] =>
	PERIODS.flatMap(({ name, ms, asked }) => {
		const last = Math.floor((moment - CLOCKS_DIFFER_MS) / ms) - 1;
		return Array.from({ length: asked }, (_, back) => ({
			mark: `${name} ${last - back}`,
			doubt: `${name}? ${last - back}`,
		}));
	});

export const digestOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
