import { z } from 'zod';

import { isSmsStatus, type SmsStatus } from '../facts/statuses';

/** The last status of a WhatsApp message to a number. */
export const WHATSAPP_FATES = ['failed', 'aborted', 'queued', 'sent', 'delivered', 'read'] as const;

export type WhatsappFate = (typeof WHATSAPP_FATES)[number];

export const fateSchema = z
	.object({
		whatsapp: z.enum(WHATSAPP_FATES).optional(),
		sms: z.number().transform(String).refine(isSmsStatus, 'is no documented status').optional(),
	})
	.strict();

export type Fate = z.infer<typeof fateSchema>;

const KNOWN = new Map<string, WhatsappFate>([
	['628000001001', 'failed'],
	['628000001002', 'aborted'],
	['628000001003', 'queued'],
	['628000001004', 'sent'],
	['628000001005', 'delivered'],
]);

/** The fates of numbers. A test sets one, or the number itself has one. */
export class Fates {
	readonly set = new Map<string, Fate>();

	whatsapp(number: string): WhatsappFate {
		return this.set.get(number)?.whatsapp ?? KNOWN.get(number) ?? 'read';
	}

	sms(number: string): SmsStatus {
		const set = this.set.get(number)?.sms;
		if (set !== undefined) return set;
		const digits = /^628000002(\d{3})$/.exec(number)?.[1];
		const status = `-${Number(digits)}`;
		return digits !== undefined && isSmsStatus(status) ? status : '0';
	}
}
