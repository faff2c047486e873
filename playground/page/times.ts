import type { PhoneMessage } from '../contract';

const format = (options: Intl.DateTimeFormatOptions) => {
	const formatter = new Intl.DateTimeFormat('en-GB', options);
	return (at: Date) => formatter.format(at);
};

export const clockTime = format({ hour: '2-digit', minute: '2-digit' });
export const wholeTime = format({ dateStyle: 'full', timeStyle: 'medium' });
const day = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const shortDay = format({ day: 'numeric', month: 'short' });

/** One for each day of the person's own calendar, so that days can be counted. */
const dayNumber = (at: Date) =>
	Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000);

/** The day of a moment, by how many days it lies ahead. */
const NEAR = new Map([
	[-1, 'Yesterday'],
	[0, 'Today'],
	[1, 'tomorrow'],
]);

const near = (at: Date, now: Date) => NEAR.get(dayNumber(at) - dayNumber(now));

/** The heading above the messages of one day. */
export const dayLabel = (at: Date, now: Date): string => near(at, now) ?? day(at);

/** When a chat was last written in, as short as it can be told. */
export function listTime(at: Date, now: Date): string {
	const name = near(at, now) ?? shortDay(at);
	return name === 'Today' ? clockTime(at) : name;
}

/** A moment that lies ahead, mostly within a day. */
export function untilLabel(at: Date, now: Date): string {
	const name = near(at, now) ?? shortDay(at);
	return name === 'Today' ? clockTime(at) : `${name}, ${clockTime(at)}`;
}

/** Messages of one writer that follow one another closely are drawn as one group. */
const GROUP_MS = 5 * 60_000;

interface Day {
	at: Date;
	messages: { message: PhoneMessage; joined: boolean }[];
}

/** The messages in their order, under the day on which each came. */
export function byDay(messages: readonly PhoneMessage[]): Day[] {
	const days: Day[] = [];
	for (const message of messages) {
		const at = new Date(message.at);
		let last = days.at(-1);
		if (last === undefined || dayNumber(last.at) !== dayNumber(at)) {
			last = { at, messages: [] };
			days.push(last);
		}
		const before = last.messages.at(-1)?.message;
		const joined =
			before?.direction === message.direction && at.getTime() - Date.parse(before.at) < GROUP_MS;
		last.messages.push({ message, joined });
	}
	return days;
}
