import { chance } from '../../simulator/core/chance';

/** Callbacks of all shapes and sizes, the same for the same seed. */

export const TOKEN = '8d1f0c6b7a2e4953bf8e61d07c5a94e3f2';
export const WITH_TOKEN = `token=${TOKEN}`;
export const JSON_TYPE = 'application/json';
export const FORM_TYPE = 'application/x-www-form-urlencoded';

export interface HostileCall {
	kind: string;
	to: 'inbox' | 'status' | 'business';
	method: string;
	query: string;
	headers: Record<string, string>;
	body?: Buffer;
	/** One that the service could send: it must start one execution. */
	isGood: boolean;
}

/** Texts of any size that are cheap to send and expensive to read. */
type Shape = (size: number) => string;

const repeated =
	(unit: string): Shape =>
	(size) =>
		unit.repeat(Math.max(1, Math.floor(size / unit.length)));

const list =
	(unit: string): Shape =>
	(size) =>
		`[${repeated(`${unit},`)(size).slice(0, -1)}]`;

const nested =
	(open: string, inner: string, close: string): Shape =>
	(size) => {
		const levels = Math.floor(size / (open.length + close.length));
		return `${open.repeat(levels)}${inner}${close.repeat(levels)}`;
	};

const around =
	(before: string, shape: Shape, after: string): Shape =>
	(size) =>
		`${before}${shape(size)}${after}`;

/** As large as n8n lets a trigger have. */
const LARGEST = 1024 * 1024 - 200;

const inObject = (shape: Shape) => around('{"a":', shape, '}');
const inText = (unit: string) => around('{"a":"', repeated(unit), '"}');
const keys: Shape = (size) =>
	`{${Array.from({ length: Math.floor(size / 13) }, (_, at) => `"k${at}":1`).join(',')}}`;

/** With these, one callback could hold n8n up. */
const SHAPES: Record<string, [type: string, shape: Shape]> = {
	'a list of {}': [JSON_TYPE, inObject(list('{}'))],
	'a list of numbers': [JSON_TYPE, inObject(list('1'))],
	'nested lists': [JSON_TYPE, inObject(nested('[', '', ']'))],
	'nested objects': [JSON_TYPE, nested('{"a":', '1', '}')],
	'many keys': [JSON_TYPE, keys],
	'one long text': [JSON_TYPE, around('{"message_id":"', repeated('x'), '"}')],
	'a text of escapes': [JSON_TYPE, inText('\\u0000')],
	'long whole numbers': [JSON_TYPE, inObject(list('9007199254740993'))],
	'one very long number': [JSON_TYPE, inObject(repeated('9'))],
	'a form of many fields': [FORM_TYPE, repeated('a=1&')],
	'a form with one long field': [FORM_TYPE, around('message_id=', repeated('x'), '')],
	'a form of percent signs': [FORM_TYPE, around('a=', repeated('%41'), '')],
	'JSON without a type': ['', inObject(list('{}'))],
	'JSON as text/json': ['text/json', inObject(list('9007199254740993'))],
};

export const LARGE_BODIES = Object.fromEntries(
	Object.entries(SHAPES).map(([name, [type, shape]]) => [
		name,
		{ type, body: Buffer.from(shape(LARGEST - 32)) },
	]),
);

/** One in this many is as large as may be. The others are mostly small. */
const LARGE_IN = 60;

export function* hostileCalls(count: number, seed: number): Generator<HostileCall> {
	const draw = chance(seed);
	const upTo = (most: number) => Math.floor(draw() * most);
	const pick = <Value>(...values: [Value, ...Value[]]): Value =>
		values[upTo(values.length)] ?? values[0];
	const bytes = (length: number) => Buffer.from(Array.from({ length }, () => upTo(256)));
	let made = 0;

	const size = () =>
		upTo(LARGE_IN) === 0 ? LARGEST - upTo(1000) : Math.floor(draw() ** 6 * 60_000) + 1;
	const sized = (shape: Shape) => shape(size());
	const value = () =>
		pick('null', '[]', '{}', '1e999', '-0', 'true', '""', '[[["a"]]]', '{"toString":1}', '""');
	const official = () =>
		`{"room_id":"r","ref_no":"in-${made}","text":"Yes","inbox_date":"2026-03-01 23:30:00","sender_number":"6281234567890"}`;
	const report = () => `{"ref_no":"out-${made}","status":"read"}`;

	const good = (): HostileCall => {
		const [to, body, given] = pick<[HostileCall['to'], string, Partial<HostileCall>?]>(
			['inbox', official()],
			[
				'inbox',
				`id=p-${made}&originator=6281234567890&msg=Yes`,
				{ headers: { 'content-type': FORM_TYPE } },
			],
			['status', report()],
			['status', '', { method: 'GET', query: `${WITH_TOKEN}&ref_no=u-${made}&status=D` }],
			['business', `{"message_id":"b-${made}","body":"Yes"}`],
		);
		return {
			kind: 'good',
			isGood: true,
			to,
			method: 'POST',
			query: WITH_TOKEN,
			headers: { 'content-type': JSON_TYPE },
			...(body !== '' && { body: Buffer.from(body) }),
			...given,
		};
	};

	const odd: Record<string, () => readonly [body: string | Buffer, type?: string]> = {
		wide: () => [sized(inObject(list(pick('[]', '""', 'null', '{"b":1}'))))],
		escapes: () => [sized(inText(pick('\\ud800', '\\"', '\\u00e4')))],
		'broken JSON': () => [pick(official(), report(), '{"a":[').slice(0, -1 - upTo(9))],
		unclosed: () => [sized(repeated(pick('[', '{"a":')))],
		'wrong values': () => [
			pick(
				`{"room_id":${value()},"ref_no":${value()},"sender_number":${value()},"text":${value()}}`,
				`{"ref_no":${value()},"status":${value()}}`,
				`{"id":${value()},"originator":${value()}}`,
			),
		],
		prototypes: () => [
			pick(
				'{"__proto__":{"polluted":true,"ref_no":"a","status":"read"}}',
				'{"constructor":{"prototype":{"polluted":true}}}',
				'__proto__[polluted]=1&constructor[prototype][polluted]=1',
			),
		],
		'no object': () => [pick('null', 'true', '1', '"a"', '[]', '[{}]', ' ')],
		bytes: () => [Buffer.concat([Buffer.from([0xff, 0xfe, 0]), bytes(upTo(2000))])],
		'UTF-16': () => [Buffer.from(official(), 'utf16le')],
		form: () => [sized(repeated(pick('a[]=1&', 'a[b][c]=1&', '%00=%FF&', '&', '='))), FORM_TYPE],
		XML: () => [
			pick(
				'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
				sized(around('<a>', repeated('<b>'), '</a>')),
				sized(around('<a ', repeated('b="c" '), '/>')),
			),
			pick('application/xml', 'text/xml'),
		],
		'claimed file': () => [
			`--x\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\n${'x'.repeat(size())}\r\n--x--\r\n`,
			'multipart/form-data; boundary=x',
		],
	};
	for (const [name, [type, shape]] of Object.entries(SHAPES)) {
		odd[name] = () => [sized(shape), type];
	}
	const kinds = Object.keys(odd);

	while (made < count) {
		made++;
		if (upTo(10) === 0) {
			yield good();
			continue;
		}
		const kind = kinds[upTo(kinds.length)] ?? '';
		const [body, itsType = JSON_TYPE] = odd[kind]?.() ?? [''];
		const otherType = pick('text/plain', '', 'a/b', ';;;', `${JSON_TYPE}; charset=utf-16`);
		const type = upTo(8) === 0 ? otherType : itsType;
		yield {
			kind,
			isGood: false,
			body: Buffer.from(body),
			// What a Business trigger accepts is any object: those that get in there are not counted as harm.
			to: pick('inbox', 'status'),
			method: pick('POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'HEAD'),
			query: pick(
				'',
				'token=',
				WITH_TOKEN.slice(0, -1),
				`token=${TOKEN.toUpperCase()}`,
				`token[]=${TOKEN}`,
				`token[a]=${TOKEN}`,
				`token=%00${TOKEN}`,
				// Some know the token, and send something odd all the same.
				...[WITH_TOKEN, WITH_TOKEN, WITH_TOKEN],
			),
			headers: {
				...(type !== '' && { 'content-type': type }),
				...(upTo(5) === 0 && { 'x-forwarded-for': pick('127.0.0.1', ',,,', 'x'.repeat(500)) }),
			},
		};
	}
}
