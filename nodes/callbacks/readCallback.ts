import { createHash } from 'node:crypto';

import {
	hasMoreValues,
	inspect,
	isPlainRecord,
	isUrlencoded,
	longIntegersAsText,
	MOST_VALUES,
	type SentBody,
} from '../plain';
import type { Answer } from './answer';
import type { Callback } from './kinds';

export interface Incoming extends SentBody {
	method: string;
	query: Record<string, unknown>;
	/** As n8n parsed it: JSON, a form or XML; an empty object if n8n did not. */
	body: unknown;
}

const LARGEST = 1024 * 1024;
/** A value and what parts it from the next one. */
const SHORTEST_OVERFULL = 2 * MOST_VALUES;

const unreadable = (message: string, status = 400): Answer => ({
	status,
	message,
	advice: 'The service sends JSON or a form: check who else calls this URL.',
});

const MOST = MOST_VALUES.toLocaleString('en-GB');
const TOO_MANY = unreadable(`The callback has more than ${MOST} values`, 413);

const isParsedByN8n = (type: string) => /^application\/json\s*(;|$)/i.test(type);

/** Many senders name another type for JSON, or none: PHP's curl names that of a form. */
const looksLikeJson = (raw: Buffer): boolean =>
	/^[\ufeff\s]*[[{]/.test(raw.subarray(0, 64).toString());

function parsed(raw: Buffer): unknown {
	try {
		return JSON.parse(longIntegersAsText(raw.toString().replace(/^\uFEFF/, '')));
	} catch {
		return undefined;
	}
}

/** To count in the text costs less than to parse it, or to walk through what n8n has parsed. */
const hasTooManyValues = (raw: Buffer): boolean =>
	raw.length > SHORTEST_OVERFULL &&
	looksLikeJson(raw) &&
	hasMoreValues(raw.toString(), MOST_VALUES);

/** The body is undefined if it is neither JSON nor a form. */
function readBody({ type, body, raw, length }: Incoming) {
	const isForm = isUrlencoded(type);
	if (length === 0) return { body: {}, isForm };
	if (isParsedByN8n(type)) return { body, isForm: false };
	const json = looksLikeJson(raw) ? parsed(raw) : undefined;
	if (json !== undefined) return { body: json, isForm: false };
	return { body: isForm ? body : undefined, isForm };
}

const hasFields = (entry: unknown) => isPlainRecord(entry) && Object.keys(entry).length > 0;

/** Turns a request into a callback. What it returns is plain, bounded data; nothing before it may be trusted. */
export function readCallback(incoming: Incoming): Callback | Answer {
	const { method, query, raw, length } = incoming;
	if (length > LARGEST) return unreadable('The callback is larger than 1 MB', 413);
	if (hasTooManyValues(raw)) return TOO_MANY;
	const { isForm, ...read } = readBody(incoming);
	let { body } = read;
	let seen = inspect(body);
	if (seen.hasRoundedIntegers && raw.length > 0) {
		body = parsed(raw) ?? body;
		seen = inspect(body);
	}
	const fault = seen.fault ?? inspect(query).fault;
	if (fault === 'too deep') return unreadable('The callback is nested too deeply');
	if (fault !== undefined) return TOO_MANY;
	const list = Array.isArray(body) && body.some(hasFields) ? (body as unknown[]) : undefined;
	// Some senders put everything into the query and add a body that means nothing.
	const isInQuery = Object.keys(query).length > 0;
	if (!isPlainRecord(body) && list === undefined && !isInQuery) {
		const wanted = body === undefined ? 'JSON or form fields' : 'one object with fields';
		return unreadable(`The callback must be ${wanted}`);
	}
	const fields = isPlainRecord(body) ? body : {};
	return {
		method,
		query,
		body: fields,
		...(list && { list }),
		isForm,
		// A repeat has the same bytes. Without bytes, what n8n made of them must do.
		digest: () =>
			createHash('sha256')
				.update(raw.length > 0 ? raw : JSON.stringify(list ?? fields))
				.digest('base64'),
	};
}
