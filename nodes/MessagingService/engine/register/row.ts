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
