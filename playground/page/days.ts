import type { PhoneMessage } from '../contract';
import { dayNumber } from './times';

export interface Placed {
	message: PhoneMessage;
	/** Follows a message of the same writer closely: the two are drawn as one group. */
	joined: boolean;
}

export interface Day {
	key: number;
	at: Date;
	messages: Placed[];
}

const GROUP_MS = 5 * 60_000;

/** The messages in their order, under the day on which each came. */
export function byDay(messages: readonly PhoneMessage[]): Day[] {
	const days: Day[] = [];
	for (const message of messages) {
		const at = new Date(message.at);
		const key = dayNumber(at);
		let day = days.at(-1);
		if (day?.key !== key) {
			day = { key, at, messages: [] };
			days.push(day);
		}
		const before = day.messages.at(-1)?.message;
		const joined =
			before?.direction === message.direction && at.getTime() - Date.parse(before.at) < GROUP_MS;
		day.messages.push({ message, joined });
	}
	return days;
}
