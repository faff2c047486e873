/** Data that was parsed from JSON or a form, looked at without trust. */

/** Nothing that the service documents comes near. */
const DEEPEST = 64;

export const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without recursion, so that hostile data cannot exhaust the stack here either. */
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

/** A copy without keys that mean something to the language itself: whoever copies it on must not be led astray. */
export function withoutPrototypes(value: Record<string, unknown>): Record<string, unknown> {
	const copy: unknown = JSON.parse(
		JSON.stringify(value, (key, inner: unknown) => (key === '__proto__' ? undefined : inner)),
	);
	return isPlainRecord(copy) ? copy : {};
}
