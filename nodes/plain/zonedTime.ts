/** The service writes times in its own zone, without an offset: these functions read them and add the offset. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
	const format =
		formats.get(timeZone) ??
		new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	formats.set(timeZone, format);
	return format;
}

export function isTimezone(name: string): boolean {
	try {
		formatFor(name);
		return true;
	} catch {
		return false;
	}
}

/** All zones that n8n's Node.js knows, and UTC, which some versions leave out. */
export const timezones = (): string[] =>
	[...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();

/** How far the zone is ahead of UTC at that moment: old offsets have seconds, GMT-00:01:15, and UTC is GMT. */
function offsetMs(at: number, timeZone: string): number {
	const parts = formatFor(timeZone).formatToParts(at);
	const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [hours = 0, minutes = 0, seconds = 0] = (name.match(/\d+/g) ?? []).map(Number);
	return (name.includes('-') ? -1000 : 1000) * (hours * 3600 + minutes * 60 + seconds);
}

const two = (value: number) => String(value).padStart(2, '0');

/** ISO 8601 to the second, with the zone's offset. */
export function isoInZone(at: number, timeZone: string): string {
	const offset = offsetMs(at, timeZone);
	const minutes = Math.abs(Math.round(offset / 60_000));
	const sign = offset < 0 ? '-' : '+';
	const local = new Date(at + offset).toISOString().slice(0, 19);
	return `${local}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const SERVICE_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?$/;
const WITH_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;

/** Bounds that keep the year at four digits in every zone, with a few days to spare. */
const EARLIEST = Date.UTC(1000, 0, 2);
const LATEST = Date.UTC(9999, 0, 1);

/** A time is short: what is longer is not searched for one. */
const LONGEST = 64;

/** Not a number if there is no such time. */
function inZone(text: string, timeZone: string): number {
	const iso = text.slice(0, 19).replace(' ', 'T');
	const local = Date.parse(`${iso}Z`);
	// 30 February would be read as a day in March.
	const isReal = !Number.isNaN(local) && new Date(local).toISOString().slice(0, 19) === iso;
	if (!isReal) return Number.NaN;
	// The offset depends on the moment and the moment on the offset: correct the first guess once.
	const guess = local - offsetMs(local, timeZone);
	return local - offsetMs(guess, timeZone);
}

/** In milliseconds since 1970; undefined if the text is not a time in a known form. */
export function momentOf(text: string, timeZone: string): number | undefined {
	const time = text.length > LONGEST ? '' : text.trim();
	const isOfService = SERVICE_TIME.test(time);
	// Other forms are read only if they carry their own offset.
	if (!isOfService && !WITH_OFFSET.test(time)) return undefined;
	const at = isOfService ? inZone(time, timeZone) : Date.parse(time);
	return at >= EARLIEST && at < LATEST ? at : undefined;
}

/** ISO 8601 with an offset, of that time or a while later; null if the text is missing or not a time. */
export function isoOf(text: string | undefined, timeZone: string, laterMs = 0): string | null {
	const at = text === undefined ? undefined : momentOf(text, timeZone);
	return at === undefined ? null : isoInZone(at + laterMs, timeZone);
}
