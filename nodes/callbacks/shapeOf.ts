import { isObject } from '../plain';

const FIELD_NAME = /^[A-Za-z_]{1,30}$/;
const DEEPEST = 8;
const MOST_NAMES = 150;

/** Shows the names and types of a payload, and never values. An unusual name may be a value, so it is only counted. */
export function shapeOf(payload: object): string {
	let names = 0;
	const shape = (value: unknown, depth: number): string => {
		if (!isObject(value)) return value === null ? 'null' : (typeof value).replace('string', 'text');
		if (depth > DEEPEST) return Array.isArray(value) ? 'list' : 'object';
		if (Array.isArray(value)) {
			return `[${[...new Set(value.map((one) => shape(one, depth + 1)))].join(' or ')}]`;
		}
		const fields = Object.entries(value).map(([name, one]) =>
			FIELD_NAME.test(name) && names++ < MOST_NAMES ? `${name}: ${shape(one, depth + 1)}` : '',
		);
		const shown = fields.filter((field) => field !== '');
		const others = fields.length - shown.length;
		return `{ ${[...shown, ...(others > 0 ? [`${others} others`] : [])].join(', ')} }`;
	};
	return shape(payload, 0);
}
