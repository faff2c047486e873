const DAY_MS = 86_400_000;

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const timeWithSeconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const dayWithYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const shortDayWithYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short' });
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });

export const clockTime = (at: Date): string => time.format(at);
export const clockTimeWithSeconds = (at: Date): string => timeWithSeconds.format(at);
export const wholeTime = (at: Date): string => whole.format(at);

/** One for each day of the person's own calendar, so that days can be counted. */
export function dayNumber(at: Date): number {
	return Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS);
}

/** What stands above the messages of a day. */
export function dayLabel(at: Date, now: Date): string {
	const ago = dayNumber(now) - dayNumber(at);
	if (ago === 0) return 'Today';
	if (ago === 1) return 'Yesterday';
	return at.getFullYear() === now.getFullYear() ? day.format(at) : dayWithYear.format(at);
}

/** When a chat was last written in, as short as it can be told. */
export function listTime(at: Date, now: Date): string {
	const ago = dayNumber(now) - dayNumber(at);
	if (ago === 0) return time.format(at);
	if (ago === 1) return 'Yesterday';
	if (ago > 1 && ago < 7) return weekday.format(at);
	return at.getFullYear() === now.getFullYear() ? shortDay.format(at) : shortDayWithYear.format(at);
}

/** A moment that lies ahead, mostly within a day. */
export function untilLabel(at: Date, now: Date): string {
	const ahead = dayNumber(at) - dayNumber(now);
	if (ahead === 0) return clockTime(at);
	if (ahead === 1) return `tomorrow, ${clockTime(at)}`;
	return `${shortDay.format(at)}, ${clockTime(at)}`;
}
