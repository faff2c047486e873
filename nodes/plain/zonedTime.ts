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

/** Such as +07:00. Some old offsets also have seconds, which are left out. */
function offsetAt(at: number, timeZone: string): string {
	const parts = formatFor(timeZone).formatToParts(at);
	const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? '+00:00';
}

export function isoInZone(at: number, timeZone: string): string {
	const offset = offsetAt(at, timeZone);
	const offsetMs = at - Date.parse(new Date(at).toISOString().replace('Z', offset));
	return `${new Date(at + offsetMs).toISOString().slice(0, 19)}${offset}`;
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
	const guess = Date.parse(`${iso}${offsetAt(local, timeZone)}`);
	return Date.parse(`${iso}${offsetAt(guess, timeZone)}`);
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
