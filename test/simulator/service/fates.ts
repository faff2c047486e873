import { isSmsStatus, type SmsStatus } from '../facts/statuses';

/** The last status of a WhatsApp message to a number. The first five are those of 628000001001 to 628000001005. */
const WHATSAPP_FATES = ['failed', 'aborted', 'queued', 'sent', 'delivered', 'read'] as const;

export type WhatsappFate = (typeof WHATSAPP_FATES)[number];

export function whatsappFate(number: string): WhatsappFate {
	const digit = /^62800000100([1-5])$/.exec(number)?.[1];
	return WHATSAPP_FATES[Number(digit) - 1] ?? 'read';
}

export function smsFate(number: string): SmsStatus {
	const digits = /^628000002(\d{3})$/.exec(number)?.[1];
	const status = `-${Number(digits)}`;
	return digits !== undefined && isSmsStatus(status) ? status : '0';
}
