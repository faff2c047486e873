import { excerpt, redactor } from '../../nodes/plain/redact';

const MASK = '********';

describe('What a person reads', () => {
	const secret = 'p&s"s <w\'/rd>';
	const redact = redactor([secret]);

	it.each([
		['as it is', secret],
		['as in JSON', 'p&s\\"s <w\'/rd>'],
		['as in an address', "p%26s%22s%20%3Cw'%2Frd%3E"],
		['as in an address with small letters', "p%26s%22s%20%3cw'%2frd%3e"],
		['as in XML', 'p&amp;s&quot;s &lt;w&apos;/rd&gt;'],
		['as in XML that leaves quotes alone', 'p&amp;s"s &lt;w\'/rd&gt;'],
		['as in a Basic header', 'cCZzInMgPHcnL3JkPg=='],
		['as in a form', 'p%26s%22s+%3Cw%27%2Frd%3E'],
	])('holds no secret, %s', (_, spelled) => {
		expect(redact.text(`a ${spelled} b ${spelled}`)).toBe(`a ${MASK} b ${MASK}`);
	});

	it('holds no piece of a longer secret that contains a shorter one', () => {
		expect(redactor(['secret', 'my-secret-key']).text('my-secret-key, secret')).toBe(
			`${MASK}, ${MASK}`,
		);
	});

	it('keeps its words where a secret is so short that it stands in them', () => {
		expect(redactor(['an']).text('a banana')).toBe('a banana');
		expect(redactor(['ana']).text('a banana')).toBe(`a b${MASK}na`);
		expect(redactor(['']).text('abc')).toBe('abc');
	});
});

describe('Data that comes out', () => {
	const redact = redactor(['a-long-secret']);

	it('is the very same object where it holds no secret', () => {
		const data = { a: ['b', { c: 'd' }], n: null };
		expect(redact.data(data)).toBe(data);
		expect(redactor([]).data(data)).toBe(data);
		expect(redact.data(undefined)).toBeUndefined();
	});

	it('holds no secret in keys, values and lists, and else what it held', () => {
		expect(
			redact.data({
				'x a-long-secret': ['a-long-secret', { deep: 'a-long-secret!' }],
				n: 1,
				none: null,
				yes: true,
			}),
		).toEqual({ [`x ${MASK}`]: [MASK, { deep: `${MASK}!` }], n: 1, none: null, yes: true });
	});

	it('holds no secret that needs escaping in JSON', () => {
		expect(redactor(['quo"ted-secret']).data(['quo"ted-secret'])).toEqual([MASK]);
	});

	it.each([
		['8 characters', '12345678', { whole: MASK, part: `x${MASK}` }],
		[
			'7 characters, which may be a part of other words',
			'1234567',
			{ whole: MASK, part: 'x1234567' },
		],
		['3 characters', 'abc', { whole: MASK, part: 'xabc' }],
		['2 characters, which say nothing', 'ab', { whole: 'ab', part: 'xab' }],
	])('holds no secret of %s', (_, short, expected) => {
		expect(redactor([short]).data({ whole: short, part: `x${short}` })).toEqual(expected);
	});
});

describe('An excerpt', () => {
	it('is one line, and says how much there was', () => {
		expect(excerpt(' a\n\t b ')).toBe('a b');
		expect(excerpt(' \n')).toBe('(an empty answer)');
		expect(excerpt('x'.repeat(300))).toBe('x'.repeat(300));
		expect(excerpt('x'.repeat(301))).toBe(`${'x'.repeat(300)}… (301 characters in all)`);
	});
});
