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

/** Some versions of Node.js do not list UTC. */
export const timezones = (): string[] =>
	[...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();

/** Some old offsets have seconds, such as GMT-00:01:15. */
function offsetMs(at: number, timeZone: string): number {
	const parts = formatFor(timeZone).formatToParts(at);
	const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [hours = 0, minutes = 0, seconds = 0] = (name.match(/\d+/g) ?? []).map(Number);
	return (name.includes('-') ? -1000 : 1000) * (hours * 3600 + minutes * 60 + seconds);
}

export function isoInZone(at: number, timeZone: string): string {
	const offset = offsetMs(at, timeZone);
	const local = new Date(at + offset).toISOString().slice(0, 19);
	const size = new Date(Math.abs(Math.round(offset / 60_000)) * 60_000).toISOString().slice(11, 16);
	return `${local}${offset < 0 ? '-' : '+'}${size}`;
}

/** The service sends times in its own zone, without an offset. */
const SERVICE_TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?$/;
const WITH_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;

/** Between these limits, a year has four digits in every time zone. */
const EARLIEST = Date.UTC(1000, 0, 2);
const LATEST = Date.UTC(9999, 0, 1);

const LONGEST = 64;

function inZone(text: string, timeZone: string): number {
	const iso = text.slice(0, 19).replace(' ', 'T');
	const local = Date.parse(`${iso}Z`);
	// Date.parse reads 30 February as a day in March.
	const isReal = !Number.isNaN(local) && new Date(local).toISOString().slice(0, 19) === iso;
	if (!isReal) return Number.NaN;
	// The offset depends on the moment, and the moment on the offset. So the first guess is corrected once.
	const guess = local - offsetMs(local, timeZone);
	return local - offsetMs(guess, timeZone);
}

export function momentOf(text: string, timeZone: string): number | undefined {
	const time = text.length > LONGEST ? '' : text.trim();
	const isOfService = SERVICE_TIME.test(time);
	if (!isOfService && !WITH_OFFSET.test(time)) return undefined;
	const at = isOfService ? inZone(time, timeZone) : Date.parse(time);
	return at >= EARLIEST && at < LATEST ? at : undefined;
}

export function isoOf(text: string | undefined, timeZone: string, laterMs = 0): string | null {
	const at = text === undefined ? undefined : momentOf(text, timeZone);
	return at === undefined ? null : isoInZone(at + laterMs, timeZone);
}
