/** Nothing that the service documents comes close to these limits. */
const DEEPEST = 64;
export const MOST_VALUES = 5_000;

export const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null;

export const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
	isObject(value) && !Array.isArray(value);

/** `__proto__` keys are removed from the data, so that copying it cannot change a prototype. */
export function faultOfData(
	root: unknown,
	deepest = DEEPEST,
	most = MOST_VALUES,
): 'too deep' | 'too many values' | undefined {
	let visited = 0;
	let level = isObject(root) ? [root] : [];
	for (let depth = 1; level.length > 0; depth++) {
		if (depth > deepest) return 'too deep';
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
