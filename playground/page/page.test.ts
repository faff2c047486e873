import { describe, expect, it } from '@jest/globals';
import type { PhoneMessage } from '../contract';
import { addressOf, placeOf, safeLink } from './address';
import { spansOf } from './text';
import { byDay, dayLabel, listTime, untilLabel } from './times';

const message = (parts: Partial<PhoneMessage>): PhoneMessage => ({
	id: 'm1',
	direction: 'in',
	at: '2026-03-02T10:00:00.000Z',
	text: '',
	...parts,
});

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

describe('The times of the page', () => {
	/** In the time of this machine, as the page tells all times. */
	const now = new Date(2026, 2, 2, 10, 30);
	const LABELS = { dayLabel, listTime, untilLabel };

	it.each([
		['dayLabel', new Date(2026, 2, 2, 0, 0), 'Today'],
		['dayLabel', new Date(2026, 2, 1, 23, 59), 'Yesterday'],
		['dayLabel', new Date(2026, 1, 27, 12), 'Friday, 27 February 2026'],
		['listTime', new Date(2026, 2, 2, 9, 5), '09:05'],
		['listTime', new Date(2026, 1, 24, 9, 5), '24 Feb'],
		['untilLabel', new Date(2026, 2, 2, 18, 0), '18:00'],
		['untilLabel', new Date(2026, 2, 3, 9, 5), 'tomorrow, 09:05'],
	] as const)('%s tells %j as %j', (label, at, words) => {
		expect(LABELS[label](at, now)).toBe(words);
	});

	it('Messages stand under their days, and those of one writer within minutes are joined', () => {
		const at = (day: number, hours: number, minutes: number) =>
			new Date(2026, 2, day, hours, minutes).toISOString();
		const days = byDay([
			message({ id: 'a', at: at(1, 23, 58) }),
			message({ id: 'b', at: at(2, 0, 1) }),
			message({ id: 'c', at: at(2, 0, 2) }),
			message({ id: 'd', at: at(2, 0, 3), direction: 'out' }),
			message({ id: 'e', at: at(2, 0, 30), direction: 'out' }),
		]);
		const drawn = days.map((day) =>
			day.messages.map(({ message: { id }, joined }) => (joined ? `+${id}` : id)).join(' '),
		);
		expect(drawn).toEqual(['a', 'b +c d e']);
	});
});
