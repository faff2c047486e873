import { isObject, isPlainRecord } from './json';

/** Fields with these names say to a person what happened. Entries of XML lists are often called item. */
const SAYS =
	/^(?:message|msg|description|details?|errors?|violations|field|param(?:eter)?|property|reason|title|item|error_(?:message|description|data))$/i;

/** People do not read more. */
const MOST = 10;

function said(value: unknown): string[] {
	if (typeof value === 'string') return [value.trim()];
	if (Array.isArray(value)) return value.slice(0, MOST).flatMap(said);
	if (!isPlainRecord(value)) return [];
	const names = Object.keys(value).filter((name) => SAYS.test(name));
	return names.slice(0, MOST).flatMap((name) => {
		const inner = said(value[name]);
		// Some services name what is wrong by the fields of the request.
		return inner.length === 0 && name.endsWith('errors') ? named(value[name]) : inner;
	});
}

/** A text without markup and without the signs of JSON. */
export const bareText = (text: string): string =>
	text
		.replace(/<(?:script|style)\b[^]*?(?:<\/(?:script|style)>|$)/gi, ' ')
		.replace(/<[^>]*(?:>|$)/g, ' ')
		.replace(/[{}[\]"]+/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

function named(value: unknown, path: readonly string[] = []): string[] {
	if (!isObject(value)) {
		const text = typeof value === 'string' ? bareText(value) : JSON.stringify(value ?? '');
		// That there is an error, the person knows.
		return ['', '""'].includes(text) || (path.at(-1) === 'error' && value === true)
			? []
			: [[...path.slice(-1), text].join(': ')];
	}
	const entries = Object.entries(value).slice(0, MOST);
	return entries.flatMap(([name, inner]) =>
		named(inner, Array.isArray(value) ? path : [...path, name]),
	);
}

const joined = (texts: readonly string[]) =>
	[...new Set(texts.filter((text) => text !== ''))].slice(0, MOST).join('; ');

/** What a value of others says to a person. */
export const saidIn = (value: unknown): string => joined(said(value));

/** Each value with its name, for a person who does not read JSON. */
export const valuesIn = (value: unknown): string => joined(named(value));
