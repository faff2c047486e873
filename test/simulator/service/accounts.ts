import { z } from 'zod/v4';

import { credits } from '../facts/endpoints';
import { isInternational } from '../facts/texts';
import type { Sender } from './message';

const number = z.string().refine(isInternational);

export const accountSchema = z
	.object({
		name: z.string().regex(/^[\w-]{1,50}$/),
		apiKey: z.string().min(1),
		active: z.boolean().default(true),
		/** Requests with this key go to the test host: it needs no credits and has fixed ref_no values. */
		testHost: z.boolean().default(false),
		userid: z.string(),
		idPerson: z.number().int(),
		idClient: z.number().int(),
		...credits,
		whitelist: z.array(z.object({ ip: z.string(), active: z.boolean() })).default([]),
		sms: z
			.object({ user: z.string(), password: z.string(), otpRoute: z.boolean().default(true) })
			.nullable()
			.default(null),
		channels: z
			.array(
				z.object({
					id: z.uuid(),
					name: z.string(),
					number,
					organization_id: z.uuid(),
					created_at: z.string(),
					/** In place of the URL that is registered for incoming messages. */
					webhook: z.string().optional(),
				}),
			)
			.default([]),
		gateways: z.array(z.object({ id: z.string().min(1), number })).default([]),
		senders: z.array(number).default([]),
		queues: z.record(z.string(), z.array(number).min(1)).default({}),
	})
	.strict();

export type Account = z.infer<typeof accountSchema>;
export type Channel = Account['channels'][number];

export const gatewaySender = ({ id, number: own }: Account['gateways'][number]): Sender => ({
	id,
	name: `Business ${id}`,
	number: own,
});

export const numberSender = (own: string): Sender => ({ id: own, name: `+${own}`, number: own });

/** Senders of the service, for clients who have no senders. */
export const SHARED_SENDERS = ['6280000000091', '6280000000092'];

export const SMS_FROM: Sender = { id: 'sms', name: 'SMS', number: '6280000000021' };

const WHITELIST = [
	{ ip: '127.0.0.1', active: true },
	{ ip: '127.0.0.3', active: false },
];

const ORGANIZATION = '99999999-9999-4999-8999-999999999999';

const channel = (id: string, name: string, own: string): Channel => ({
	id,
	name,
	number: own,
	organization_id: ORGANIZATION,
	created_at: '2025-01-15T08:30:00Z',
});

const main = {
	name: 'main',
	apiKey: 'simulator-key',
	userid: 'simulator',
	idPerson: 1001,
	idClient: 501,
	wa_balance: 1_000_000,
	wa_expired_date: '2099-12-31',
	hlr_balance: 250,
	hlr_expired_date: '2099-12-31',
	sim_balance: 12.5,
	sim_expired_date: '2099-12-31',
	sms_balance: 1_000_000,
	sms_expired_date: '2099-12-31',
	pulsa_balance: 0,
	whitelist: WHITELIST,
	sms: { user: 'simulator_api', password: 'simulator-password' },
	channels: [
		channel('11111111-1111-4111-8111-111111111111', 'Customer care', '6280000000001'),
		channel('22222222-2222-4222-8222-222222222222', 'Orders', '6280000000002'),
	],
	gateways: [
		{ id: 'gateway-1', number: '6280000000003' },
		{ id: 'gateway-2', number: '6280000000004' },
	],
	senders: ['6280000000011', '6280000000012', '6280000000013'],
	queues: { marketing: ['6280000000011', '6280000000012'], service: ['6280000000013'] },
};

const test = {
	name: 'test',
	apiKey: 'TEST_API_KEY',
	testHost: true,
	userid: 'test',
	idPerson: 1002,
	idClient: 502,
	whitelist: WHITELIST,
	channels: [channel('33333333-3333-4333-8333-333333333333', 'Test channel', '6280000000005')],
	gateways: [{ id: 'gateway-test', number: '6280000000006' }],
};

export const startAccounts = (): Map<string, Account> =>
	new Map([main, test].map((account) => [account.name, accountSchema.parse(account)]));
