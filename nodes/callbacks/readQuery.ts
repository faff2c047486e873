import { isPlainRecord } from '../plain';

export interface Query {
	/** As the caller gave it; a text if the caller is honest. */
	token: unknown;
	/** Everything else, which the workflow may see. */
	fields: Record<string, unknown>;
}

/**
 * Separates the token from the fields. Some senders append '?ref_no=…' to a URL that already ends in '?token=…', so
 * that the first field becomes part of the token. No valid token contains a question mark.
 */
export function readQuery(query: unknown): Query {
	const { token, ...fields } = isPlainRecord(query) ? query : {};
	if (typeof token !== 'string' || !token.includes('?')) return { token, fields };
	const [own = '', ...appended] = token.split('?');
	const [name = '', ...value] = appended.join('?').split('=');
	return {
		token: own,
		fields: name === '' || name in fields ? fields : { [name]: value.join('='), ...fields },
	};
}
