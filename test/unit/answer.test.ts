import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { enveloped, expectedAnswer, parseBody } from '../../nodes/MessagingService/engine/answer';
import { breakdownOf } from '../../nodes/MessagingService/engine/wire/breakdown';
import {
	meaningOfAnswer,
	meaningOfBreakdown,
} from '../../nodes/MessagingService/engine/wire/meaning';
import { parseXml, typed } from '../../nodes/plain/xml';
import { redactor } from '../../nodes/plain/redact';

const record = z.record(z.unknown());

const person = z
	.object({ userid: z.string(), idPerson: z.number(), active: z.boolean().nullish() })
	.passthrough();

const outcome = (
	status: number,
	text: string,
	effect: 'send' | 'read' = 'send',
	retryAfter?: string,
) =>
	meaningOfAnswer(
		{ status, text, retryAfter },
		expectedAnswer({
			effect,
			reader: enveloped(person),
			output: (data) => [record.parse(data) as IDataObject],
		}),
		redactor(['very-secret-key']),
		0,
	);

const good = JSON.stringify({ error: false, message: 'ok', data: { userid: 'ann', idPerson: 1 } });

describe('An answer', () => {
	it('gives its data where it is as documented, with what else came', () => {
		const text = JSON.stringify({ error: false, data: { userid: 'ann', idPerson: 1, later: 'x' } });
		expect(outcome(201, text)).toEqual({
			ok: true,
			output: [{ userid: 'ann', idPerson: 1, later: 'x' }],
		});
	});

	it.each([200, 201, 202, 204])('is a success with %i', (status) => {
		expect(outcome(status, good).ok).toBe(true);
	});

	it('is read as XML where XML comes, whatever was asked for, with the types of the schema', () => {
		const text =
			'<?xml version="1.0"?><any><error>false</error><data><userid>007</userid><idPerson>12</idPerson><active>true</active></data></any>';
		expect(outcome(200, text)).toEqual({
			ok: true,
			output: [{ userid: '007', idPerson: 12, active: true }],
		});
	});

	const cases: [string, number, string, 'yes' | 'no' | 'unknown', string][] = [
		['a 400', 400, '{"message":"bad number"}', 'no', 'bad number'],
		['a 401', 401, '', 'no', 'API key'],
		['a 403', 403, '{}', 'no', 'does not allow'],
		['a 404', 404, '<html><body>nothing</body></html>', 'no', 'found nothing'],
		['a 405', 405, '', 'no', 'does not offer'],
		['a redirect', 302, '', 'no', 'another address'],
		['a 408', 408, '', 'unknown', '(408)'],
		['a 429', 429, '', 'no', 'rate limit'],
		['a 500', 500, 'Oops', 'unknown', 'Oops'],
		['a 503', 503, '<html></html>', 'unknown', '(503)'],
		['nothing with 200', 200, '', 'unknown', 'nothing instead of data'],
		['a web page with 200', 200, '<!DOCTYPE html><html></html>', 'unknown', 'a web page'],
		['broken JSON with 200', 200, good.slice(0, 30), 'unknown', 'not JSON'],
		['broken XML with 200', 200, '<a><b>1</b>', 'unknown', 'broken XML'],
		['another shape with 201', 201, '{"data":{"userid":1}}', 'yes', 'data.userid'],
		['no data with 201', 201, '{"ok":1}', 'unknown', 'does not document'],
		['a list with 201', 201, '[1,2]', 'unknown', 'does not document'],
		['error=true', 200, '{"error":true,"message":"no credit"}', 'no', 'no credit'],
		['error=true beside good data', 200, good.replace('false', 'true'), 'unknown', 'ok'],
	];

	it.each(cases)(
		'%s says whether the message left, and what happened',
		(_, status, text, sent, what) => {
			const result = outcome(status, text);
			expect(result.ok).toBe(false);
			if (result.ok) return;
			expect(result.failure.sent).toBe(sent);
			expect(result.failure.what).toContain(what);
			expect(result.failure.advice).not.toBe('');
		},
	);

	it.each([401, 403])('%i names the IP whitelist and where it is', (status) => {
		const result = outcome(status, '');
		expect(result.ok ? '' : result.failure.advice).toMatch(/IP whitelist \(Account, IP Whitelist/);
	});

	it('of a validation error names each field and what is wrong with it', () => {
		const text = JSON.stringify({
			detail: [
				{ loc: ['body', 'parameters', 'body', 0, 'key'], msg: 'field required', type: 'missing' },
				{ loc: ['body'], msg: 'bad body', type: 'x' },
			],
		});
		const result = outcome(422, text);
		expect(result.ok ? '' : result.failure.what).toBe(
			'The service refused a value (422): parameters.body.0.key: field required; request: bad body',
		);
	});

	it('of a validation error in XML does so too', () => {
		const text =
			'<error><detail><item><loc><item>body</item><item>recipient</item></loc><msg>field required</msg><type>missing</type></item></detail></error>';
		const result = outcome(422, text);
		expect(result.ok ? '' : result.failure.what).toContain('recipient: field required');
	});

	it('is repeated by itself only where nothing can have been sent, or nothing can be', () => {
		const again = (status: number, effect: 'send' | 'read') => {
			const result = outcome(status, '', effect);
			return !result.ok && result.failure.again !== undefined;
		};
		expect([again(429, 'send'), again(429, 'read')]).toEqual([true, true]);
		expect([again(500, 'send'), again(500, 'read')]).toEqual([false, true]);
		expect([again(400, 'send'), again(400, 'read')]).toEqual([false, false]);
	});

	it('refuses plainly where the data of an operation may be anything and there is none', () => {
		const text = '{"error":true,"message":"no such gateway"}';
		const result = meaningOfAnswer(
			{ status: 200, text },
			expectedAnswer({ effect: 'send', reader: enveloped(z.unknown()), output: () => [] }),
			redactor([]),
			0,
		);
		expect(result).toMatchObject({ ok: false, failure: { sent: 'no' } });
	});

	it('is shown without secrets, however they are spelled', () => {
		const result = outcome(500, 'key very-secret-key, dmVyeS1zZWNyZXQta2V5');
		expect(result.ok ? '' : result.failure.what).toContain('key ********, ********');
	});

	it('has secrets taken out of its data too', () => {
		const echo = JSON.stringify({ error: false, data: { userid: 'very-secret-key', idPerson: 1 } });
		expect(outcome(200, echo)).toEqual({
			ok: true,
			output: [{ userid: '********', idPerson: 1 }],
		});
	});
});

describe('XML', () => {
	it('keeps texts as they are, decodes what XML names, and joins CDATA', () => {
		expect(
			parseXml('<a><n>0812</n><t>x &amp; y &#65;&#x1F600;</t><c><![CDATA[1 < 2]]></c></a>'),
		).toEqual({
			a: { n: '0812', t: 'x & y A😀', c: '1 < 2' },
		});
	});

	it.each([
		['an entity bomb', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
		['a file from outside', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>'],
		['a document that is cut off', '<a><b>1</b>'],
		['a name that reaches into objects', '<a><__proto__><x>1</x></__proto__></a>'],
		['nesting without end', `${'<a>'.repeat(20_000)}1${'</a>'.repeat(20_000)}`],
	])('refuses %s', (_, text) => {
		expect(parseBody(text)).toMatchObject({ form: 'unreadable' });
	});

	const list = z.array(z.object({ id: z.string() }));

	it.each([
		['a list of many', { item: [{ id: '1' }, { id: '2' }] }, [{ id: '1' }, { id: '2' }]],
		['a list of one', { item: { id: '1' } }, [{ id: '1' }]],
		['an entry without a list around it', { id: '1' }, [{ id: '1' }]],
		['an empty list', '', []],
	])('gives the schema %s', (_, value, expected) => {
		expect(typed(list, value)).toEqual(expected);
	});

	it.each(['True', 'TRUE', '1'])('takes %s for true', (word) => {
		expect(typed(z.boolean(), word)).toBe(true);
	});

	it('leaves a text that is no number for the schema to refuse', () => {
		expect(typed(z.number(), 'many')).toBe('many');
		expect(typed(z.number().nullish(), '')).toBeUndefined();
		expect(typed(z.number(), ' 12.50 ')).toBe(12.5);
	});
});

describe('JSON', () => {
	it('that is nested too deep is refused', () => {
		expect(parseBody(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toMatchObject({
			form: 'unreadable',
		});
	});

	it('with a byte order mark is read', () => {
		expect(parseBody('\uFEFF{"a":1}')).toEqual({ form: 'json', value: { a: 1 } });
	});

	it('that names a prototype changes none', () => {
		parseBody('{"__proto__":{"polluted":true}}');
		expect('polluted' in {}).toBe(false);
	});
});

describe('A request without an answer', () => {
	const thrown = (code: string, syscall?: string) => ({ cause: { code, syscall } });

	it.each([
		['ECONNREFUSED', 'connect', 'no', true],
		['ENOTFOUND', 'getaddrinfo', 'no', true],
		['EAI_AGAIN', 'getaddrinfo', 'no', true],
		['EHOSTUNREACH', 'connect', 'no', true],
		['ETIMEDOUT', 'connect', 'no', true],
		['DEPTH_ZERO_SELF_SIGNED_CERT', '', 'no', false],
		['CERT_HAS_EXPIRED', '', 'no', false],
		['ERR_INVALID_URL', '', 'no', false],
		['ERR_INVALID_CHAR', '', 'no', false],
		['EPROTO', 'write', 'maybe', true],
		['ERR_SSL_WRONG_VERSION_NUMBER', '', 'maybe', true],
		['ECONNRESET', 'read', 'maybe', true],
		['EPIPE', 'write', 'maybe', true],
		['ECONNABORTED', '', 'maybe', true],
		['ERR_CANCELED', '', 'maybe', true],
		['ETIMEDOUT', 'read', 'maybe', true],
		['SOMETHING_NEW', '', 'maybe', true],
		['', '', 'maybe', true],
	])('with %s (%s) has reached the service: %s', (code, syscall, reached, passing) => {
		expect(breakdownOf(thrown(code, syscall), 1000)).toMatchObject({ reached, passing });
	});

	it('is repeated for a send only where it certainly did not reach it', () => {
		const again = (code: string, effect: 'read' | 'send') => {
			const result = meaningOfBreakdown(breakdownOf(thrown(code, 'connect'), 1000), effect);
			return !result.ok && result.failure.again !== undefined;
		};
		expect(again('ECONNREFUSED', 'send')).toBe(true);
		expect(again('ECONNRESET', 'send')).toBe(false);
		expect(again('ECONNRESET', 'read')).toBe(true);
		expect(again('CERT_HAS_EXPIRED', 'send')).toBe(false);
	});
});
