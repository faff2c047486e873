import { describe, expect, it } from '@jest/globals';
import { addressOf, placeOf, safeLink } from './address';
import { spansOf } from './text';

describe('spansOf', () => {
	it('Marks become spans, also within one another, except within code', () => {
		expect(spansOf('Now *bold and _both_*, ~not~ `a*b*`.')).toEqual([
			'Now ',
			{ mark: '*', spans: ['bold and ', { mark: '_', spans: ['both'] }] },
			', ',
			{ mark: '~', spans: ['not'] },
			' ',
			{ mark: '`', spans: ['a*b*'] },
			'.',
		]);
	});

	it.each([
		...['2*3*4', 'snake_case_name', '* not *', '*no\nend*', '**', '<b>*</b>'],
		...['javascript:alert(1)', 'data:text/html,x', 'xhttps://a.example', 'http://[', 'ftp://a'],
	])('A text without marks and links stays text: %j', (text) => {
		expect(spansOf(text)).toEqual([text]);
	});

	it('A link ends before the signs of its sentence, also within marks', () => {
		expect(spansOf('See https://a.example/b?c=d_e*, or *http://x.example*.')).toEqual([
			'See ',
			{ link: 'https://a.example/b?c=d_e' },
			'*, or ',
			{ mark: '*', spans: [{ link: 'http://x.example' }] },
			'.',
		]);
	});
});

describe('Addresses', () => {
	const place = { number: '628000000001', chat: 'a&b=c#d' };

	it.each([
		['javascript:alert(1)', null],
		['data:text/html,x', null],
		['https://a.example/b', 'https://a.example/b'],
		['/unsubscribe/x', 'http://127.0.0.1/unsubscribe/x'],
		[null, null],
	])('A link to %j leads to %j', (url, expected) => {
		expect(safeLink(url, 'http://127.0.0.1/phone')).toBe(expected);
	});

	it('The address of a chat shows its number and the chat', () => {
		const address = addressOf(place.number, place.chat);
		expect(placeOf(new URL(address, 'http://127.0.0.1'))).toEqual(place);
	});
});
