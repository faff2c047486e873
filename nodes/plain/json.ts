/** Nothing that the service documents comes close to these limits. */
const DEEPEST = 64;
export const MOST_VALUES = 5_000;

export const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

export const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
	isObject(value) && !Array.isArray(value);

/** `__proto__` keys are removed from the data, so that copying it cannot change a prototype. */
export function faultOfData(root: unknown, most = MOST_VALUES) {
	let visited = 0;
	let level = isObject(root) ? [root] : [];
	for (let depth = 1; level.length > 0; depth++) {
		if (depth > DEEPEST) return 'data nested too deep';
		const next: object[] = [];
		for (const parent of level) {
			if (Object.hasOwn(parent, '__proto__')) Reflect.deleteProperty(parent, '__proto__');
			const values: unknown[] = Object.values(parent);
			visited += values.length;
			if (visited > most) return 'too many values';
			for (const value of values) if (isObject(value)) next.push(value);
		}
		level = next;
	}
	return undefined;
}

export const isBlank = (value: unknown): boolean =>
	typeof value === 'string' && value.trim() === '';

/** Counting values is much faster than parsing them, if a text has a million. */
export function hasMoreValues(json: string, most: number): boolean {
	let isInText = false;
	let [commas, opened] = [0, 0];
	// Every value except the root follows a comma or is the first in a list or object.
	for (let at = 0; at < json.length && commas <= most && opened <= most + 1; at++) {
		const sign = json[at];
		if (sign === '\\') at++;
		else if (sign === '"') isInText = !isInText;
		else if (!isInText && sign === ',') commas++;
		else if (!isInText && (sign === '[' || sign === '{')) opened++;
	}
	return commas > most || opened > most + 1;
}

/** A text without a closing quote matches up to the end, so that no part of it is searched twice. */
const TEXTS_AND_NUMBERS = /"(?:[^"\\]|\\[^])*"?|-?\d[\d.eE+-]*/g;

export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Some services write a list or an object as JSON inside a text. */
export const opened = (value: unknown): unknown =>
	typeof value === 'string' && /^\s*[[{]/.test(value) ? (parsedJson(value) ?? value) : value;

/** JSON.parse would round long integers, whose last digits tell two references apart. */
export function longIntegersAsText(json: string): string {
	// This check takes a tenth of the time of the replacement.
	if (!/\d{16}/.test(json)) return json;
	const isRounded = (part: string) =>
		/^-?\d{16,}$/.test(part) && !Number.isSafeInteger(Number(part));
	return json.replace(TEXTS_AND_NUMBERS, (part) => (isRounded(part) ? `"${part}"` : part));
}
