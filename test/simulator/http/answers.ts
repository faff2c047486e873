import XMLBuilder from 'fast-xml-builder';

import type { Outcome } from './journal';

export interface Reply {
	status: number;
	body: unknown;
	/** The format, if it does not depend on the Accept header. */
	format?: 'json' | 'xml';
	/** The outermost element of XML. */
	root?: string;
	headers?: Record<string, string>;
}

export interface Written {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** An entry of a validation error: a path in the request, and what is wrong there. */
interface Misfit {
	loc: PropertyKey[];
	msg: string;
	type: string;
}

export class Refused extends Error {
	constructor(
		readonly reply: Reply,
		readonly outcome: Outcome,
	) {
		super('refused');
	}
}

export const invalid = (detail: Misfit[]): Reply => ({ status: 422, body: { detail } });

/** Refuses a request for its value at a path such as body.payloads.link. */
export function refuseAt(path: string | Misfit['loc'], msg: string, type = 'value_error'): never {
	const loc = typeof path === 'string' ? path.split('.') : path;
	throw new Refused(invalid([{ loc, msg, type }]), 'refused');
}

/** The documentation does not show the bodies of other failures. */
export const failure = (
	status: number,
	message: string,
	headers: Record<string, string> = {},
): Reply => ({ status, body: { error: true, message }, headers });

export const success = (status: number, data: unknown): Reply => ({
	status,
	body: { error: false, message: status === 201 ? 'Saved' : 'OK', data },
});

const builder = new XMLBuilder({ suppressEmptyNode: false });

/** Characters that XML cannot contain: most control characters, and halves of surrogate pairs. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A list becomes an element around its entries. Null becomes an empty element. */
function asElements(value: unknown): unknown {
	if (Array.isArray(value)) return value.length === 0 ? '' : { item: value.map(asElements) };
	if (typeof value === 'string') return value.replace(NOT_IN_XML, '');
	if (typeof value !== 'object' || value === null) return value ?? '';
	return Object.fromEntries(
		Object.entries(value)
			.filter(([, inner]) => inner !== undefined)
			.map(([key, inner]) => [key, asElements(inner)]),
	);
}

export const toXml = (root: string, content: unknown): string =>
	`<?xml version="1.0" encoding="UTF-8"?>${builder.build({ [root]: content })}`;

const wantsXml = (accept: string): boolean => /\b(text|application)\/xml\b/i.test(accept);

export function written({ status, body, format, root, headers }: Reply, accept: string): Written {
	const xml = format === 'xml' || (format === undefined && wantsXml(accept));
	return {
		status,
		headers: {
			'content-type': xml ? 'application/xml; charset=utf-8' : 'application/json; charset=utf-8',
			...headers,
		},
		text: xml ? toXml(root ?? 'response', asElements(body)) : JSON.stringify(body),
	};
}
