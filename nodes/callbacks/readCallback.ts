import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import {
	faultOfData,
	hasMoreValues,
	isObject,
	isPlainRecord,
	isUpload,
	isUrlencoded,
	longIntegersAsText,
	MOST_VALUES,
	parsedJson,
	type SentBody,
} from '../plain';
import { ignored, type CallResponse } from './response';
import type { Callback } from './kinds';

export interface Incoming extends SentBody {
	method: string;
	query: Record<string, unknown>;
	/** The body as n8n parsed it, or an empty object if n8n could not. */
	body: unknown;
}

const LARGEST = 1024 * 1024;

const CHECK = 'The service sends JSON or a form: check who else calls this URL.';

const tooMuch = (message: string): CallResponse => ({ status: 413, message, advice: CHECK });

const MOST = MOST_VALUES.toLocaleString('en-GB');
const TOO_MANY = tooMuch(`The callback has more than ${MOST} values`);

const EMPTY = ignored(
	'the call has no content',
	'Services test an address like this, so you need to do nothing.',
);

const isJson = (type: string) => /^application\/json\s*(;|$)/i.test(type);

/** Many callers send JSON with another content type or none. */
const looksLikeJson = (text: string) => /^[\ufeff\s]*[[{]/.test(text);

const hasValues = (value: unknown): value is object =>
	isObject(value) && Object.keys(value).length > 0;

interface Read {
	callback: Callback;
	/** All that came, also in a form that no kind has. */
	content: IDataObject;
	isXml: boolean;
}

/** The cast is safe, because all of it was parsed from JSON, XML, a form or a query. */
const asData = (parsed: unknown) => parsed as IDataObject;

/** Anyone may call, so the size and depth of the data are checked before anything else. */
export function readCallback(incoming: Incoming): Read | CallResponse {
	const { method, query, type, raw, length } = incoming;
	if (length > LARGEST) return tooMuch('The callback is larger than 1 MB');
	const text = raw.toString();
	const mayBeJson = looksLikeJson(text);
	if (mayBeJson && hasMoreValues(text, MOST_VALUES)) return TOO_MANY;
	const json = mayBeJson ? parsedJson(longIntegersAsText(text.replace(/^\uFEFF/, ''))) : undefined;
	const isForm = (isUrlencoded(type) || isUpload(type)) && json === undefined;
	// n8n puts the fields of a file upload under `data`, and keeps no bytes of it.
	const { body: own } = incoming;
	const parsed = raw.length === 0 && isPlainRecord(own) ? own.data : own;
	// n8n's own JSON parser has rounded long numbers, so the text is parsed again.
	const body = length === 0 ? {} : (json ?? (isForm || isJson(type) ? parsed : undefined));
	const fault = [body, incoming.body, query].map((data) => faultOfData(data)).find(Boolean);
	if (fault === 'data nested too deep') return ignored('the callback is nested too deeply', CHECK);
	if (fault !== undefined) return TOO_MANY;
	const hasFields = (entry: unknown) => isPlainRecord(entry) && hasValues(entry);
	const list = Array.isArray(body) && body.some(hasFields) ? (body as IDataObject[]) : undefined;
	const fields = asData(isPlainRecord(body) ? body : {});
	const inText = isObject(body) || text.trim() === '' ? undefined : { body: text };
	// Some callers put all fields into the query and add a meaningless body.
	const content = [list, { ...query, ...fields }, body, parsed, inText].find(hasValues);
	if (content === undefined) return EMPTY;
	const identity = () => (raw.length > 0 ? raw : JSON.stringify(content));
	const digest = () => createHash('sha256').update(identity()).digest('base64');
	const read = { method, query: asData(query), body: fields, ...(list && { list }), isForm };
	const isXml = inText !== undefined && (/\bxml\b/i.test(type) || /^\s*</.test(text));
	return { callback: { ...read, digest }, content: asData(content), isXml };
}

/**
 * Some callers append '?ref_no=…' to a URL that already ends in '?token=…', so their first field stands behind the token.
 * No other token may reach the output.
 */
export function readQuery(query: unknown) {
	const { token, ...given } = isPlainRecord(query) ? query : {};
	const text = typeof token === 'string' ? token : '';
	const [, own, name = '', value = ''] = /^([^?]*)\?([^=?]*)=?(.*)$/s.exec(text) ?? [];
	const behind =
		name === '' || name === 'token' ? {} : { [name]: value.replace(/\?token=.*$/s, '') };
	return { token: own ?? token, fields: { ...behind, ...given } };
}
