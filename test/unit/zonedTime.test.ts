import fc from 'fast-check';

import { isoInZone, isoOf, isTimezone, momentOf } from '../../nodes/plain/zonedTime';
import { listed } from '../support/listed';

const ZONES = listed(`
	UTC | Asia/Jakarta | Asia/Kolkata | Asia/Kathmandu | Australia/Lord_Howe
	America/St_Johns | America/New_York | Europe/Berlin | Pacific/Chatham
	Pacific/Kiritimati | Pacific/Pago_Pago
`);

const zone = fc.constantFrom(...ZONES);
/** Whole seconds from 1980 to 2099: before them, zones had offsets of odd minutes and seconds. */
const moment = fc
	.integer({ min: Date.UTC(1980, 0, 1) / 1000, max: Date.UTC(2099, 11, 31) / 1000 })
	.map((seconds) => seconds * 1000);

const written = (at: number, timeZone: string) =>
	new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
		at,
	);

describe('isoOf and momentOf', () => {
	it.each([
		['2026-03-01T23:30:00', 'UTC', '2026-03-01T23:30:00+00:00'],
		[' 2026-03-01 23:30:00 ', 'UTC', '2026-03-01T23:30:00+00:00'],
		['2026-03-01 23:30:00.123456', 'UTC', '2026-03-01T23:30:00+00:00'],
		// With an offset of its own it needs no zone.
		['2026-03-01T23:30:00Z', 'Asia/Jakarta', '2026-03-02T06:30:00+07:00'],
		['2026-03-01T23:30:00+05:30', 'UTC', '2026-03-01T18:00:00+00:00'],
		// Around the hour that is skipped in spring, and the one that comes twice in fall.
		['2026-03-29 01:59:59', 'Europe/Berlin', '2026-03-29T01:59:59+01:00'],
		['2026-03-29 03:00:00', 'Europe/Berlin', '2026-03-29T03:00:00+02:00'],
		['2026-10-25 01:59:59', 'Europe/Berlin', '2026-10-25T01:59:59+02:00'],
		['2026-10-25 03:00:00', 'Europe/Berlin', '2026-10-25T03:00:00+01:00'],
	])('The time %j in %s is %s', (text, timeZone, expected) => {
		expect(isoOf(text, timeZone)).toBe(expected);
	});

	const HOUR_MS = 60 * 60 * 1000;

	it('A local time that daylight saving skips is moved by at most an hour', () => {
		const at = momentOf('2026-03-29 02:30:00', 'Europe/Berlin') ?? Number.NaN;
		expect(Math.abs(at - Date.UTC(2026, 2, 29, 1, 0))).toBeLessThanOrEqual(HOUR_MS);
	});

	it.each([
		undefined,
		'',
		...listed(`
		now | 2026-03-01 | 2025-02-29 00:00:00 | 2026-13-01 00:00:00 | 2026-03-01 24:00:00
		2026-03-01 12:60:00 | 2026-03-01 12:00:60 | 0000-00-00 00:00:00 | 1772407800
		2026-02-30 00:00:00 | 2026-00-10 00:00:00 | +010000-01-01T00:00:00Z | 2026-99-99T99:99:99Z
		01/03/2026 23:30:00 | Zulu Z | +275760-09-13T00:00:00Z | 9999-12-31 23:59:59
	`),
	])('%j is not a time', (text) => {
		expect(isoOf(text, 'UTC')).toBeNull();
	});

	it('The ISO form of a time shows the local time, and means the same moment in any zone', () => {
		fc.assert(
			fc.property(moment, zone, zone, (at, timeZone, other) => {
				const iso = isoInZone(at, timeZone);
				expect(momentOf(iso, other)).toBe(at);
				expect(iso.slice(0, 19).replace('T', ' ')).toBe(written(at, timeZone));
			}),
		);
	});

	it('A local time means its moment, or the other one in an hour that comes twice', () => {
		fc.assert(
			fc.property(moment, zone, (at, timeZone) => {
				const text = written(at, timeZone);
				const found = momentOf(text, timeZone) ?? Number.NaN;
				expect(written(found, timeZone)).toBe(text);
				expect(Math.abs(found - at)).toBeLessThanOrEqual(HOUR_MS);
				expect(isoOf(text, timeZone)).toBe(isoInZone(found, timeZone));
			}),
		);
	});
});

describe('isTimezone', () => {
	it('Only names of time zones count as such, in any case', () => {
		const named = [...ZONES, 'asia/jakarta', 'Etc/GMT-7'];
		const others = ['', 'Asia/Nowhere', 'UTC+25', '__proto__'];
		expect([...named, ...others].filter(isTimezone)).toEqual(named);
	});
});
