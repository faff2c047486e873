import { describe, expect, it } from '@jest/globals';
import { byDay } from './days';
import { message } from './fixtures/message';
import { speedLabel, serviceNow } from './serviceClock';
import { tickTitle } from './ticks';
import { dayLabel, listTime, untilLabel } from './times';

/** In the time of this machine, as the page tells all times. */
const now = new Date(2026, 2, 2, 10, 30);

describe('the day above messages', () => {
	it.each([
		[new Date(2026, 2, 2, 0, 0), 'Today'],
		[new Date(2026, 2, 1, 23, 59), 'Yesterday'],
		[new Date(2026, 1, 27, 12), 'Friday 27 February'],
		[new Date(2025, 11, 31, 12), '31 December 2025'],
	])('%j is called %j', (at, label) => {
		expect(dayLabel(at, now)).toBe(label);
	});
});

describe('the time of a chat', () => {
	it.each([
		[new Date(2026, 2, 2, 9, 5), '09:05'],
		[new Date(2026, 2, 1, 9, 5), 'Yesterday'],
		[new Date(2026, 1, 24, 9, 5), 'Tuesday'],
		[new Date(2026, 1, 23, 9, 5), '23 Feb'],
		[new Date(2025, 11, 31, 9, 5), '31/12/2025'],
	])('%j is told as %j', (at, label) => {
		expect(listTime(at, now)).toBe(label);
	});
});

describe('a moment ahead', () => {
	it.each([
		[new Date(2026, 2, 2, 18, 0), '18:00'],
		[new Date(2026, 2, 3, 9, 5), 'tomorrow, 09:05'],
		[new Date(2026, 2, 4, 9, 5), '4 Mar, 09:05'],
	])('%j is told as %j', (at, label) => {
		expect(untilLabel(at, now)).toBe(label);
	});
});

describe('the messages of a chat', () => {
	const at = (day: number, hours: number, minutes: number) =>
		new Date(2026, 2, day, hours, minutes).toISOString();

	it('stand under their days, close ones of one writer together', () => {
		const days = byDay([
			message({ id: 'a', at: at(1, 23, 58) }),
			message({ id: 'b', at: at(2, 0, 1) }),
			message({ id: 'c', at: at(2, 0, 2) }),
			message({ id: 'd', at: at(2, 0, 3), direction: 'out' }),
			message({ id: 'e', at: at(2, 0, 30), direction: 'out' }),
		]);
		const drawn = days.map((day) =>
			day.messages.map((placed) => [placed.message.id, placed.joined]),
		);
		expect(drawn).toEqual([
			[['a', false]],
			[
				['b', false],
				['c', true],
				['d', false],
				['e', false],
			],
		]);
	});
});

describe('the clock of the service', () => {
	const snapshot = (speed: number) => ({
		arrivedAt: 5000,
		state: {
			number: '6281234567890',
			now: '2026-03-02T10:00:00.000Z',
			speed,
			unsubscribed: false,
			chats: [],
		},
	});

	it.each([
		[0, '2026-03-02T10:00:00.000Z'],
		[1, '2026-03-02T10:00:02.000Z'],
		[60, '2026-03-02T10:02:00.000Z'],
	])('at a speed of %d goes on to %j', (speed, time) => {
		expect(serviceNow(snapshot(speed), 7000).toISOString()).toBe(time);
	});

	it('tells its speed', () => {
		expect([0, 0.5, 60].map(speedLabel)).toEqual(['stopped', '0.5× speed', '60× speed']);
	});
});

describe('The tick of a message', () => {
	it('says how far the message got, and why no further', () => {
		expect(tickTitle({ tick: 'delivered', trouble: null })).toBe('Delivered');
		expect(tickTitle({ tick: 'failed', trouble: 'No WhatsApp.' })).toBe('Failed: No WhatsApp.');
	});
});
