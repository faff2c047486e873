import { createHash } from 'node:crypto';

/**
 * The names of marks, a stored format: a newer version of this package must find what an older one wrote. n8n stores an
 * MD5 digest of each.
 */

export const turnName = (lineage: string, turn: number): string => `turn ${lineage} ${turn}`;

/** Somebody asked for the first turn of this lineage, and may have died before saying whether it was there. */
export const lostName = (lineage: string): string => `lost ${lineage}`;

/** Some execution has begun this list: for n8n 1, which forgets which execution a killed one was. */
export const listName = (digest: string): string => `list ${digest}`;

export const ownerName = (owner: string): string => `owner ${owner}`;

export interface KeyNames {
	/** Some execution has taken the key. */
	taken: string;
	/** It has not said yet what became of the message. */
	open: string;
}

export const keyNames = (key: string): KeyNames => ({ taken: `key ${key}`, open: `key? ${key}` });

/** Both in the order in which they are written and removed: `open` must never be gone before `taken`. */
export const marksOfKey = ({ taken, open }: KeyNames): string[] => [taken, open];

/** A mark of an hour or a day, and the doubt that stands beside it while somebody asks for it. */
export interface PeriodNames {
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

const periodNames = (name: string, number: number): PeriodNames => ({
	mark: `${name} ${number}`,
	doubt: `${name}? ${number}`,
});

export const periodsNow = (now: number): string[] =>
	PERIODS.map(({ name, ms }) => periodNames(name, Math.floor(now / ms)).mark);

/** Periods that were over before that moment. While a mark of one is there, nothing that came later was dropped. */
export const periodsBefore = (moment: number): PeriodNames[] =>
	PERIODS.flatMap(({ name, ms, asked }) => {
		const last = Math.floor((moment - CLOCKS_DIFFER_MS) / ms) - 1;
		return Array.from({ length: asked }, (_, back) => periodNames(name, last - back));
	});

export const digestOf = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
