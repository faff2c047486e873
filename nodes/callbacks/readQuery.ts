import { isPlainRecord } from '../plain';

export interface Query {
	token: unknown;
	fields: Record<string, unknown>;
}

/**
 * A token never contains a question mark, so everything after one is another field. Other values may contain one,
 * unless a field of a report follows it.
 */
const BEHIND_TOKEN = /^([^?]*)\?([^=?]*)=?(.*)$/s;
const BEHIND_OTHERS = /^([^?]*)\?(token|ref_no|status|sent_date|err_code)=(.*)$/s;

/**
 * Some callers append '?ref_no=…' to a URL that already ends in '?token=…'. Their first field then becomes part of the
 * token, or of whatever value comes last.
 */
export function readQuery(query: unknown): Query {
	const { token, ...given } = isPlainRecord(query) ? query : {};
	const found: Record<string, unknown> = {};
	const own = (value: unknown, pattern: RegExp): unknown => {
		if (Array.isArray(value)) return value.map((one) => own(one, pattern));
		const parts = typeof value === 'string' ? pattern.exec(value) : null;
		if (parts === null) return value;
		const [, before, name = '', after] = parts;
		// The URL may have been put together twice. No token may reach the output.
		const rest = own(after, name === 'token' ? BEHIND_TOKEN : BEHIND_OTHERS);
		if (name !== '' && name !== 'token') found[name] = rest;
		return before;
	};
	const others = Object.entries(given).map(
		([name, value]) => [name, own(value, BEHIND_OTHERS)] as const,
	);
	const ownToken = Array.isArray(token) ? token : own(token, BEHIND_TOKEN);
	return { token: ownToken, fields: { ...found, ...Object.fromEntries(others) } };
}
