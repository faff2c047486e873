/** Times that the service tells without an offset, in the zone of its clock, as ISO 8601 with one. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
	let format = formats.get(timeZone);
	if (format === undefined) {
		format = new Intl.DateTimeFormat('en-US', {
			timeZone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
		formats.set(timeZone, format);
	}
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

/** How far the zone is ahead of UTC at this moment. */
function offsetMs(at: number, timeZone: string): number {
	const parts = new Map(
		formatFor(timeZone)
			.formatToParts(at)
			.map(({ type, value }) => [type, Number(value)]),
	);
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
	const local = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return local - Math.floor(at / 1000) * 1000;
}

const two = (value: number) => String(value).padStart(2, '0');

/** To the second, with the offset of the zone. */
export function isoInZone(at: number, timeZone: string): string {
	const offset = offsetMs(at, timeZone);
	const minutes = Math.abs(Math.round(offset / 60_000));
	const sign = offset < 0 ? '-' : '+';
	const local = new Date(at + offset).toISOString().slice(0, 19);
	return `${local}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const SERVICE_TIME = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?$/;

/** Years of four digits, in every zone and a few days later too. */
const EARLIEST = Date.UTC(1000, 0, 2);
const LATEST = Date.UTC(9999, 0, 1);

/** The moment that a text names; nothing where it names none, or one that has no usual form. */
export function momentOf(text: string, timeZone: string): number | undefined {
	const at = readMoment(text, timeZone);
	return at !== undefined && at >= EARLIEST && at < LATEST ? at : undefined;
}

function readMoment(text: string, timeZone: string): number | undefined {
	const found = SERVICE_TIME.exec(text.trim());
	if (found === null) {
		// With an offset of its own a time needs no zone.
		const whole = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.trim()) ? Date.parse(text) : Number.NaN;
		return Number.isNaN(whole) ? undefined : whole;
	}
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
		.slice(1)
		.map(Number);
	const local = Date.UTC(year, month - 1, day, hour, minute, second);
	const isReal =
		new Date(local).toISOString().slice(0, 19) === text.trim().slice(0, 19).replace(' ', 'T');
	if (!isReal) return undefined;
	// The offset is that of the moment, which the offset itself decides: a second look settles it.
	const guess = local - offsetMs(local, timeZone);
	return local - offsetMs(guess, timeZone);
}

/** As ISO 8601 with an offset; null where the text names no time. */
export function isoOf(text: string | undefined, timeZone: string): string | null {
	const at = text === undefined ? undefined : momentOf(text, timeZone);
	return at === undefined ? null : isoInZone(at, timeZone);
}
