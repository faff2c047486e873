/** Helpers for data from outside (parsed JSON, XML or a form) that may be hostile. */

/** Far beyond anything the service documents. */
const DEEPEST = 64;
export const MOST_VALUES = 5_000;

export const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

interface Inspection {
	fault?: 'too deep' | 'too many values';
	/** JSON.parse has rounded a whole number, so two different ones may look the same. */
	hasRoundedIntegers: boolean;
}

/**
 * One bounded walk through data that was just parsed. It removes `__proto__` keys in place, so that code which copies
 * the data further cannot change a prototype.
 */
export function inspect(root: unknown, deepest = DEEPEST, most = MOST_VALUES): Inspection {
	let hasRoundedIntegers = false;
	let visited = 0;
	let level = isObject(root) ? [root] : [];
	for (let depth = 1; level.length > 0; depth++) {
		if (depth > deepest) return { fault: 'too deep', hasRoundedIntegers };
		const next: object[] = [];
		for (const parent of level) {
			if (Object.hasOwn(parent, '__proto__')) Reflect.deleteProperty(parent, '__proto__');
			const values: unknown[] = Array.isArray(parent) ? parent : Object.values(parent);
			visited += values.length;
			if (visited > most) return { fault: 'too many values', hasRoundedIntegers };
			for (const value of values) {
				if (isObject(value)) next.push(value);
				else if (Number.isInteger(value) && !Number.isSafeInteger(value)) hasRoundedIntegers = true;
			}
		}
		level = next;
	}
	return { hasRoundedIntegers };
}

export const isTooDeep = (value: unknown, deepest?: number): boolean =>
	inspect(value, deepest, Infinity).fault === 'too deep';
