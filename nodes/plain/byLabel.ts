/** As n8n wants the entries of a collection: in the order in which a person looks for them. */
export const byLabel = (a: { displayName: string }, b: { displayName: string }): number =>
	a.displayName.localeCompare(b.displayName);
