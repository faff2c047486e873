/**
 * The marks of one node in n8n's database. A row has no lock, nothing in it can be read without writing, and its oldest
 * marks are dropped beyond a limit. Writing is passed in: see n8n/nodeRow.ts.
 */
export interface Row {
	/** Adds marks in this order, and tells which of them were there before. */
	add(marks: readonly string[]): Promise<Added>;
	/** Removes marks, all of one call in one write. */
	remove(marks: readonly string[]): Promise<void>;
	/** For some seconds, writes these marks again with the next writes: another process may undo a write. */
	carry(marks: readonly string[]): void;
	/** Where other processes undo writes, waits until the carried marks have stayed. */
	confirm(): Promise<void>;
	/** Whether no mark can have been dropped yet. The question writes nothing. */
	isWhole(): Promise<boolean>;
}

export interface Added {
	found: ReadonlySet<string>;
	/** An earlier attempt broke off, so this node run may have written the marks that were found. */
	isUnsure: boolean;
}

/** This n8n has no place for marks, or none for a workflow that is not saved. */
export class NoRow extends Error {}

const fail = () => Promise.reject(new NoRow());

export const NO_ROW: Row = {
	add: fail,
	remove: fail,
	carry: () => undefined,
	confirm: fail,
	isWhole: fail,
};
