/** Values as sheets, forms and agents give them: read here, and left as they are if they cannot be read. */

const SWITCHES = new Map<string, boolean>(
	['true', 'yes', 'y', '1']
		.map((word): [string, boolean] => [word, true])
		.concat(['false', 'no', 'n', '0'].map((word) => [word, false])),
);

/** true or false for a word or digit that means it, in any case. */
export function booleanOf(value: unknown): unknown {
	if (typeof value !== 'string' && typeof value !== 'number') return value;
	return SWITCHES.get(String(value).trim().toLowerCase()) ?? value;
}

/** A number for a text such as '5'. */
export function numberOf(value: unknown): unknown {
	return typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)
		? Number(value)
		: value;
}
