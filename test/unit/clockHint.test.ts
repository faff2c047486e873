import { clockHint } from '../../nodes/callbacks/clockHint';

const hint = (date: string, zone: string) => clockHint(date, zone, NOW)?.text;

/** 09:00 in Jakarta, 02:00 in London. */
const NOW = Date.parse('2026-01-15T02:00:00Z');

describe('clockHint', () => {
	it.each([
		['is half an hour old', '2026-01-15 08:30:00'],
		['is half an hour ahead', '2026-01-15 09:30:00'],
		['has an offset of its own', '2026-01-15T07:20:00+07:00'],
		['cannot be read', 'yesterday'],
	])('No hint is given if the date %s', (_, date) => {
		expect(hint(date, 'Asia/Jakarta')).toBeUndefined();
	});

	it.each([
		[
			'ahead',
			'2026-01-15 09:00:00',
			'UTC',
			"The service's clock is 7 hours ahead if its dates are read in UTC. It seems to be at UTC+07:00: set Timezone in the trigger to such a zone, for example Asia/Jakarta.",
		],
		[
			'behind',
			'2026-01-15 02:00:00',
			'Asia/Jakarta',
			"The service's clock is 7 hours behind if its dates are read in Asia/Jakarta. It seems to be at UTC+00:00: set Timezone in the trigger to such a zone, for example UTC or Europe/London.",
		],
		[
			'at an offset of no well-known zone',
			'2026-01-14 22:30:00',
			'Asia/Jakarta',
			"The service's clock is 10.5 hours behind if its dates are read in Asia/Jakarta. It seems to be at UTC-03:30: set Timezone in the trigger to such a zone.",
		],
	])('A date that is hours %s gets a hint with the zones that fit', (_, date, zone, text) => {
		expect(clockHint(date, zone, NOW)).toEqual({ text, isLate: false });
	});

	it.each([
		['5 minutes', '2026-01-15 01:55:00', false],
		['6 minutes', '2026-01-15 01:54:00', true],
		['less than nothing', '2026-01-15 02:05:00', false],
		['five days', '2026-01-10 09:00:00', true],
		['more hours than any zone is ahead', '2026-01-15 16:30:00', true],
	])('A date that arrives after %s gets no certain hint', (_, date, isLate) => {
		const found = clockHint(date, 'Asia/Jakarta', NOW);

		expect(found?.isLate).toBe(isLate);
		expect(found?.text.includes('No time zone explains that')).toBe(isLate);
	});

	it('The hint does not repeat a date in n8n’s log', () => {
		expect(hint(`2026-01-15T02:00:00.${'1'.repeat(30)}`, 'Asia/Jakarta')).not.toContain('111111');
	});
});
