import { isUtf8 } from 'node:buffer';

import type { ErrorObject } from 'ajv/dist/2020';

import {
	CALLBACKS,
	faultsOfCallback,
	faultsOfResponse,
	fieldsOf,
	isFields,
	type Callback,
} from '../support/contract';
import { askedOf, textOf, typeOf, type Exchange } from './recorder';
import { isKnownName, sanitized } from './sanitize';

/** What differs from the OpenAPI file, each in a sentence that shows no value. */

const quoted = (name: string) =>
	isKnownName(name)
		? `“${name}”`
		: `A field with a name of ${name.length} characters that is not shown`;

function shown(value: unknown): string {
	if (typeof value === 'string')
		return `a text of the form “${sanitized(value).replaceAll('1', '9')}”`;
	if (value === null) return 'null';
	return Array.isArray(value) ? 'a list' : `of the type ${typeof value}`;
}

/** A new field, or a documented one under another name. */
function unknownField({ params, parentSchema, data }: ErrorObject): string {
	const present = isFields(data) ? data : {};
	const documented = isFields(parentSchema?.properties) ? parentSchema.properties : {};
	const [missing, ...others] = Object.keys(documented).filter((name) => !(name in present));
	const extra = `${quoted(String(params.additionalProperty))} is not documented.`;
	return missing === undefined || others.length > 0
		? extra
		: `${extra} It may be new, or the new name of ${quoted(missing)}, which is missing.`;
}

function wordsOf(fault: ErrorObject): string {
	const { keyword, instancePath, params, parentSchema, data } = fault;
	const name = quoted(instancePath.split('/').findLast((part) => !/^\d*$/.test(part)) ?? 'body');
	if (keyword === 'additionalProperties') return unknownField(fault);
	if (keyword === 'required') return `${quoted(String(params.missingProperty))} is missing.`;
	const description: unknown = parentSchema?.description;
	const wanted = keyword === 'type' ? String(params.type) : description;
	return `${name} is ${shown(data)}. Documented: ${typeof wanted === 'string' ? wanted : keyword}.`;
}

/** Each entry of a list has the same differences, so each is said once. */
const inWords = (faults: readonly ErrorObject[]) => [...new Set(faults.map(wordsOf))];

const isPage = (body: string) => /^\s*<(!doctype\s+html|html|head|body)\b/i.test(body);

/** What came instead of JSON, or what differs in it. */
function differencesInJson(operation: string, status: number, body: string): string[] {
	if (/^\s*</.test(body)) return ['XML came, although JSON was asked for.'];
	let json: unknown;
	try {
		json = JSON.parse(body);
	} catch {
		const what = body.trim() === '' ? 'Nothing' : 'A text that is not JSON';
		return [`${what} came as the body of code ${status}.`];
	}
	const faults = faultsOfResponse(operation, status, json);
	const hasEnvelope = status > 299 || (isFields(json) && 'data' in json);
	return hasEnvelope || faultsOfResponse(operation, status, { data: json }).length >= faults.length
		? inWords(faults)
		: ['The data comes without the documented envelope of error, message and data.'];
}

export type Expected = 'success' | 'failure';

/** All differences of one response. */
export function differencesOf(seen: Exchange, expected: Expected, isXml = false): string[] {
	const { status, headers, bytes } = seen;
	const type = typeOf(seen);
	const operation = askedOf(seen);
	if (operation === undefined || status === 0) return ['The service did not respond.'];
	const found: string[] = [];
	const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
	if (!/^(?:utf-?8|us-ascii)$/i.test(charset) || !isUtf8(bytes)) {
		found.push('The charset of the response is not UTF-8: letters such as é may arrive wrong.');
	}
	if (status >= 300 && status <= 399) {
		const scheme = headers.get('location')?.startsWith('https:') === true ? 'https://' : 'http://';
		const words = `The service redirects (${status}) to an ${scheme} address: enter that as the base URL. The node does not follow it, since it would send the key there.`;
		return [...found, words];
	}
	const isSuccess = status >= 200 && status <= 299;
	const wanted = Object.keys(operation.responses).find((code) => code.startsWith('2')) ?? '';
	if (isSuccess !== (expected === 'success')) {
		found.push(`The response has the code ${status}, where a ${expected} was expected.`);
	} else if (isSuccess && String(status) !== wanted) {
		found.push(`A success has the code ${status}, and not ${wanted}.`);
	}
	const body = textOf(seen);
	if (isPage(body)) {
		found.push('A web page came in place of data: a proxy or a login page, not the service.');
	} else if (!isXml) {
		found.push(...differencesInJson(operation.operationId, status, body));
	} else if (!/\bxml\b/.test(type)) {
		found.push('Another format came, although XML was asked for.');
	}
	return found;
}

const TYPES = /^(?:application|text)\/(?:json|xml|plain|x-www-form-urlencoded)\b/;

/** The documented callback that this one is most like, and the differences. */
export function judgedCallback(callback: Callback): { kind: string; differences: string[] } {
	const { method, headers, body } = callback;
	const fields = fieldsOf(callback);
	const all = CALLBACKS.map((one) => ({ ...one, faults: faultsOfCallback(one.kind, fields) }));
	const [best] = all.sort((one, other) => one.faults.length - other.faults.length);
	const { kind = '', ways = [], faults = [] } = best ?? {};
	if (faults.filter(({ keyword }) => keyword === 'required').length > 1) {
		const words = 'A callback came in a form that is not documented.';
		return { kind: 'unknown', differences: [words] };
	}
	const type = TYPES.exec(headers['content-type'] ?? '')?.[0] ?? 'of another type';
	const way = body === '' ? method : `${method} ${type}`;
	const wrong = `It comes as ${way}. Documented: ${ways.join(' or ')}.`;
	return { kind, differences: [...(ways.includes(way) ? [] : [wrong]), ...inWords(faults)] };
}
