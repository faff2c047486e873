import fc from 'fast-check';

import { readCallback } from '../../nodes/callbacks/readCallback';
import { faultOfData, hasMoreValues, longIntegersAsText } from '../../nodes/plain';

const MOST = 20;

describe('hasMoreValues', () => {
	it.each([
		['a list', `[${'1,'.repeat(30)}1]`],
		['a record', `{${Array.from({ length: 30 }, (_, at) => `"k${at}":1`).join(',')}}`],
		['lists in lists', `${'['.repeat(30)}${']'.repeat(30)}`],
		['records in records', `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`],
		['what is no JSON', ','.repeat(30)],
	])('Too many values are found in %s', (_, json) => {
		expect(hasMoreValues(json, MOST)).toBe(true);
	});

	it.each([
		['commas and brackets in a text', JSON.stringify([',[{'.repeat(30)])],
		['escaped quotes before them', JSON.stringify(['"\\"'.repeat(9), ','.repeat(30)])],
		['a text without an end', `["${','.repeat(30)}`],
	])('No values are counted in %s', (_, json) => {
		expect(hasMoreValues(json, MOST)).toBe(false);
	});

	it('JSON that is allowed once it is parsed is never refused before', () => {
		fc.assert(
			fc.property(fc.json({ maxDepth: 6 }), (json) => {
				const isAllowed = faultOfData(JSON.parse(json), MOST) === undefined;
				expect(isAllowed && hasMoreValues(json, MOST)).toBe(false);
			}),
		);
	});
});

describe('readCallback', () => {
	/** What n8n has parsed may be looked at only if it is small enough. */
	const ownKeys = () => {
		throw new Error('its fields were looked at');
	};
	const untouchable = new Proxy({}, { ownKeys });
	const tooMany = `{"a":[${'{},'.repeat(20_000)}{}]}`;

	const received = (text: string, type: string, body: unknown = {}) => {
		const raw = Buffer.from(text);
		return readCallback({ method: 'POST', type, query: {}, body, raw, length: raw.length });
	};

	it.each(['text/json', ''])('A callback of type %j with too many values is not parsed', (type) => {
		const parse = jest.spyOn(JSON, 'parse');
		const read = received(tooMany, type);
		expect(['status' in read, parse.mock.calls.length]).toEqual([true, 0]);
		parse.mockRestore();
	});

	it('A callback that n8n has parsed is not walked through if it has too many values', () => {
		expect(received(tooMany, 'application/json', untouchable)).toMatchObject({ status: 413 });
	});

	it('A callback with as many values as a trigger reads is read', () => {
		expect(received(`{"a":[${'1,'.repeat(4_998)}1]}`, 'text/json')).toHaveProperty('callback');
	});
});

describe('Data from outside', () => {
	it('Data loses the keys that could change a prototype, and nothing else', () => {
		const value: unknown = JSON.parse(
			'{"a":{"__proto__":{"polluted":1},"b":[{"__proto__":1,"c":2}]},"constructor":3,"__proto__":{"d":1}}',
		);
		faultOfData(value);
		expect(JSON.stringify(value)).toBe('{"a":{"b":[{"c":2}]},"constructor":3}');
		expect('polluted' in {}).toBe(false);
	});

	it('Data with too many values or too deep nesting is refused', () => {
		expect(faultOfData({ a: Array(100).fill({}) }, 101)).toBeUndefined();
		expect(faultOfData({ a: Array(101).fill({}) }, 101)).toBe('too many values');
		const nested = (levels: number): unknown =>
			JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
		expect(faultOfData(nested(64))).toBeUndefined();
		for (const levels of [65, 5_000]) {
			expect(faultOfData(nested(levels))).toBe('data nested too deep');
		}
	});

	it.each([
		['{"a":12345678901234567890}', '{"a":"12345678901234567890"}'],
		['[-12345678901234567890,1]', '["-12345678901234567890",1]'],
		['{"a":"12345678901234567890","b":"\\" 12345678901234567890"}', undefined],
		['[9007199254740991,1234567890.1234567,1e40,123]', undefined],
		['{"a\\\\":12345678901234567891}', '{"a\\\\":"12345678901234567891"}'],
	])('Only integers that JavaScript would round become text: %s', (given, expected) => {
		expect(longIntegersAsText(given)).toBe(expected ?? given);
	});

	it('JSON means the same after long numbers became text', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				expect(JSON.parse(longIntegersAsText(text))).toEqual(JSON.parse(text));
			}),
		);
	});
});
