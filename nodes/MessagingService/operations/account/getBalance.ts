import { z } from 'zod';

import { operation } from '../../engine/operation';

const balance = z.number().nullish();
const date = z.string().nullish();

/** The service's documentation calls this Credit (section Resources). */
const credit = z
	.object({
		idClient: z.number().int(),
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

export const getBalance = operation({
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get credit balance',
	description:
		'Get the remaining credits for WhatsApp, SMS and the other services, and when they expire',
	fields: [],
	effect: 'read',
	input: z.object({}),
	request: () => ({ method: 'GET', path: '/balance' }),
	answer: credit,
});
