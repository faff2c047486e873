import { isSmsStatus, type MessageCode, type SmsStatus } from '../facts/statuses';
import type { Settings } from '../settings';
import type { Message } from './message';

/** The last status of a WhatsApp message to a number. The first five are those of 628000001001 to 628000001005. */
const WHATSAPP_FATES = ['failed', 'aborted', 'queued', 'sent', 'delivered', 'read'] as const;

type WhatsappFate = (typeof WHATSAPP_FATES)[number];

export function whatsappFate(number: string): WhatsappFate {
	const digit = /^62800000100([1-5])$/.exec(number)?.[1];
	return WHATSAPP_FATES[Number(digit) - 1] ?? 'read';
}

export function smsFate(number: string): SmsStatus {
	const digits = /^628000002(\d{3})$/.exec(number)?.[1];
	const status = `-${Number(digits)}`;
	return digits !== undefined && isSmsStatus(status) ? status : '0';
}

interface Move {
	status: MessageCode;
	afterMs: number;
	trouble?: string;
}

/** How long a message has a status, on the service's clock. */
const [QUEUED_MS, SENT_MS, DELIVERED_MS] = [1000, 1000, 5000];

/** The next status of a message that nobody moves by hand, if there is one. */
export function nextMove(
	{ status, timeoutAt = Infinity, excluded }: Message,
	fate: WhatsappFate,
	{ readBy }: Settings,
	now: number,
): Move | undefined {
	const left = Math.max(0, timeoutAt - now);
	const queued = (next: MessageCode, trouble: string): Move => ({
		status: next,
		afterMs: QUEUED_MS,
		trouble,
	});
	switch (status) {
		case 'U':
			return { status: 'Q', afterMs: 0 };
		case 'Q':
			if (excluded) return queued('A', 'The number is on the exclusion list');
			if (fate === 'queued' && left === Infinity) return undefined;
			if (fate === 'queued' || QUEUED_MS >= left) {
				return { status: 'F', afterMs: left, trouble: 'Not sent within its timeout' };
			}
			if (fate === 'failed') return queued('F', 'The number has no WhatsApp');
			if (fate === 'aborted') return queued('A', 'Aborted');
			return { status: 'S', afterMs: QUEUED_MS };
		case 'S':
			return fate === 'sent' ? undefined : { status: 'D', afterMs: SENT_MS };
		case 'D':
			if (fate === 'delivered' || readBy === 'phone') return undefined;
			return { status: 'R', afterMs: DELIVERED_MS };
		default:
			return undefined;
	}
}
