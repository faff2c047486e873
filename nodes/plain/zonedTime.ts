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

/** How far the zone is ahead of UTC at that moment. The name of an old offset has seconds: GMT-00:01:15. */
function offsetMs(at: number, timeZone: string): number {
	const parts = formatFor(timeZone).formatToParts(at);
	const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [hours = 0, minutes = 0, seconds = 0] = (name.match(/\d+/g) ?? []).map(Number);
	return (name.includes('-') ? -1000 : 1000) * (hours * 3600 + minutes * 60 + seconds);
}

/** ISO 8601 to the second, with the zone's offset. */
export function isoInZone(at: number, timeZone: string): string {
	const offset = offsetMs(at, timeZone);
	const local = new Date(at + offset).toISOString().slice(0, 19);
	const size = new Date(Math.abs(Math.round(offset / 60_000)) * 60_000).toISOString().slice(11, 16);
	return `${local}${offset < 0 ? '-' : '+'}${size}`;
}

/** The service writes times in its own zone, without an offset. */
const SERVICE_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?$/;
const WITH_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;

/** Bounds that keep the year at four digits in every zone, with a few days to spare. */
const EARLIEST = Date.UTC(1000, 0, 2);
const LATEST = Date.UTC(9999, 0, 1);

/** A longer text is not searched for a time. */
const LONGEST = 64;

/** NaN if there is no such time. */
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

/** In milliseconds since 1970; undefined if the text is neither a time of the service nor one with an offset. */
export function momentOf(text: string, timeZone: string): number | undefined {
	const time = text.length > LONGEST ? '' : text.trim();
	const isOfService = SERVICE_TIME.test(time);
	if (!isOfService && !WITH_OFFSET.test(time)) return undefined;
	const at = isOfService ? inZone(time, timeZone) : Date.parse(time);
	return at >= EARLIEST && at < LATEST ? at : undefined;
}

/** That time, or one a while later, in ISO 8601 with an offset; null if the text is missing or no time. */
export function isoOf(text: string | undefined, timeZone: string, laterMs = 0): string | null {
	const at = text === undefined ? undefined : momentOf(text, timeZone);
	return at === undefined ? null : isoInZone(at + laterMs, timeZone);
}
