import { createHash } from 'node:crypto';

/** The names of marks, a stored format: a new version must find what an old one wrote. n8n stores an MD5 digest of each. */

export const turnName = (lineage: string, turn: number): string => `turn ${lineage} ${turn}`;

/** A retry asked for the first turn of this lineage, and may have crashed before it knew whether the turn was there. */
export const lostName = (lineage: string): string => `lost ${lineage}`;

/** An execution has begun this list. For n8n 1, which forgets which execution a crashed one was. */
export const listName = (digest: string): string => `list ${digest}`;

export const ownerName = (owner: string): string => `owner ${owner}`;

/** The key is taken; its message has not settled. In this order they are written, and removed. */
export type KeyMarks = readonly [taken: string, open: string];

export const marksOfKey = (key: string): KeyMarks => [`key ${key}`, `key? ${key}`];

/** A mark of an hour or a day, and the doubt that is written with the question for it. */
interface PeriodNames {
	mark: string;
	doubt: string;
}

const HOUR_MS = 3_600_000;
const PERIODS = [
	{ name: 'hour', ms: HOUR_MS, asked: 12 },
	{ name: 'day', ms: 24 * HOUR_MS, asked: 14 },
];
/** The clocks of two machines differ by less. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

export const periodsNow = (now: number): string[] =>
	PERIODS.map(({ name, ms }) => `${name} ${Math.floor(now / ms)}`);

/** Periods that were over before that moment. While a mark of one is there, nothing that came later was dropped. */
export const periodsBefore = (moment: number): PeriodNames[] =>
	PERIODS.flatMap(({ name, ms, asked }) => {
		const last = Math.floor((moment - CLOCKS_DIFFER_MS) / ms) - 1;
		return Array.from({ length: asked }, (_, back) => ({
			mark: `${name} ${last - back}`,
			doubt: `${name}? ${last - back}`,
		}));
	});

export const digestOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
