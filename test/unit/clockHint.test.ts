import { clockHint } from '../../nodes/callbacks/clockHint';

/** 09:00 in Jakarta, 02:00 in London. */
const NOW = Date.parse('2026-01-15T02:00:00Z');

describe('A date of the service that should be now', () => {
	it.each([
		['is now', '2026-01-15 09:00:00'],
		['is half an hour old', '2026-01-15 08:30:00'],
		['is half an hour ahead', '2026-01-15 09:30:00'],
	])('says nothing of the time zone if it %s', (_, date) => {
		expect(clockHint(date, 'Asia/Jakarta', NOW)).toBeUndefined();
	});

	it('says which zones would fit if it is hours ahead', () => {
		expect(clockHint('2026-01-15 09:00:00', 'UTC', NOW)).toBe(
			"The service's date 2026-01-15 09:00:00 is 7 hours ahead of now if it is read in UTC. Its clock seems to be at UTC+07:00: set Timezone in the trigger to such a zone, for example Asia/Jakarta or Asia/Bangkok.",
		);
	});

	it('says so if it is hours behind', () => {
		expect(clockHint('2026-01-15 02:00:00', 'Asia/Jakarta', NOW)).toBe(
			"The service's date 2026-01-15 02:00:00 is 7 hours behind now if it is read in Asia/Jakarta. Its clock seems to be at UTC+00:00: set Timezone in the trigger to such a zone, for example UTC or Europe/London.",
		);
	});

	it('does not fill the log with a caller’s digits', () => {
		const endless = `2026-01-15T02:00:00.${'1'.repeat(100_000)}`;

		expect(clockHint(endless, 'Asia/Jakarta', NOW)?.length).toBeLessThan(400);
	});

	it('counts the hours to a quarter', () => {
		expect(clockHint('2026-01-15 07:31:00', 'Asia/Jakarta', NOW)).toContain('1.5 hours behind');
	});

	it.each([
		['5 minutes', '2026-01-15 01:55:00', true],
		['6 minutes', '2026-01-15 01:54:00', false],
		['less than nothing', '2026-01-15 02:05:00', true],
	])('shows a zone if it arrives after %s', (_, date, shows) => {
		expect(clockHint(date, 'Asia/Jakarta', NOW)?.includes('UTC+00:00') ?? false).toBe(shows);
	});

	it.each([
		['came late, so that no zone explains it', '2026-01-15 07:20:00'],
		['cannot be read', 'yesterday'],
	])('says nothing if it %s', (_, date) => {
		expect(clockHint(date, 'Asia/Jakarta', NOW)).toBeUndefined();
	});
});
