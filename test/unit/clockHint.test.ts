import { clockHint } from '../../nodes/callbacks/clockHint';

const hint = (date: string, zone: string) => clockHint(date, zone, NOW)?.text;

/** 09:00 in Jakarta, 02:00 in London. */
const NOW = Date.parse('2026-01-15T02:00:00Z');

describe('clockHint', () => {
	it.each([
		['is half an hour old', '2026-01-15 08:30:00'],
		['has its own offset', '2026-01-15T07:20:00+07:00'],
		['cannot be read', 'yesterday'],
	])('No hint is given if the date %s', (_, date) => {
		expect(hint(date, 'Asia/Jakarta')).toBeUndefined();
	});

	it.each([
		['7 hours ahead', '2026-01-15 09:00:00', 'UTC', '+07:00', ', for example Asia/Jakarta'],
		[
			...(['7 hours behind', '2026-01-15 02:00:00', 'Asia/Jakarta', '+00:00'] as const),
			', for example UTC or Europe/London',
		],
		['10.5 hours behind', '2026-01-14 22:30:00', 'Asia/Jakarta', '-03:30', ''],
	])('A clock that is %s gets a hint with zones that fit', (off, date, zone, offset, example) => {
		const text = `The service's clock is ${off} if its dates are read in ${zone}. It seems to be at UTC${offset}: set Timezone in the trigger to such a zone${example}.`;
		expect(clockHint(date, zone, NOW)).toEqual({ text, isLate: false });
	});

	it.each([
		['5 minutes', '2026-01-15 01:55:00', false],
		['6 minutes', '2026-01-15 01:54:00', true],
		['more than any zone is ahead', '2026-01-15 16:30:00', true],
	])('The hint on a date that is %s late (%s) says that no zone fits: %j', (_, date, isLate) => {
		const found = clockHint(date, 'Asia/Jakarta', NOW);
		expect(found?.isLate).toBe(isLate);
		expect(found?.text.includes('No time zone explains that')).toBe(isLate);
	});

	it('The hint, which n8n logs, does not repeat the date', () => {
		expect(hint(`2026-01-15T02:00:00.${'1'.repeat(30)}`, 'Asia/Jakarta')).not.toContain('111111');
	});
});
