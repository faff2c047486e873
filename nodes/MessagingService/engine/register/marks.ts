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
