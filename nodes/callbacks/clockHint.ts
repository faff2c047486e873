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

/** The date should be now. If it is off by about the hours of a time zone, the hint suggests that zone. */
export function clockHint(date: string, timeZone: string, now: number): string | undefined {
	const [at, utc] = [momentOf(date, timeZone), momentOf(date, 'UTC')];
	if (at === undefined || utc === undefined || Math.abs(at - now) <= HALF_HOUR_MS) return undefined;
	const halfHours = Math.round((utc - now) / HALF_HOUR_MS);
	const delay = Math.abs(now - (utc - halfHours * HALF_HOUR_MS));
	const hasOffset = utc === momentOf(date, 'Etc/GMT-1');
	if (hasOffset || delay > DELAY_MS || halfHours < WEST || halfHours > EAST) return undefined;
	const size = new Date(Math.abs(halfHours) * HALF_HOUR_MS).toISOString().slice(11, 16);
	const offset = `${halfHours < 0 ? '-' : '+'}${size}`;
	const zones = ZONES.filter((zone) => isoInZone(now, zone).endsWith(offset)).slice(0, 2);
	const example = zones.length === 0 ? '' : `, for example ${zones.join(' or ')}`;
	return `The service's clock seems to be at UTC${offset}, and not at the time of ${timeZone}: set Timezone in the trigger to such a zone${example}.`;
}
