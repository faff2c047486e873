import { z } from 'zod';

import { parseBody } from '../../nodes/MessagingService/engine/answer';
import { parseXml, typed } from '../../nodes/plain/xml';

describe('XML of a response', () => {
	it('XML keeps texts unchanged, with entities decoded and CDATA joined', () => {
		const xml = '<a><n>0812</n><t>x &amp; y &#65;&#x1F600;</t><c><![CDATA[1 < 2]]></c></a>';
		expect(parseXml(xml)).toEqual({ a: { n: '0812', t: 'x & y A😀', c: '1 < 2' } });
	});

	it.each([
		['an entity bomb', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
		['a file from outside', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>'],
		['a document that is cut off', '<a><b>1</b>'],
		['a name that reaches into objects', '<a><__proto__><x>1</x></__proto__></a>'],
		['nesting without end', `${'<a>'.repeat(20_000)}1${'</a>'.repeat(20_000)}`],
	])('XML with %s is unreadable', (_, text) => {
		expect(parseBody(text)).toMatchObject({ form: 'text' });
	});

	const list = z.array(z.object({ id: z.string() }));

	it.each([
		['a list of many', { item: [{ id: '1' }, { id: '2' }] }, [{ id: '1' }, { id: '2' }]],
		['a list of one', { item: { id: '1' } }, [{ id: '1' }]],
		['an entry without a list around it', { id: '1' }, [{ id: '1' }]],
		['an empty list', '', []],
	])('XML with %s becomes a list', (_, value, expected) => {
		expect(typed(list, value)).toEqual(expected);
	});
});

describe('JSON of a response', () => {
	it.each([
		[64, { form: 'json' }],
		[66, { form: 'text', why: 'data nested too deep' }],
		[50_000, { form: 'text' }],
	])('JSON of %i levels is read, or is nested too deep', (levels, body) => {
		expect(parseBody(`${'['.repeat(levels)}${']'.repeat(levels)}`)).toMatchObject(body);
	});

	it('JSON with a byte order mark is read', () => {
		expect(parseBody('\uFEFF{"a":1}')).toEqual({ form: 'json', value: { a: 1 } });
	});
});

describe('Size of a response', () => {
	const FIELDS = `<e>${'<f>1</f>'.repeat(8)}</e>`;
	const entries = (count: number) => `{"data":{"deep":[${Array(count).fill('{}').join()}]}}`;

	it.each([
		['XML of 60,001 elements', `<a>${'<b></b>'.repeat(60_000)}</a>`],
		['XML of 60,001 values in few tags', `<a>${'<b/>'.repeat(60_001)}</a>`],
		['JSON of 60,001 values', entries(59_999)],
	])('%s would hold n8n up, and is not read', (_, text) => {
		expect(parseBody(text)).toMatchObject({ form: 'text', why: 'too many values' });
	});

	it.each([
		['XML of 5,000 entries with eight fields each', `<a>${FIELDS.repeat(5000)}</a>`],
		['JSON of 60,000 values', entries(59_998)],
	])('%s is read', (_, text) => {
		expect(parseBody(text).form).not.toBe('text');
	});
});
