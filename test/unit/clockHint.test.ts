import { clockHint } from '../../nodes/callbacks/clockHint';

const hint = (date: string, zone: string) => clockHint(date, zone, NOW)?.text;

/** 09:00 in Jakarta, 02:00 in London. */
const NOW = Date.parse('2026-01-15T02:00:00Z');

describe('A date of the service that should be now', () => {
	it.each([
		['is now', '2026-01-15 09:00:00'],
		['is half an hour old', '2026-01-15 08:30:00'],
		['is half an hour ahead', '2026-01-15 09:30:00'],
	])('says nothing of the time zone if it %s', (_, date) => {
		expect(hint(date, 'Asia/Jakarta')).toBeUndefined();
	});

	it('says which zones would fit if it is hours ahead', () => {
		expect(hint('2026-01-15 09:00:00', 'UTC')).toBe(
			"The service's date 2026-01-15 09:00:00 is 7 hours ahead of now if it is read in UTC. Its clock seems to be at UTC+07:00: set Timezone in the trigger to such a zone, for example Asia/Jakarta or Asia/Bangkok.",
		);
	});

	it('says so if it is hours behind', () => {
		expect(hint('2026-01-15 02:00:00', 'Asia/Jakarta')).toBe(
			"The service's date 2026-01-15 02:00:00 is 7 hours behind now if it is read in Asia/Jakarta. Its clock seems to be at UTC+00:00: set Timezone in the trigger to such a zone, for example UTC or Europe/London.",
		);
	});

	it('does not fill the log with a caller’s digits', () => {
		const endless = `2026-01-15T02:00:00.${'1'.repeat(100_000)}`;

		expect(hint(endless, 'Asia/Jakarta') ?? '').not.toContain('111111');
	});

	it('counts the hours to a quarter', () => {
		expect(hint('2026-01-15 07:31:00', 'Asia/Jakarta')).toContain('1.5 hours behind');
	});

	it.each([
		['5 minutes', '2026-01-15 01:55:00', false],
		['6 minutes', '2026-01-15 01:54:00', true],
		['15 minutes', '2026-01-15 01:45:00', true],
		['less than nothing', '2026-01-15 02:05:00', false],
	])('shows a zone if it arrives after %s', (_, date, isLate) => {
		expect(clockHint(date, 'Asia/Jakarta', NOW)).toEqual({
			text: expect.stringContaining(
				`${isLate ? 'Unless it came late, its' : 'Its'} clock seems to be at UTC+00:00: set`,
			) as string,
			isLate,
		});
	});

	it.each([
		['2026-01-15 07:45:00', '+05:45'],
		['2026-01-14 22:30:00', '-03:30'],
		['2026-01-14 14:00:00', '-12:00'],
		['2026-01-15 16:00:00', '+14:00'],
	])('shows the offset if no well-known zone has it: %s', (date, offset) => {
		expect(hint(date, 'Asia/Jakarta')).toMatch(
			new RegExp(`at UTC\\${offset}: set Timezone in the trigger to such a zone\\.$`),
		);
	});

	it.each(['2026-01-15 07:12:00', '2026-01-15 23:00:00', '2026-01-10 09:00:00'])(
		'says that it came late, or the clock is wrong, if no zone explains it: %s',
		(date) => {
			expect(clockHint(date, 'Asia/Jakarta', NOW)).toEqual({
				text: expect.stringMatching(
					/ No time zone explains that: it came late, or the service's clock is wrong\.$/,
				) as string,
				isLate: true,
			});
		},
	);

	it.each([
		['has an offset of its own', '2026-01-15T07:20:00+07:00'],
		['cannot be read', 'yesterday'],
	])('says nothing if it %s', (_, date) => {
		expect(hint(date, 'Asia/Jakarta')).toBeUndefined();
	});
});
