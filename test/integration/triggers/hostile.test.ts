import { z } from 'zod';

import { call, useTriggers } from '../../support/webhooks';

/** Callbacks that are expensive to read, or that no service sends. */

/** The most schemas that may look at one callback, whatever is in it. */
const MOST_READINGS = 200;
const MEGABYTE = 1024 * 1024;
/** As large as a trigger reads. */
const LARGEST = MEGABYTE - 200;

const TOKEN = '8d1f0c6b7a2e4953bf8e61d07c5a94e3f2';
const token = { token: TOKEN };
const query = `token=${TOKEN}`;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const OFFICIAL =
	'{"room_id":"r","ref_no":"in","text":"Yes","inbox_date":"2026-03-01 23:30:00","sender_number":"6281234567890"}';
const REPORT = { ref_no: 'out-1', status: 'read', status_date: '2026-03-01 23:30:00' };

const letters = (length: number) => 'x'.repeat(length);
const filled = (before: string, unit: string, after: string) =>
	`${before}${unit.repeat(Math.floor((LARGEST - before.length - after.length) / unit.length))}${after}`;
const listOf = (one: string) => filled('{"a":[', `${one},`, `${one}]}`);
const nested = `${'['.repeat(LARGEST / 2)}${']'.repeat(LARGEST / 2)}`;
const keys = Array.from({ length: Math.floor(LARGEST / 13) }, (_, at) => `"k${at}":1`);
/** As many values as are read, and a text behind them. */
const readWhole = (list: string) => `{"a":[${list}"${letters(MEGABYTE - 10 - list.length)}"]}`;

/** With these, one callback could hold n8n up. */
const LARGE_BODIES: [what: string, type: string, body: string][] = [
	['a list of {}', JSON_TYPE, listOf('{}')],
	['nested lists', JSON_TYPE, `{"a":${nested}}`],
	['many keys', JSON_TYPE, `{${keys.join(',')}}`],
	['one long text', JSON_TYPE, filled('{"message_id":"', 'x', '"}')],
	['long whole numbers', JSON_TYPE, listOf('9007199254740993')],
	['one very long number', JSON_TYPE, filled('{"a":', '9', '}')],
	['a form of many fields', FORM_TYPE, filled('', 'a=1&', '')],
	['a form of percent signs', FORM_TYPE, filled('a=', '%41', '')],
	['JSON as text/json', 'text/json', listOf('9007199254740993')],
	['long numbers that are read', JSON_TYPE, readWhole('12345678901234567890,'.repeat(4900))],
	['objects that are read', JSON_TYPE, readWhole('{"b":{}},'.repeat(2450))],
];

describe('Hostile callbacks', () => {
	const { inbox, status } = useTriggers();

	it.each<[what: string, type: string, body: string | Buffer, status: number]>([
		['broken JSON', JSON_TYPE, OFFICIAL.slice(0, -5), 422],
		['no object', JSON_TYPE, 'null', 200],
		['bytes', JSON_TYPE, Buffer.from('fffe00c3281980', 'hex'), 422],
		['UTF-16', JSON_TYPE, Buffer.from(OFFICIAL, 'utf16le'), 422],
		['a charset that is none', `${JSON_TYPE}; charset=utf-99`, OFFICIAL, 422],
		['a form of odd names', FORM_TYPE, 'a[]=1&a[b][c]=1&%00=%FF&&=', 200],
		[
			'a form with a prototype',
			FORM_TYPE,
			'__proto__[polluted]=1&constructor[prototype][b]=1',
			200,
		],
		[
			'XML that names a file',
			'text/xml',
			'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
			422,
		],
		['a multipart form of nothing', 'multipart/form-data; boundary=x', '--x--', 200],
	])('%s gets a documented answer, and starts nothing', async (_, type, body, code) => {
		const server = await inbox({ events: ['whatsappOfficialInbox', 'pushInbox'] }, token);
		const headers = { 'content-type': type };
		const answer = await call(server, { body: Buffer.from(body), headers, query });

		expect(answer.status).toBe(code);
		expect([server.started, server.errors]).toEqual([[], []]);
		expect({}).not.toHaveProperty('polluted');
	});

	it.each([
		['as JSON', { json: { ...REPORT, more: letters(MEGABYTE) } }],
		[
			'as a form',
			{
				body: `ref_no=a&status=D&more=${letters(MEGABYTE)}`,
				headers: { 'content-type': FORM_TYPE },
			},
		],
		['beyond what n8n reads', { json: { ...REPORT, more: letters(17 * MEGABYTE) } }],
	])('A callback of more than 1 MB is refused as too large: %s', async (_, what) => {
		const server = await status({}, token);

		expect((await call(server, { ...what, query })).status).toBe(413);
		expect(server.started).toEqual([]);
	});

	it.each(LARGE_BODIES)('A callback of 1 MB does not hold n8n up: %s', async (_, type, text) => {
		const server = await inbox({}, token);
		const readings = jest.spyOn(z.ZodType.prototype, '_parseSync');
		const body = Buffer.from(text);
		const answer = await call(server, { body, headers: { 'content-type': type }, query });
		const count = readings.mock.calls.length;
		readings.mockRestore();

		expect([200, 413, 422]).toContain(answer.status);
		expect(server.errors).toEqual([]);
		// A schema for each of its objects would take a minute.
		expect(count).toBeLessThan(MOST_READINGS);
	});

	it('A callback gives a workflow no key that leads astray', async () => {
		const server = await inbox({ simplify: false });
		await call(server, {
			body: '{"a":{"__proto__":{"polluted":true},"b":1},"__proto__":{"polluted":true}}',
			headers: { 'content-type': JSON_TYPE },
		});

		expect(JSON.stringify(server.outputs)).toBe(
			JSON.stringify([{ event: 'whatsappBusiness', data: { a: { b: 1 } } }]),
		);
	});
});
