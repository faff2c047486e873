import fc from 'fast-check';

import { redactor } from '../../nodes/plain/redact';
import { atOnce } from '../support/atOnce';

const MASK = '********';

describe('redactor: words', () => {
	it('A text keeps its words around a secret', () => {
		const redact = redactor('p&s"s <w/rd>');
		expect(redact.excerpt('a p&s"s <w/rd> b P&S"S <W/RD>')).toBe(`a ${MASK} b ${MASK}`);
		// It cannot be cut out of its escapes.
		expect(redact.excerpt('a p&amp;s&quot;s &lt;w/rd&gt; b')).toBe(MASK);
	});

	it.each(['p\\ss w%41rd', 'p&amp;ssword', 'password'])(
		'A Basic header with the password %j is masked, also in a path',
		(password) => {
			const basic = Buffer.from(`user:${password}`).toString('base64');
			for (const text of [`Basic ${basic}`, `at /auth/${basic}`]) {
				expect(redactor(password).excerpt(text)).toBe(MASK);
			}
		},
	);

	it('A text keeps its words if a secret is too short', () => {
		expect(redactor('an').excerpt('a banana')).toBe('a banana');
		expect(redactor('ana').excerpt('a banana')).toBe(`a b${MASK}na`);
		expect(redactor('').excerpt('abc')).toBe('abc');
	});
});

describe('redactor: data', () => {
	const KEY = 'a-long-secret-16';

	it('Data has no text that contains the whole secret, and is the same otherwise', () => {
		const rest = { n: 1, none: null, yes: true, part: KEY.slice(1), other: KEY.toUpperCase() };
		const secret = { [`x ${KEY}`]: [KEY, { deep: `${KEY}!` }] };
		const { data } = redactor(KEY);
		expect(data({ ...rest, ...secret })).toEqual({ ...rest, [MASK]: [MASK, { deep: MASK }] });
		expect(data(undefined)).toBeUndefined();
	});

	it.each(['', '123456', KEY.slice(1)])('The secret %j is too short to change data', (secret) => {
		const data = { ref_no: `8${secret}001`, destination: secret, [secret]: 1234567 };
		expect(redactor(secret).data(data)).toEqual(data);
	});

	it('The fields of a refusal lose the secret in every spelling', () => {
		const { fields } = redactor('p&ssw');
		expect(fields({ 'p&ssw': ['is P&SSW', { a: 'p&amp;ssw' }], n: 1 })).toEqual({
			[MASK]: [`is ${MASK}`, { a: MASK }],
			n: 1,
		});
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

	it.each(spellings)('A secret %s is masked in errors', (_, spelled) => {
		const shown = redactor(SECRET).excerpt(`is ${spelled}.`);
		expect(shown).toMatch(/^(?:is )?\*{8}(?:%3D|=){0,2}\.?$/);
	});

	it('Any secret is masked in URLs, forms, HTML and JSON, also in one within another', () => {
		const inHtml = (text: string) =>
			text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
		const escapes: ((text: string) => string)[] = [
			encodeURIComponent,
			(text) => new URLSearchParams({ s: text }).toString().slice(2),
			inHtml,
			(text) => JSON.stringify(text).slice(1, -1),
			(text) => inHtml(encodeURIComponent(text)),
			(text) => encodeURIComponent(JSON.stringify(text).slice(1, -1)),
		];
		const characters = fc.constantFrom(...Array.from('%%&<"$?/+ #25ab'));
		const secrets = fc.array(characters, { minLength: 8, maxLength: 24 });
		fc.assert(
			fc.property(secrets, fc.constantFrom(...escapes), (secret, escape) => {
				const text = secret.join('').trim().padEnd(8, 'z');
				expect(redactor(text).excerpt(`is ${escape(text)}`)).not.toContain(escape(text));
			}),
			{ numRuns: 2000 },
		);
	});

	it.each([0, 1, 2, 3])('A secret after %i other characters in base64 is masked', (before) => {
		const encoded = utf8(`${'x'.repeat(before)}${SECRET}:and what follows`).toString('base64');
		expect(redactor(SECRET).excerpt(`Basic ${encoded}`)).toBe(MASK);
	});

	it('A repeated letter is masked in a longer run of it', () => {
		expect(redactor('aaaaaaaa').excerpt('aaaaaaaaaa')).toBe(`${MASK}aa`);
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
		for (const text of all) expect(redactor(SECRET).excerpt(`x ${text}`)).toBe(MASK);
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
					expect(redactor(SECRET).excerpt(`<${spelled}>`)).toMatch(/^<?\*{8}>?$/);
				},
			),
		);
	});

	it('Any other text is left as it is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(redactor('a-long-secret').fields(text)).toBe(text);
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
		const redact = redactor(secret);
		const text = `a ${before}${secret}${after} z`;
		expect(redact.excerpt(text)).not.toContain(secret);
	});

	const HOSTILE = ['%', '%25252541', '\\', '&', '&amp;', '&#0000', SECRET.slice(0, -1)];

	it.each(HOSTILE)('Two million hostile characters are read only a few times each: %j', (piece) => {
		const text = piece.repeat(2_000_000 / piece.length);
		const shown = atOnce(() => redactor(SECRET).fields(text));
		// A comparison that failed would print millions of characters.
		expect(shown === text).toBe(true);
	});
});

describe('redactor: excerpt', () => {
	const redact = redactor('a-long-secret');
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
		expect(redactor('').excerpt(text)).toBe(shown);
	});
});
