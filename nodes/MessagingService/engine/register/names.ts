import { createHash } from 'node:crypto';

/** The names of marks are a stored format: a new version of this package must find what an old one wrote. */

export const turnName = (lineage: string, turn: number): string => `turn ${lineage} ${turn}`;

/** A retry asked for the first turn of this lineage, and may have crashed before it knew whether the turn was there. */
export const lostName = (lineage: string): string => `lost ${lineage}`;

/** For n8n 1, which forgets which execution a crashed one was: some execution has begun this list. */
export const listName = (digest: string): string => `list ${digest}`;

export const ownerName = (owner: string): string => `owner ${owner}`;

/** That a key is taken, and that its message has not settled. They are written and removed in this order. */
export type KeyMarks = readonly [taken: string, open: string];

export const marksOfKey = (key: string): KeyMarks => [`key ${key}`, `key? ${key}`];

const HOUR_MS = 3_600_000;
const PERIODS = [
	{ name: 'hour', ms: HOUR_MS, asked: 12 },
	{ name: 'day', ms: 24 * HOUR_MS, asked: 14 },
];
/** The clocks of two machines differ by less. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

export const periodsNow = (now: number): string[] =>
	PERIODS.map(({ name, ms }) => `${name} ${Math.floor(now / ms)}`);

/**
 * Marks of hours and days that were over before that moment. While one is there, no later mark was dropped. A doubt is
 * written with each question for it.
 */
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
