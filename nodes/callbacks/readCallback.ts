import { createHash } from 'node:crypto';

import { mayHoldAnswer } from '../answerButton';
import {
	faultOfData,
	hasMoreValues,
	isPlainRecord,
	isUrlencoded,
	longIntegersAsText,
	MOST_VALUES,
	parsedJson,
	type SentBody,
} from '../plain';
import type { CallResponse } from './response';
import type { Callback } from './kinds';

export interface Incoming extends SentBody {
	method: string;
	query: Record<string, unknown>;
	/** The body as n8n parsed it, or an empty object if n8n could not. */
	body: unknown;
}

const LARGEST = 1024 * 1024;

const unreadable = (message: string, status = 400): CallResponse => ({
	status,
	message,
	advice: 'The service sends JSON or a form: check who else calls this URL.',
});

const MOST = MOST_VALUES.toLocaleString('en-GB');
const TOO_MANY = unreadable(`The callback has more than ${MOST} values`, 413);

const isJson = (type: string) => /^application\/json\s*(;|$)/i.test(type);

/** Many callers send JSON with another content type or none. */
const looksLikeJson = (text: string) => /^[\ufeff\s]*[[{]/.test(text);

/** Anyone may call, so the size and depth of the data are checked before anything else. */
export function readCallback(incoming: Incoming): Callback | CallResponse {
	const { method, query, type, raw, length } = incoming;
	if (length > LARGEST) return unreadable('The callback is larger than 1 MB', 413);
	const text = raw.toString();
	const mayBeJson = looksLikeJson(text);
	if (mayBeJson && hasMoreValues(text, MOST_VALUES)) return TOO_MANY;
	const json = mayBeJson ? parsedJson(longIntegersAsText(text.replace(/^\uFEFF/, ''))) : undefined;
	const isForm = isUrlencoded(type) && json === undefined;
	// n8n's own JSON parser has rounded long numbers, so the text is parsed again.
	const body = length === 0 ? {} : (json ?? (isForm || isJson(type) ? incoming.body : undefined));
	const fault = faultOfData(body) ?? faultOfData(query);
	if (fault === 'too deep') return unreadable('The callback is nested too deeply');
	if (fault !== undefined) return TOO_MANY;
	const hasFields = (entry: unknown) => isPlainRecord(entry) && Object.keys(entry).length > 0;
	const list = Array.isArray(body) && body.some(hasFields) ? (body as unknown[]) : undefined;
	// Some callers put all fields into the query and add a meaningless body.
	const isInQuery = Object.keys(query).length > 0;
	if (!isPlainRecord(body) && list === undefined && !isInQuery) {
		const wanted = body === undefined ? 'JSON or form fields' : 'one object with fields';
		return unreadable(`The callback must be ${wanted}`);
	}
	const fields = isPlainRecord(body) ? body : {};
	// n8n keeps no bytes of a file upload, so the digest is of the parsed data.
	const identity = () => (raw.length > 0 ? raw : JSON.stringify(list ?? fields));
	const digest = () => createHash('sha256').update(identity()).digest('base64');
	const mayAnswer = raw.length === 0 || mayHoldAnswer(text);
	return { method, query, body: fields, ...(list && { list }), isForm, digest, mayAnswer };
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
export function readQuery(query: unknown) {
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
