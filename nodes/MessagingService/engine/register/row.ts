/** The marks of one node in n8n's database. n8n cannot only read them: to ask for a mark is to add it. */
export interface Row {
	/** Adds marks in this order, and says which of them the row held before. */
	add(marks: readonly string[]): Promise<Added>;
	/** Removes all these marks in one write, so that a crash cannot leave half of them. */
	remove(marks: readonly string[]): Promise<void>;
	/** Writes these marks again with later writes for some seconds, because another process may undo a write. */
	carry(marks: readonly string[]): void;
	/** If another process has undone writes, waits until the carried marks stay in the row. */
	confirm(): Promise<void>;
	/** Whether the row is so small that n8n cannot have dropped a mark. Counting writes nothing. */
	isWhole(): Promise<boolean>;
}

export interface Added {
	found: ReadonlySet<string>;
	/** An earlier attempt failed, so the marks that were found may come from that attempt. */
	isUnsure: boolean;
}

export class NoRow extends Error {}

const fail = () => Promise.reject(new NoRow());

export const NO_ROW: Row = {
	add: fail,
	remove: fail,
	carry: () => undefined,
	confirm: fail,
	isWhole: fail,
};
