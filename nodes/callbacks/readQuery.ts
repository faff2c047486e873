import { isPlainRecord } from '../plain';

export interface Query {
	/** As the caller gave it; a text if the caller is honest. */
	token: unknown;
	fields: Record<string, unknown>;
}

/** No valid token contains a question mark. Other fields may, unless a field of a report follows. */
const BEHIND_TOKEN = /^([^?]*)\?([^=]*)=?(.*)$/s;
const BEHIND_OTHERS = /^([^?]*)\?(ref_no|status|sent_date|err_code)=(.*)$/s;

/**
 * Separates the token from the fields. Some senders append '?ref_no=…' to a URL that already has a query, such as
 * '?token=…', so that their first field becomes part of the last one there.
 */
export function readQuery(query: unknown): Query {
	const { token, ...given } = isPlainRecord(query) ? query : {};
	const found: Record<string, unknown> = {};
	const own = (value: unknown, pattern: RegExp): unknown => {
		const parts = typeof value === 'string' ? pattern.exec(value) : null;
		if (parts === null) return value;
		const [, before, name = '', after] = parts;
		if (name !== '') found[name] = after;
		return before;
	};
	const others = Object.entries(given).map(
		([name, value]) => [name, own(value, BEHIND_OTHERS)] as const,
	);
	const ownToken = own(token, BEHIND_TOKEN);
	return { token: ownToken, fields: { ...found, ...Object.fromEntries(others) } };
}
