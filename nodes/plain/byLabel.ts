/** n8n asks for the entries of a collection in alphabetical order. */
export const byLabel = (a: { displayName: string }, b: { displayName: string }): number =>
	a.displayName.localeCompare(b.displayName);
