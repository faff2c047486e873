/** A field that was left blank counts as absent. */
export const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '';
