import { z } from 'zod';

import { isSmsStatus, type SmsStatus } from '../facts/statuses';

/** The last status of a WhatsApp message to a number. The first five are those of 628000001001 to 628000001005. */
const WHATSAPP_FATES = ['failed', 'aborted', 'queued', 'sent', 'delivered', 'read'] as const;

export type WhatsappFate = (typeof WHATSAPP_FATES)[number];

export const fateSchema = z
	.object({
		whatsapp: z.enum(WHATSAPP_FATES).optional(),
		sms: z.number().transform(String).refine(isSmsStatus, 'is no documented status').optional(),
	})
	.strict();

export type Fate = z.infer<typeof fateSchema>;

/** The fates of numbers. A test sets one, or the number itself has one. */
export class Fates {
	readonly set = new Map<string, Fate>();

	whatsapp(number: string): WhatsappFate {
		const digit = /^62800000100([1-5])$/.exec(number)?.[1];
		return this.set.get(number)?.whatsapp ?? WHATSAPP_FATES[Number(digit) - 1] ?? 'read';
	}

	sms(number: string): SmsStatus {
		const set = this.set.get(number)?.sms;
		if (set !== undefined) return set;
		const digits = /^628000002(\d{3})$/.exec(number)?.[1];
		const status = `-${Number(digits)}`;
		return digits !== undefined && isSmsStatus(status) ? status : '0';
	}
}
