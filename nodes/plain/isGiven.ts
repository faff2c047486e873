/** An empty field is an absent one: what a person left blank is not sent. */
export const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '';
