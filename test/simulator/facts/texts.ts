/** Characters are code points: an emoji outside the basic plane is one. */
export const characters = (text: string): number => Array.from(text).length;

/** Line feed, vertical tab, form feed, carriage return, NEL, and Unicode's line and paragraph separators. */
const NEW_LINE = /[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * "Text values in parameters cannot contain new-line or tab characters or more than 4 consecutive spaces." A text that
 * is nothing but a space is allowed. In words what is wrong, if anything is.
 */
export function parameterFault(text: string): string | undefined {
	if (NEW_LINE.test(text)) return 'must hold no new-line character';
	if (text.includes('\t')) return 'must hold no tab character';
	if (text.includes(' '.repeat(5))) return 'must hold at most 4 consecutive spaces';
	return undefined;
}

/** "lowercase letters, digits, underscore; length 2 to 32" */
export const VARIABLE_NAME = /^[a-z\d_]{2,32}$/;
