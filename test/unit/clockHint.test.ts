import { clockHint } from '../../nodes/callbacks/clockHint';

const hint = (date: string, zone: string) => clockHint(date, zone, NOW);

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
		['2026-01-15 09:00:00', 'UTC', '+07:00', ', for example Asia/Jakarta'],
		['2026-01-15 02:00:00', 'Asia/Jakarta', '+00:00', ', for example UTC or Europe/London'],
		['2026-01-14 22:30:00', 'Asia/Jakarta', '-03:30', ''],
	])('The date %s in %s gets a hint at UTC%s', (date, zone, offset, example) => {
		expect(hint(date, zone)).toBe(
			`The service's clock seems to be at UTC${offset}, and not at the time of ${zone}: set Timezone in the trigger to such a zone${example}.`,
		);
	});

	it.each([
		['5 minutes', '2026-01-15 01:55:00', true],
		['6 minutes', '2026-01-15 01:54:00', false],
		['more than any zone is ahead', '2026-01-15 16:30:00', false],
	])('A date that is %s late (%s) says something of the zone: %j', (_, date, isHint) => {
		expect(hint(date, 'Asia/Jakarta') !== undefined).toBe(isHint);
	});

	it('The hint, which n8n logs, does not repeat the date', () => {
		expect(hint(`2026-01-15T02:00:00.${'1'.repeat(30)}`, 'Asia/Jakarta')).not.toContain('111111');
	});
});
