import { drawing } from '../../support/drawing';
import { FORM_TYPE, JSON_TYPE } from './http';
import { SECRETS } from './secrets';
import type { ReceiverName } from './workflows';

/** Callbacks of all shapes and sizes, the same for the same seed. */

export interface HostileCall {
	kind: string;
	to: ReceiverName;
	method: string;
	/** With its token, if it has one. */
	query: string;
	headers: Record<string, string>;
	body?: Buffer;
	/** One that the service could send: it must start one execution. */
	isGood: boolean;
}

const MB = 1024 * 1024;
const LARGEST = MB - 200;

/** One in this many is as large as may be. The others are mostly small. */
const LARGE_IN = 60;

export function* hostileCalls(count: number, seed: number): Generator<HostileCall> {
	const { draw, upTo, pick, bytes } = drawing(seed);
	let made = 0;

	const size = () =>
		upTo(LARGE_IN) === 0 ? LARGEST - upTo(1000) : Math.floor(draw() ** 6 * 60_000) + 1;
	const repeated = (unit: string, most: number) =>
		unit.repeat(Math.max(1, Math.floor(most / unit.length)));
	const list = (unit: string, most: number) => {
		const all = repeated(`${unit},`, most);
		return `[${all.slice(0, -1)}]`;
	};
	const odd = () =>
		pick('null', '[]', '{}', '1e999', '-0', 'true', '""', '[[["a"]]]', '{"toString":1}', '""');
	const official = (more = '') =>
		`{"room_id":"r","ref_no":"in-${made}","text":"Yes","inbox_date":"2026-03-01 23:30:00","sender_number":"6281234567890"${more}}`;
	const report = (more = '') => `{"ref_no":"out-${made}","status":"read"${more}}`;

	const good = (): Partial<HostileCall> & { text: string } =>
		pick<() => Partial<HostileCall> & { text: string }>(
			() => ({ to: pick('inbox', 'grouped'), text: official() }),
			() => ({
				to: pick('inbox', 'grouped'),
				text: `id=p-${made}&originator=6281234567890&msg=Yes`,
				headers: { 'content-type': FORM_TYPE },
			}),
			() => ({ to: 'status', text: report() }),
			() => ({ to: 'status', method: 'GET', query: `ref_no=u-${made}&status=D`, text: '' }),
			() => ({ to: 'business', text: `{"message_id":"b-${made}","body":"Yes"}` }),
		)();

	const bodies: Record<string, () => string | Buffer> = {
		deep: () => {
			const levels = Math.floor(size() / 2);
			return `{"a":${'['.repeat(levels)}1${']'.repeat(levels)}}`;
		},
		'deep objects': () => {
			const levels = Math.floor(size() / 6);
			return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
		},
		wide: () => `{"a":${list(pick('{}', '[]', '1', '""', 'null', '{"b":1}'), size())}}`,
		'many keys': () =>
			`{${Array.from({ length: Math.floor(size() / 9) }, (_, at) => `"k${at}":1`).join(',')}}`,
		'long text': () => `{"a":"${'x'.repeat(size())}"}`,
		escapes: () => `{"a":"${repeated(pick('\\u0000', '\\ud800', '\\"', '\\u00e4'), size())}"}`,
		'long numbers': () => `{"a":${list('9007199254740993', size())}}`,
		'long digits': () => `{"id":${'9'.repeat(Math.min(size(), 100_000))}}`,
		'broken JSON': () => pick(official(), report(), '{"a":[').slice(0, -1 - upTo(9)),
		unclosed: () => pick('[', '{"a":').repeat(Math.floor(size() / 5) + 1),
		'wrong values': () =>
			pick(
				`{"room_id":${odd()},"ref_no":${odd()},"sender_number":${odd()},"text":${odd()}}`,
				`{"ref_no":${odd()},"status":${odd()}}`,
				`{"id":${odd()},"originator":${odd()}}`,
			),
		prototypes: () =>
			pick(
				'{"__proto__":{"polluted":true,"ref_no":"a","status":"read"}}',
				'{"constructor":{"prototype":{"polluted":true}}}',
				'__proto__[polluted]=1&constructor[prototype][polluted]=1',
			),
		'no object': () => pick('null', 'true', '1', '"a"', '[]', '[{}]', ' '),
		bytes: () => Buffer.concat([Buffer.from([0xff, 0xfe, 0]), bytes(upTo(2000))]),
		'UTF-16': () => Buffer.from(official(), 'utf16le'),
		form: () => repeated(pick('a=1&', 'a[]=1&', 'a[b][c]=1&', '%00=%FF&', '&', '='), size()),
		XML: () =>
			pick(
				'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
				`<a>${repeated('<b>', size())}</a>`,
				`<a ${repeated('b="c" ', size())}/>`,
			),
		'claimed file': () =>
			`--x\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\n${'x'.repeat(size())}\r\n--x--\r\n`,
	};
	const typeOf = (kind: string) => {
		if (upTo(8) === 0) {
			return pick('text/plain', '', 'text/json', ';;;', `${JSON_TYPE}; charset=utf-16`, 'a/b');
		}
		if (kind === 'form') return FORM_TYPE;
		if (kind === 'XML') return pick('application/xml', 'text/xml');
		return kind === 'claimed file' ? 'multipart/form-data; boundary=x' : JSON_TYPE;
	};
	const tokenOf = (isGood: boolean) => {
		if (isGood) return `token=${SECRETS.callbackToken}`;
		return pick(
			'',
			'token=',
			`token=${SECRETS.callbackToken.slice(0, -1)}`,
			`token=${SECRETS.callbackToken.toUpperCase()}`,
			`token[]=${SECRETS.callbackToken}`,
			`token[a]=${SECRETS.callbackToken}`,
			`token=%00${SECRETS.callbackToken}`,
			// Some know the token, and send something odd all the same.
			`token=${SECRETS.callbackToken}`,
			`token=${SECRETS.callbackToken}`,
			`token=${SECRETS.callbackToken}`,
		);
	};
	const kinds = Object.keys(bodies);

	while (made < count) {
		made++;
		const isGood = upTo(10) === 0;
		if (isGood) {
			const { text, query, ...given } = good();
			yield {
				kind: 'good',
				to: 'inbox',
				method: 'POST',
				headers: { 'content-type': JSON_TYPE },
				...(text !== '' && { body: Buffer.from(text) }),
				isGood,
				...given,
				query: [tokenOf(true), query].filter((part) => part !== undefined).join('&'),
			};
			continue;
		}
		const kind = kinds[upTo(kinds.length)] ?? '';
		const body = bodies[kind]?.() ?? '';
		const type = typeOf(kind);
		yield {
			kind,
			// What a Business trigger accepts is any object: those that get in there are not counted as harm.
			to: pick<ReceiverName>('inbox', 'grouped', 'status'),
			method: pick('POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'HEAD'),
			query: tokenOf(false),
			headers: {
				...(type !== '' && { 'content-type': type }),
				...(upTo(5) === 0 && { 'x-forwarded-for': pick('127.0.0.1', ',,,', 'x'.repeat(500)) }),
			},
			body: Buffer.isBuffer(body) ? body : Buffer.from(body),
			isGood,
		};
	}
}

const nested = (open: string, inner: string, close: string, times: number) =>
	`${open.repeat(times)}${inner}${close.repeat(times)}`;
const listOf = (unit: string) =>
	`{"a":[${`${unit},`.repeat(Math.floor(LARGEST / (unit.length + 1)) - 8)}${unit}]}`;
const large = (type: string, body: string) => ({ type, body: Buffer.from(body) });

/** The bodies with which one callback could hold n8n up, each as large as n8n lets a trigger have. */
export const LARGE_BODIES: Record<string, { type: string; body: Buffer }> = {
	'a list of {}': large(JSON_TYPE, listOf('{}')),
	'a list of numbers': large(JSON_TYPE, listOf('1')),
	'nested lists': large(JSON_TYPE, `{"a":${nested('[', '', ']', LARGEST / 2 - 8)}}`),
	'nested objects': large(JSON_TYPE, nested('{"a":', '1', '}', LARGEST / 6 - 8)),
	'many keys': large(
		JSON_TYPE,
		`{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
	),
	'one long text': large(JSON_TYPE, `{"message_id":"${'x'.repeat(LARGEST - 32)}"}`),
	'a text of escapes': large(JSON_TYPE, `{"a":"${'\\u0000'.repeat(LARGEST / 6 - 8)}"}`),
	'long whole numbers': large(JSON_TYPE, listOf('9007199254740993')),
	'one very long number': large(JSON_TYPE, `{"a":${'9'.repeat(LARGEST - 32)}}`),
	'a form of many fields': large(FORM_TYPE, 'a=1&'.repeat(LARGEST / 4 - 8)),
	'a form with one long field': large(FORM_TYPE, `message_id=${'x'.repeat(LARGEST - 32)}`),
	'a form of percent signs': large(FORM_TYPE, `a=${'%41'.repeat(LARGEST / 3 - 8)}`),
	'JSON without a type': large('', listOf('{}')),
	'JSON as text/json': large('text/json', listOf('9007199254740993')),
};
