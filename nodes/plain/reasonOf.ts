/** What went wrong, in words for a log. */
export const reasonOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
