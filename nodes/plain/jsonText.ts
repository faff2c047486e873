/** Whether JSON certainly holds more values than that. To parse a million of them takes longer than to count some. */
export function hasMoreValues(json: string, most: number): boolean {
	let isInText = false;
	let [commas, opened] = [0, 0];
	// Every value but the first follows a comma or is the first in its list or record, and the root is in none.
	for (let at = 0; at < json.length && commas <= most && opened <= most + 1; at++) {
		const sign = json[at];
		if (sign === '\\') at++;
		else if (sign === '"') isInText = !isInText;
		else if (!isInText && sign === ',') commas++;
		else if (!isInText && (sign === '[' || sign === '{')) opened++;
	}
	return commas > most || opened > most + 1;
}

/** A text is one part. If it is never closed, it reaches to the end, so that none of it is matched twice. */
const TEXTS_AND_NUMBERS = /"(?:[^"\\]|\\[^])*"?|-?\d[\d.eE+-]*/g;

/** Undefined if the text is no JSON. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The list or object that a text holds as JSON, as some services write it; else the value itself. */
export const opened = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*[[{]/.test(value) ? (parsedJson(value) ?? value) : value;

/** Puts whole numbers that JSON.parse would round into quotes: their last digits tell two references apart. */
export function longIntegersAsText(json: string): string {
	// To look for so many digits takes a tenth of the time of taking the text apart.
	if (!/\d{16}/.test(json)) return json;
	const isRounded = (part: string) =>
		/^-?\d{16,}$/.test(part) && !Number.isSafeInteger(Number(part));
	return json.replace(TEXTS_AND_NUMBERS, (part) => (isRounded(part) ? `"${part}"` : part));
}
