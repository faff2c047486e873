import { isObject } from '../plain';

const FIELD_NAME = /^[A-Za-z_]{1,30}$/;
const DEEPEST = 8;
const MOST_NAMES = 150;

/**
 * Shows the names and types of a payload, and never values. An unusual name may be a value, so it is only counted. The
 * entries of a list have one shape together.
 */
export function shapeOf(payload: object): string {
	let names = 0;
	const merged = (values: readonly object[], depth: number): string => {
		const fields = new Map<string, unknown[]>();
		const others = new Set<string>();
		for (const value of values) {
			for (const [name, one] of Object.entries(value) as [string, unknown][]) {
				if (fields.has(name)) fields.get(name)?.push(one);
				else if (FIELD_NAME.test(name) && names < MOST_NAMES) {
					fields.set(name, [one]);
					names++;
				} else others.add(name);
			}
		}
		const shown = [...fields].map(([name, all]) => `${name}: ${typesOf(all, depth + 1)}`);
		if (others.size > 0) shown.push(`${others.size} others`);
		return `{ ${shown.join(', ')} }`;
	};
	const typesOf = (values: readonly unknown[], depth: number): string => {
		const types = new Set(values.filter((one) => !isObject(one)).map(nameOfType));
		const objects = values.filter(isObject);
		const lists = objects.filter((one): one is unknown[] => Array.isArray(one));
		const records = objects.filter((one) => !Array.isArray(one));
		const isTooDeep = depth > DEEPEST;
		if (records.length > 0) types.add(isTooDeep ? 'object' : merged(records, depth));
		if (lists.length > 0) types.add(isTooDeep ? 'list' : `[${typesOf(lists.flat(), depth + 1)}]`);
		return [...types].join(' or ');
	};
	return typesOf([payload], 0);
}

const nameOfType = (value: unknown): string =>
	value === null ? 'null' : (typeof value).replace('string', 'text');
