import type { z } from 'zod/v4';

import type { credits } from '../facts/endpoints';
import type { Sender } from './message';

interface Channel {
	id: string;
	name: string;
	number: string;
	organization_id: string;
	created_at: string;
	/** In place of the URL that is registered for incoming messages. */
	webhook?: string;
}

type Credits = z.infer<z.ZodObject<typeof credits>>;

export interface Account extends Credits {
	apiKey: string;
	active: boolean;
	userid: string;
	idPerson: number;
	idClient: number;
	whitelist: { ip: string; active: boolean }[];
	sms: { user: string; password: string; otpRoute: boolean };
	channels: Channel[];
	gateways: { id: string; number: string }[];
	senders: string[];
	queues: Record<string, string[]>;
}

export const gatewaySender = ({ id, number: own }: Account['gateways'][number]): Sender => ({
	id,
	name: `Business ${id}`,
	number: own,
});

export const numberSender = (own: string): Sender => ({ id: own, name: `+${own}`, number: own });

/** Senders of the service, for clients who have no senders. */
export const SHARED_SENDERS = ['6280000000091', '6280000000092'];

export const SMS_FROM: Sender = { id: 'sms', name: 'SMS', number: '6280000000021' };

const ORGANIZATION = '99999999-9999-4999-8999-999999999999';

const channel = (id: string, name: string, own: string): Channel => ({
	id,
	name,
	number: own,
	organization_id: ORGANIZATION,
	created_at: '2025-01-15T08:30:00Z',
});

export const startAccount = (): Account => ({
	apiKey: 'simulator-key',
	active: true,
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
	whitelist: [{ ip: '127.0.0.1', active: true }],
	sms: { user: 'simulator_api', password: 'simulator-password', otpRoute: true },
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
});
