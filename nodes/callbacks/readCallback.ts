import { isPlainRecord, isTooDeep, withoutPrototypes } from '../plain';
import type { Callback } from './kinds';

/** What n8n hands to a trigger, as far as it matters here. */
export interface Incoming {
	method: string;
	contentType: string;
	query: unknown;
	body: unknown;
	/** Bytes of the body as they came. */
	length: number;
}

export type ReadCallback =
	{ ok: true; callback: Callback } | { ok: false; status: 400 | 413; message: string };

const LARGEST = 1024 * 1024;

const wrong = (message: string, status: 400 | 413 = 400): ReadCallback => ({
	ok: false,
	status,
	message,
});

const isJson = (type: string) => /^application\/([\w.-]+\+)?json\b/i.test(type);
const isUrlencoded = (type: string) => /^application\/x-www-form-urlencoded\b/i.test(type);

/** Reads a request as a callback: everything that comes from outside is hostile until it has passed here. */
export function readCallback({ method, contentType, query, body, length }: Incoming): ReadCallback {
	if (length > LARGEST) return wrong('The callback is larger than 1 MB', 413);
	if (isTooDeep(body) || isTooDeep(query)) return wrong('The callback is nested too deep');
	const isForm = isUrlencoded(contentType);
	const hasBody = length > 0;
	if (hasBody && !isForm && !isJson(contentType)) {
		return wrong('The callback must be JSON or form fields');
	}
	// n8n puts an empty object in the place of a body that is not there.
	const fields = hasBody ? body : {};
	if (!isPlainRecord(fields)) return wrong('The callback must be one object with fields');
	const others = withoutPrototypes(isPlainRecord(query) ? query : {});
	// The secret has done its work, and goes no further.
	delete others.token;
	return {
		ok: true,
		callback: { method, query: others, body: withoutPrototypes(fields), isForm },
	};
}
