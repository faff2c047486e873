import { z } from 'zod';

import { isoInZone, numeric, spare } from '../plain';
import { SERVICE_TIMEZONE } from './clock';

const balance = spare(numeric);
const date = spare(z.string());

export const BALANCE_REQUEST = { method: 'GET', path: '/balance' } as const;

/** The service's documentation calls this Credit (section Resources). */
export const credit = z
	.object({
		idClient: z.union([numeric, z.string()]),
		wa_balance: balance,
		wa_expired_date: date,
		hlr_balance: balance,
		hlr_expired_date: date,
		sim_balance: balance,
		sim_expired_date: date,
		sms_balance: balance,
		sms_expired_date: date,
		pulsa_balance: balance,
	})
	.passthrough();

export type Credit = z.output<typeof credit>;

/** What pays for WhatsApp messages. A date in another form may be past, so it is not read. */
export const whatsappCredit = credit.pick({ wa_balance: true, wa_expired_date: true }).extend({
	wa_balance: numeric,
	wa_expired_date: z.string().date().nullish(),
});

const DAY_MS = 86_400_000;

/** Days of the service's calendar. The credit can still be used on its last day, 0. */
export const daysUntil = (date: string, now: number): number =>
	(Date.parse(date) - Date.parse(isoInZone(now, SERVICE_TIMEZONE).slice(0, 10))) / DAY_MS;
