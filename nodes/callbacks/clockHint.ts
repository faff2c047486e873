import { isoInZone, momentOf } from '../plain';

const HALF_HOUR_MS = 30 * 60_000;
/** A callback that took longer to arrive does not show what the service's clock says. */
const DELAY_MS = 5 * 60_000;
const [WEST, EAST] = [-24, 28];

const ZONES = [
	...['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura', 'Asia/Singapore', 'Asia/Kolkata'],
	...['Asia/Dubai', 'UTC', 'Europe/London', 'Europe/Berlin', 'Africa/Nairobi'],
	...['America/Sao_Paulo', 'America/New_York', 'America/Los_Angeles'],
];

/** The date should be now. If it is off by more than half an hour, the hint suggests another time zone. */
export function clockHint(date: string, timeZone: string, now: number) {
	const [at, utc] = [momentOf(date, timeZone), momentOf(date, 'UTC')];
	if (at === undefined || utc === undefined || Math.abs(at - now) <= HALF_HOUR_MS) return undefined;
	if (utc === momentOf(date, 'Etc/GMT-1')) return undefined;
	const hours = Math.round((at - now) / HALF_HOUR_MS) / 2;
	const off = `The service's clock is ${Math.abs(hours)} hours ${hours > 0 ? 'ahead' : 'behind'} if its dates are read in ${timeZone}.`;
	const halfHours = Math.round((utc - now) / HALF_HOUR_MS);
	const delay = now - (utc - halfHours * HALF_HOUR_MS);
	if (Math.abs(delay) > DELAY_MS || halfHours < WEST || halfHours > EAST) {
		const text = `${off} No time zone explains that: a callback came late, or the clock is wrong.`;
		return { text, isLate: true };
	}
	const size = new Date(Math.abs(halfHours) * HALF_HOUR_MS).toISOString().slice(11, 16);
	const offset = `${halfHours < 0 ? '-' : '+'}${size}`;
	const zones = ZONES.filter((zone) => isoInZone(now, zone).endsWith(offset)).slice(0, 2);
	const example = zones.length === 0 ? '' : `, for example ${zones.join(' or ')}`;
	const text = `${off} It seems to be at UTC${offset}: set Timezone in the trigger to such a zone${example}.`;
	return { text, isLate: false };
}
