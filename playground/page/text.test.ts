import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressOf, placeOf, safeLink, safeSource } from './address';
import { excerptOf, initialsOf } from './excerpt';
import { message } from './fixtures/message';
import { digitsOf, readable } from './number';
import { markOf, spansOf, type Span } from './spans';

const sourceOf = (spans: readonly Span[]): string =>
	spans
		.map((span) =>
			'text' in span ? span.text : markOf[span.kind] + sourceOf(span.spans) + markOf[span.kind],
		)
		.join('');

const linksOf = (spans: readonly Span[]): string[] =>
	spans.flatMap((span) =>
		span.kind === 'link' ? [span.text] : span.kind === 'text' ? [] : linksOf(span.spans),
	);

const markedText = fc
	.array(fc.constantFrom('*', '_', '~', '`', ' ', '\n', 'a', 'é', '.', '<b>', 'https://a.b/c_d'))
	.map((parts) => parts.join(''));

describe('marks in a text', () => {
	it('become spans, one within another', () => {
		expect(spansOf('Now *bold and _both_*, ~not~ `a*b*`.')).toEqual([
			{ kind: 'text', text: 'Now ' },
			{
				kind: 'bold',
				spans: [
					{ kind: 'text', text: 'bold and ' },
					{ kind: 'italic', spans: [{ kind: 'text', text: 'both' }] },
				],
			},
			{ kind: 'text', text: ', ' },
			{ kind: 'strike', spans: [{ kind: 'text', text: 'not' }] },
			{ kind: 'text', text: ' ' },
			{ kind: 'code', spans: [{ kind: 'text', text: 'a*b*' }] },
			{ kind: 'text', text: '.' },
		]);
	});

	it.each(['2*3*4', 'snake_case_name', '* not *', '*no\nend*', '**', '<b>*</b>'])(
		'that mark nothing stay: %j',
		(text) => {
			expect(spansOf(text)).toEqual([{ kind: 'text', text }]);
		},
	);

	it('never lose or add a sign', () => {
		fc.assert(
			fc.property(fc.oneof(markedText, fc.string({ unit: 'grapheme' })), (text) => {
				expect(sourceOf(spansOf(text))).toBe(text);
			}),
		);
	});

	it('take no longer for a text made to take long', () => {
		const began = performance.now();
		for (const part of ['*a', '*_~`', '* *', 'https://', '*a_b*'])
			spansOf(part.repeat(65_536 / part.length));
		expect(performance.now() - began).toBeLessThan(1500);
	});
});

describe('links in a text', () => {
	it('end before the signs of the sentence', () => {
		expect(linksOf(spansOf('See https://a.example/b?c=d_e, or *http://x.example*.'))).toEqual([
			'https://a.example/b?c=d_e',
			'http://x.example',
		]);
	});

	it.each([
		'javascript:alert(1)',
		'data:text/html,x',
		'xhttps://a.example',
		'http://',
		'ftp://a.b',
	])('are not made of %j', (text) => {
		expect(linksOf(spansOf(text))).toEqual([]);
	});
});

describe('an address to follow', () => {
	it.each([
		['javascript:alert(1)', null],
		[' JaVaScRiPt:alert(1)', null],
		['data:text/html,x', null],
		['https://a.example/b', 'https://a.example/b'],
		['/unsubscribe/x', 'http://127.0.0.1/unsubscribe/x'],
		[null, null],
	])('%j gives %j', (url, expected) => {
		expect(safeLink(url, 'http://127.0.0.1/phone')).toBe(expected);
	});

	it('may carry its data only where a picture is loaded', () => {
		expect(safeSource('data:image/png;base64,AA', 'http://127.0.0.1/')).toBe(
			'data:image/png;base64,AA',
		);
		expect(safeSource('blob:x', 'http://127.0.0.1/')).toBeNull();
	});

	it('of this page says which chat is open', () => {
		const address = addressOf('6281234567890', 'a&b=c#d');
		expect(placeOf(new URL(address, 'http://127.0.0.1'))).toEqual({
			number: '6281234567890',
			chat: 'a&b=c#d',
		});
	});
});

describe('a number', () => {
	it.each([
		['+62 812-3456 7890', '6281234567890'],
		['123456', null],
		['1234567', '1234567'],
		['081234567890', null],
		['1234567890123456', null],
		['6281x34567890', null],
		['', null],
	])('%j is taken as %j', (text, digits) => {
		expect(digitsOf(text)).toBe(digits);
	});

	it.each([
		['6281234567890', '+62 812 3456 7890'],
		['4915123456789', '+4915123456789'],
		['gateway-1', 'gateway-1'],
	])('%j is read as %j', (address, text) => {
		expect(readable(address)).toBe(text);
	});

	it('keeps its digits when it is made readable', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), (digits) => {
				expect(digitsOf(readable(digits))).toBe(digits);
			}),
		);
	});
});

describe('a message on one line', () => {
	it('tells its words without marks and line breaks', () => {
		expect(excerptOf(message({ text: 'One\n*two*  three' }))).toBe('One two three');
	});

	it('tells its file before them', () => {
		const media = { kind: 'document', url: null, fileName: 'menu.pdf' } as const;
		expect(excerptOf(message({ media, title: 'Title' }))).toBe('menu.pdf · Title');
		expect(excerptOf(message({ media: { ...media, kind: 'image' } }))).toBe('Picture');
	});
});

describe('the letters for a name', () => {
	it.each([
		['Customer care', 'CC'],
		['émile', 'É'],
		['6281100000011', ''],
		['<img src=x>', 'S'],
	])('%j gives %j', (name, letters) => {
		expect(initialsOf(name)).toBe(letters);
	});
});
