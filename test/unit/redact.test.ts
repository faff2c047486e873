import fc from 'fast-check';

import { redactor } from '../../nodes/plain/redact';
import { atOnce } from '../support/atOnce';

const MASK = '********';

describe('redactor: words', () => {
	it('A text keeps its words around a secret', () => {
		const redact = redactor(['p&s"s <w/rd>']);
		expect(redact.excerpt('a p&s"s <w/rd> b P&S"S <W/RD>')).toBe(`a ${MASK} b ${MASK}`);
		// It cannot be cut out of its escapes.
		expect(redact.excerpt('a p&amp;s&quot;s &lt;w/rd&gt; b')).toBe(MASK);
	});

	it('A longer secret that contains a shorter one is masked whole', () => {
		const redact = redactor(['secret', 'my-secret-key']);
		expect(redact.excerpt('my-secret-key, secret')).toBe(`${MASK}, ${MASK}`);
	});

	it('A text keeps its words if a secret is too short', () => {
		expect(redactor(['an']).excerpt('a banana')).toBe('a banana');
		expect(redactor(['ana']).excerpt('a banana')).toBe(`a b${MASK}na`);
		expect(redactor(['']).excerpt('abc')).toBe('abc');
	});
});

describe('redactor: data', () => {
	const redact = redactor(['a-long-secret']);

	it('Data without a secret stays the same', () => {
		const data = { a: ['b', { c: 'd' }], n: null };
		expect(redact.data(data)).toEqual(data);
		expect(redactor([]).data(data)).toEqual(data);
		expect(redact.data(undefined)).toBeUndefined();
	});

	it('Keys, values and lists lose their secrets and keep the rest', () => {
		const rest = { n: 1, none: null, yes: true };
		const secret = { 'x a-long-secret': ['a-long-secret', { deep: 'a-long-secret!' }] };
		expect(redact.data({ ...rest, ...secret })).toEqual({
			...{ ...rest, [`x ${MASK}`]: [MASK, { deep: `${MASK}!` }] },
		});
	});

	it.each([
		['6 characters', '123456', `x${MASK}`, `"${MASK}"`],
		['5 characters, unless it is a part of a word', '12345', 'x12345', `"${MASK}"`],
		['3 characters, unless it is a part of a word', 'abc', 'xabc', `"${MASK}"`],
		['2 characters, which say nothing', 'ab', 'xab', '"ab"'],
	])('A secret of %s is masked', (_, short, part, word) => {
		const data = { whole: short, part: `x${short}`, word: `pw "${short}", again` };
		const whole = short.length > 2 ? MASK : short;
		expect(redactor([short]).data(data)).toEqual({ whole, part, word: `pw ${word}, again` });
	});
});

describe('redactor: spellings', () => {
	const SECRET = 'p\u00e4\'S/s w"o+r&d1';
	const utf8 = (text: string) => Buffer.from(text);
	const inJson = JSON.stringify(SECRET).slice(1, -1);
	const everyCharacter = (spell: (code: string) => string) =>
		Array.from(SECRET, (character) => spell((character.codePointAt(0) ?? 0).toString(16))).join('');

	const spellings: [string, string][] = [
		['as it is', SECRET],
		['in capitals', SECRET.toUpperCase()],
		['in JSON', inJson],
		['in JSON with escaped slashes', inJson.replace('/', '\\/')],
		['in JSON, all escaped', everyCharacter((code) => `\\u${code.padStart(4, '0')}`)],
		['in JSON, escaped in capitals', inJson.replace('\u00e4', '\\u00E4')],
		['in HTML by decimal numbers', SECRET.replaceAll("'", '&#39;').replaceAll('&d', '&#38;d')],
		['in HTML by hexadecimal numbers', everyCharacter((code) => `&#x${code};`)],
		['in HTML with zeros in front', everyCharacter((code) => `&#x000000${code};`)],
		['in XML', SECRET.replace('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&apos;')],
		['in a URL', encodeURIComponent(SECRET)],
		['in a URL, all encoded', utf8(SECRET).toString('hex').replace(/../g, '%$&')],
		['in a form', new URLSearchParams({ s: SECRET }).toString().slice(2)],
		['in base64', utf8(SECRET).toString('base64')],
		['in URL-safe base64', utf8(SECRET).toString('base64url')],
		['in base64 in a URL', encodeURIComponent(utf8(SECRET).toString('base64'))],
	];

	it.each(spellings)('A secret %s is masked in errors and in data', (_, spelled) => {
		const redact = redactor([SECRET]);
		const data = JSON.stringify(redact.data({ [`key ${spelled}`]: [`is ${spelled}.`] }));
		expect(redact.excerpt(`is ${spelled}.`)).toMatch(/^(?:is )?\*{8}(?:%3D|=){0,2}\.?$/);
		expect(data).toMatch(/^\{"(?:key )?\*{8}[%3D=]*":\["(?:is )?\*{8}[%3D=]*\.?"\]\}$/);
	});

	it.each([0, 1, 2, 3])('A secret after %i other characters in base64 is masked', (before) => {
		const encoded = utf8(`${'x'.repeat(before)}${SECRET}:and what follows`).toString('base64');
		const shown = redactor([SECRET]).excerpt(encoded);
		expect(shown).toContain('********');
		expect(Buffer.from(shown.split('********').join(''), 'base64').toString()).not.toContain('S/s');
	});

	it('Each of several secrets is masked, even a repeated letter in a longer run of it', () => {
		const redact = redactor(['first-secret', 'second-secret', 'aaaaaaaa']);
		const text = 'FIRST-secret, second-secret, aaaaaaaaaa';
		expect(redact.excerpt(text)).toBe(`${MASK}, ${MASK}, ${MASK}aa`);
	});

	it('A secret that was escaped often, or in many ways, is masked with all of its text', () => {
		const often = (escape: (text: string) => string, times: number) =>
			Array.from({ length: times }).reduce<string>(escape, SECRET);
		const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
		const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
		const all = [
			...[encodeURIComponent, inXml, inJson].map((escape) => often(escape, 9)),
			often((text) => encodeURIComponent(inXml(inJson(text))), 3),
		];
		for (const text of all) expect(redactor([SECRET]).excerpt(`x ${text}`)).toBe(MASK);
	});

	it('A secret of digits is masked as a number', () => {
		const data = { a: 1234567890, b: 12345 };
		expect(redactor(['1234567890']).data(data)).toEqual({ a: MASK, b: 12345 });
	});

	it('A secret whose characters are each written in another way is masked', () => {
		const ways: ((character: string) => string)[] = [
			(character) => character,
			(character) => character.toUpperCase(),
			(character) => encodeURIComponent(character),
			(character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
			(character) => `&#${character.codePointAt(0) ?? 0};`,
		];
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...ways), { minLength: SECRET.length, maxLength: SECRET.length }),
				(chosen) => {
					const spelled = Array.from(SECRET, (character, at) => chosen[at]?.(character)).join('');
					expect(redactor([SECRET]).excerpt(`<${spelled}>`)).toMatch(/^<?\*{8}>?$/);
				},
			),
		);
	});

	it('Any other text is left as it is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(redactor(['a-long-secret']).data(text)).toBe(text);
			}),
		);
	});

	it.each([
		['4f9dA1c2beefd00d', 'at 5%', ''],
		['4f9dA1c2beefd00d', 'C:\\u', ''],
		['4f9dA1c2beefd00d', '%25', ''],
		['4f9dA1c2beefd00d', '%2', ''],
		['hunter2pw%4', '', '1'],
		['Secret-word&am', '', 'p;'],
	])('%j between %j and %j, which look like escapes, is masked', (secret, before, after) => {
		const redact = redactor([secret]);
		const text = `a ${before}${secret}${after} z`;
		expect(redact.excerpt(text)).not.toContain(secret);
		expect(JSON.stringify(redact.data({ text }))).not.toContain(secret);
	});

	const HOSTILE = ['%', '%25252541', '\\', '&', '&amp;', '&#0000', SECRET.slice(0, -1)];

	it.each(HOSTILE)('Two million hostile characters are read only a few times each: %j', (piece) => {
		const text = piece.repeat(2_000_000 / piece.length);
		const shown = atOnce(() => redactor([SECRET]).data(text));
		// A comparison that failed would print millions of characters.
		expect(shown === text).toBe(true);
	});
});

describe('redactor: excerpt', () => {
	const redact = redactor(['a-long-secret']);
	const excerpt = (text: string) => redact.excerpt(text);

	it('An excerpt is one line and gives the length of the whole text', () => {
		expect(excerpt(' a\n\t b ')).toBe('a b');
		expect(excerpt(' \n')).toBe('(an empty answer)');
		expect(excerpt('x'.repeat(300))).toBe('x'.repeat(300));
		expect(excerpt('x'.repeat(301))).toBe(`${'x'.repeat(300)}… (301 characters in all)`);
	});

	it.each([290, 299, 300, 310])('An excerpt cuts no secret after %i characters', (before) => {
		const shown = excerpt(`${'x'.repeat(before)}a-long-secret ${'y'.repeat(500)}`);
		expect(shown).not.toContain('a-l');
		expect(excerpt(`${'a-long-secret'.repeat(23)}a-long-secret`)).not.toContain('a-l');
	});

	it('An excerpt shows nothing if an escaped secret begins in it', () => {
		expect(excerpt(`${'x'.repeat(295)}a%2Dlong%2Dsecret`)).toBe(MASK);
	});

	it('An excerpt of two million characters is made quickly', () => {
		const text = 'a-long-secret '.repeat(150_000);
		expect(atOnce(() => excerpt(text))).toMatch(/^\*{8} .* \(2100000 characters in all\)$/);
	});

	it.each([
		[
			'"https:\\/\\/a:b@c@h\\/x?token=t1,;\\u00e9","y"',
			'"https:\\/\\/********@h\\/x?token=********","y"',
		],
		['x?a=1&Token%3Dt%20t&b=2 z', 'x?a=1&Token%3D********&b=2 z'],
		['https://h.example.com/?mail=a@b.c', 'https://h.example.com/?mail=a@b.c'],
	])('Logins and tokens of URLs are not shown: %s', (text, shown) => {
		expect(redactor([]).excerpt(text)).toBe(shown);
	});
});
