import { isoInZone, momentOf } from '../plain';

const HALF_HOUR_MS = 30 * 60_000;
const QUARTER_HOUR_MS = 15 * 60_000;
/** A callback that arrives within a few minutes of its event shows the offset of the service's clock. */
const DELAY_MS = 5 * 60_000;

/** A second may have as many digits as a caller likes; n8n's log need not show them. */
const LONGEST_DATE = 40;

/** One or two well-known zones for each offset, so that the hint can name one. */
const ZONES = [
	'Asia/Jakarta',
	'Asia/Makassar',
	'Asia/Jayapura',
	'UTC',
	'Asia/Singapore',
	'Asia/Bangkok',
	'Asia/Kolkata',
	'Asia/Karachi',
	'Asia/Dubai',
	'Asia/Dhaka',
	'Asia/Tokyo',
	'Australia/Sydney',
	'Pacific/Auckland',
	'Europe/Moscow',
	'Europe/Helsinki',
	'Europe/Berlin',
	'Europe/London',
	'Africa/Lagos',
	'Africa/Nairobi',
	'America/Sao_Paulo',
	'America/New_York',
	'America/Chicago',
	'America/Denver',
	'America/Los_Angeles',
];

/**
 * What to tell the owner of a trigger whose time zone seems wrong: a date that should be now is more than half an hour
 * off. Undefined if the date fits, cannot be read, or is off in a way that no zone explains (a late delivery).
 */
export function clockHint(date: string, timeZone: string, now: number): string | undefined {
	const at = momentOf(date, timeZone);
	if (at === undefined || Math.abs(at - now) <= HALF_HOUR_MS) return undefined;
	const fitting = ZONES.filter((zone) => {
		const there = momentOf(date, zone);
		return there !== undefined && Math.abs(there - now) <= DELAY_MS;
	});
	if (fitting.length === 0) return undefined;
	const hours = Math.round((at - now) / QUARTER_HOUR_MS) / 4;
	const offset = isoInZone(now, fitting[0] ?? 'UTC').slice(-6);
	return `The service's date ${date.trim().slice(0, LONGEST_DATE)} is ${Math.abs(hours)} hours ${hours > 0 ? 'ahead of' : 'behind'} now if it is read in ${timeZone}. Its clock seems to be at UTC${offset}: set Timezone in the trigger to such a zone, for example ${fitting.slice(0, 2).join(' or ')}.`;
}
