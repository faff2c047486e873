/** JSON as text, before it is parsed. */

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST = 0x5b;
const RECORD = 0x7b;

/** @param start of its first quote */
export function endOfText(json: string, start: number): number {
	let at = start + 1;
	while (at < json.length && json.charCodeAt(at) !== QUOTE) {
		at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
	}
	return at + 1;
}

/** Whether it certainly holds more values than that: to parse a million of them takes longer than to count these. */
export function hasMoreValues(json: string, most: number): boolean {
	// Most texts are too short for that.
	if (json.length <= most) return false;
	let commas = 0;
	let opened = 0;
	for (let at = 0; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) at = endOfText(json, at) - 1;
		else if (code === COMMA) commas++;
		else if (code === LIST || code === RECORD) opened++;
		// Every value but the first follows a comma or is the first in its list or record, and the root is in none.
		if (commas > most || opened > most + 1) return true;
	}
	return false;
}
