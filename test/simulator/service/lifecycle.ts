import type { ServiceClock } from '../core/clock';
import { isLast, type MessageCode } from '../facts/statuses';
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

/** What happens next to a message that nobody moves by hand; nothing where it stays as it is. Pure. */
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

/** Moves messages through their states, on the service's clock. */
export class Lifecycle {
	constructor(
		private readonly clock: ServiceClock,
		private readonly settings: () => Settings,
		private readonly fateOf: (message: Message) => WhatsappFate,
		private readonly moved: (message: Message, at: number) => void,
	) {}

	/** Lets the clock decide on the next state, from the present one. */
	schedule(message: Message): void {
		const next = nextMove(message, this.fateOf(message), this.settings(), this.clock.now());
		if (next === undefined) return;
		const step = message.history.length;
		this.clock.after(next.afterMs, () => {
			// Whoever moved it in the meantime has seen to what comes next.
			if (message.history.length === step) this.move(message, next.status, next.trouble);
		});
	}

	move(message: Message, status: MessageCode, trouble?: string): void {
		const at = this.clock.now();
		message.status = status;
		message.history.push({ status, at });
		if (trouble !== undefined) message.trouble = trouble;
		this.moved(message, at);
		if (!isLast(status)) this.schedule(message);
	}
}
