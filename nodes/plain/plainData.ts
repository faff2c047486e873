/** Helpers for data from outside (parsed JSON, XML or a form) that may be hostile. */

/** Far beyond anything the service documents. */
const DEEPEST = 64;

export const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Not recursive: data nested deeply enough would exhaust the stack. */
export function isTooDeep(value: unknown, deepest = DEEPEST): boolean {
	let level: unknown[] = [value];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > deepest) return true;
		level = level.flatMap((inner): unknown[] =>
			typeof inner === 'object' && inner !== null ? Object.values(inner) : [],
		);
	}
	return false;
}

/** A copy without `__proto__` keys, so that code which copies it further cannot change a prototype. */
export function withoutPrototypes(value: Record<string, unknown>): Record<string, unknown> {
	const copy: unknown = JSON.parse(
		JSON.stringify(value, (key, inner: unknown) => (key === '__proto__' ? undefined : inner)),
	);
	return isPlainRecord(copy) ? copy : {};
}
