import { isPlainRecord, isTooDeep, withoutPrototypes } from '../plain';
import type { Callback } from './kinds';

/** The parts of n8n's request that a trigger needs. */
export interface Incoming {
	method: string;
	contentType: string;
	query: unknown;
	body: unknown;
	/** In bytes, before parsing. */
	length: number;
}

type ReadCallback =
	{ ok: true; callback: Callback } | { ok: false; status: 400 | 413; message: string };

const LARGEST = 1024 * 1024;

const unreadable = (message: string, status: 400 | 413 = 400): ReadCallback => ({
	ok: false,
	status,
	message,
});

const isJson = (type: string) => /^application\/([\w.-]+\+)?json\b/i.test(type);
const isUrlencoded = (type: string) => /^application\/x-www-form-urlencoded\b/i.test(type);

/** Turns a request into a callback. What it returns is plain, bounded data; nothing before it may be trusted. */
export function readCallback({ method, contentType, query, body, length }: Incoming): ReadCallback {
	if (length > LARGEST) return unreadable('The callback is larger than 1 MB', 413);
	if (isTooDeep(body) || isTooDeep(query)) return unreadable('The callback is nested too deeply');
	const isForm = isUrlencoded(contentType);
	const hasBody = length > 0;
	if (hasBody && !isForm && !isJson(contentType)) {
		return unreadable('The callback must be JSON or form fields');
	}
	// Without a body, n8n gives an empty object or undefined.
	const fields = hasBody ? body : {};
	if (!isPlainRecord(fields)) return unreadable('The callback must be one object with fields');
	const others = withoutPrototypes(isPlainRecord(query) ? query : {});
	// The token was checked before; the workflow must not see it.
	delete others.token;
	return {
		ok: true,
		callback: { method, query: others, body: withoutPrototypes(fields), isForm },
	};
}
