/**
 * Marks in n8n's database: short texts that survive the death of n8n. No call only looks: whoever asks whether a mark
 * is there writes it. So each mark is asked for only by a caller who may also write it, or who writes down the answer.
 */
export interface MarkStore {
	/** Writes all of them at once. @returns those that were there before */
	record: (marks: readonly string[]) => Promise<ReadonlySet<string>>;
	remove: (marks: readonly string[]) => Promise<void>;
}
