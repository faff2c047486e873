/** Values as sheets, forms and agents give them: read here, and left as they are if they cannot be read. */

/** true or false for a word or digit that means it, in any case. */
export function booleanOf(value: unknown): unknown {
	if (typeof value !== 'string' && typeof value !== 'number') return value;
	const word = String(value).trim().toLowerCase();
	if (/^(?:true|yes|y|1)$/.test(word)) return true;
	return /^(?:false|no|n|0)$/.test(word) ? false : value;
}

/** A number for a text such as '5'. */
export function numberOf(value: unknown): unknown {
	return typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value)
		? Number(value)
		: value;
}
