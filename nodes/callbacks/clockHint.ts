import { isoInZone, momentOf } from '../plain';

const HALF_HOUR_MS = 30 * 60_000;
const QUARTER_HOUR_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
/** A callback that arrives within a few minutes of its event shows the offset of the service's clock. */
const DELAY_MS = 5 * 60_000;
/** After a longer one, the date could be of several zones. */
const LONGEST_DELAY_MS = QUARTER_HOUR_MS;

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

/** The offsets that zones have, in hours. */
const OFFSETS = [
	...Array.from({ length: 27 }, (_, at) => at - 12),
	...[-9.5, -3.5, -2.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75],
];

interface Hint {
	text: string;
	/** It may be no more than a late delivery. */
	isLate: boolean;
}

/** '+07:00' */
function offsetText(hours: number): string {
	const minutes = Math.abs(hours) * 60;
	const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0'));
	return `${hours < 0 ? '-' : '+'}${parts.join(':')}`;
}

/** The zone whose clock would show the date now, or a few minutes ago; else the one that explains it with a delay. */
function offsetOf(utc: number, now: number): { offset: number; delay: number } | undefined {
	const late = OFFSETS.map((offset) => ({ offset, delay: offset * HOUR_MS - (utc - now) }));
	return late
		.filter(({ delay }) => delay >= -DELAY_MS && delay <= LONGEST_DELAY_MS)
		.sort((one, other) => Math.abs(one.delay) - Math.abs(other.delay))[0];
}

/**
 * What to tell the owner of a trigger whose time zone seems wrong: a date that should be now is more than half an hour
 * off. Undefined if the date fits, cannot be read, or has an offset of its own.
 */
export function clockHint(date: string, timeZone: string, now: number): Hint | undefined {
	const [at, utc] = [momentOf(date, timeZone), momentOf(date, 'UTC')];
	if (at === undefined || utc === undefined || Math.abs(at - now) <= HALF_HOUR_MS) return undefined;
	if (utc === momentOf(date, 'Etc/GMT-1')) return undefined;
	const hours = Math.round((at - now) / QUARTER_HOUR_MS) / 4;
	const off = `The service's date ${date.trim().slice(0, LONGEST_DATE)} is ${Math.abs(hours)} hours ${hours > 0 ? 'ahead of' : 'behind'} now if it is read in ${timeZone}.`;
	const found = offsetOf(utc, now);
	if (found === undefined) {
		const text = `${off} No time zone explains that: it came late, or the service's clock is wrong.`;
		return { text, isLate: true };
	}
	const isLate = found.delay > DELAY_MS;
	const offset = offsetText(found.offset);
	const zones = ZONES.filter((zone) => isoInZone(now, zone).endsWith(offset)).slice(0, 2);
	const example = zones.length === 0 ? '' : `, for example ${zones.join(' or ')}`;
	const text = `${off} ${isLate ? 'Unless it came late, its' : 'Its'} clock seems to be at UTC${offset}: set Timezone in the trigger to such a zone${example}.`;
	return { text, isLate };
}
