import type { MessageCode } from '../facts/statuses';
import type { Settings } from '../settings';
import type { WhatsappFate } from './fates';
import type { Message } from './message';

export interface Move {
	status: MessageCode;
	afterMs: number;
	trouble?: string;
}

const timedOut = (afterMs: number): Move => ({
	status: 'F',
	afterMs,
	trouble: 'Not sent within its timeout',
});

/** The next status of a message that nobody moves by hand, if there is one. */
export function nextMove(
	message: Message,
	fate: WhatsappFate,
	{ queuedMs, sentMs, deliveredMs, readBy }: Settings,
	now: number,
): Move | undefined {
	const { status, timeoutAt, excluded } = message;
	switch (status) {
		case 'U':
			return { status: 'Q', afterMs: 0 };
		case 'Q': {
			const left = timeoutAt === undefined ? Infinity : Math.max(0, timeoutAt - now);
			if (excluded) {
				return { status: 'A', afterMs: queuedMs, trouble: 'The number is on the exclusion list' };
			}
			if (fate === 'queued') return left === Infinity ? undefined : timedOut(left);
			if (queuedMs >= left) return timedOut(left);
			if (fate === 'failed') {
				return { status: 'F', afterMs: queuedMs, trouble: 'The number has no WhatsApp' };
			}
			if (fate === 'aborted') return { status: 'A', afterMs: queuedMs, trouble: 'Aborted' };
			return { status: 'S', afterMs: queuedMs };
		}
		case 'S':
			return fate === 'sent' ? undefined : { status: 'D', afterMs: sentMs };
		case 'D':
			return fate === 'delivered' || readBy === 'phone'
				? undefined
				: { status: 'R', afterMs: deliveredMs };
		default:
			return undefined;
	}
}
