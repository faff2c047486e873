/**
 * Marks in n8n's database: short texts that survive the death of n8n. No call only looks: whoever asks whether a mark
 * is there writes it. So each mark is asked for only by a caller who may also write it, or who writes down the answer.
 */
export interface MarkStore {
	/**
	 * Writes all of them at once, and tries again if that fails.
	 * @returns those that were there before. If a try failed after n8n had written them, that is all of them: use it only
	 * where a mark that was there means that less is sent
	 */
	record: (marks: readonly string[]) => Promise<ReadonlySet<string>>;
	/** The same with one try only: if it fails, nobody knows the answer any more, since asking has written the marks. */
	ask: (marks: readonly string[]) => Promise<ReadonlySet<string>>;
	remove: (marks: readonly string[]) => Promise<void>;
}
