import type { Entry } from '../../simulator/http/journal';
import type { Json } from '../../n8n/api';

/** The operations that are run under faults. */
export interface Subject {
	name: string;
	effect: 'send' | 'read';
	credential: 'messagingServiceApi' | 'messagingServiceSmsApi';
	parameters: (knownRef: string) => Json;
	/** Which requests a fault strikes. */
	strikes: { method: 'GET' | 'POST'; path: string };
	/** To whom a request sends. */
	destinationOf: (entry: Entry) => string;
	/** What the service answers where all is well, and the same after its schema changed. */
	answer: { right: unknown; missing: unknown; renamed: unknown; otherType: unknown };
}

const fromJson = ({ body }: Entry) => {
	const { destination } = JSON.parse(body) as Json;
	return typeof destination === 'string' ? destination : '';
};

const sentMessage = { sender: '6281100000011', queue: 'marketing', destination: '6281200000000' };
const saved = (data: unknown) => ({ error: false, message: 'Saved', data });
const ENVELOPED = {
	missing: saved({ note: 'queued' }),
	renamed: saved({ reference: 'a1', recipient: '6281200000000' }),
	otherType: saved({ ref_no: ['a1'], destination: { number: 6_281_200_000_000 } }),
};

export const SEND_TEXT: Subject = {
	name: 'WhatsApp Unofficial, Send Text',
	effect: 'send',
	credential: 'messagingServiceApi',
	parameters: () => ({
		resource: 'whatsappUnofficial',
		operation: 'sendText',
		destination: '={{ $json.to }}',
		message: '={{ $json.text }}',
	}),
	strikes: { method: 'POST', path: '/whatsapp/message' },
	destinationOf: fromJson,
	answer: { right: saved({ ...sentMessage, ref_no: 'a1', message: 'as sent' }), ...ENVELOPED },
};

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

export const BROADCAST: Subject = {
	name: 'WhatsApp Official, Broadcast',
	effect: 'send',
	credential: 'messagingServiceApi',
	parameters: () => ({
		resource: 'whatsappOfficial',
		operation: 'broadcast',
		channelId: byId('11111111-1111-4111-8111-111111111111'),
		templateId: byId('22222222-aaaa-4aaa-8aaa-222222222222'),
		destination: '={{ $json.to }}',
		destinationName: '={{ $json.text }}',
	}),
	strikes: { method: 'POST', path: '/wa_official/message/broadcast' },
	destinationOf: fromJson,
	answer: { right: saved({ ref_no: 'a1' }), ...ENVELOPED },
};

export const SEND_SMS: Subject = {
	name: 'SMS, Send',
	effect: 'send',
	credential: 'messagingServiceSmsApi',
	parameters: () => ({
		resource: 'sms',
		operation: 'send',
		destination: '={{ $json.to }}',
		text: '={{ $json.text }}',
	}),
	strikes: { method: 'POST', path: '/sendsms/plain' },
	destinationOf: ({ body }) => new URLSearchParams(body).get('GSM') ?? '',
	answer: {
		right: { results: [{ status: '0', messageid: 'a1', destination: '6281200000000' }] },
		missing: { results: [{ destination: '6281200000000' }] },
		renamed: { results: [{ code: '0', id: 'a1' }] },
		otherType: { results: 'queued' },
	},
};

export const GET_STATUS: Subject = {
	name: 'WhatsApp Unofficial, Get Status',
	effect: 'read',
	credential: 'messagingServiceApi',
	parameters: (knownRef) => ({
		resource: 'whatsappUnofficial',
		operation: 'getStatus',
		refNo: knownRef,
	}),
	strikes: { method: 'GET', path: '' },
	destinationOf: () => '',
	answer: {
		right: { error: false, message: 'OK', data: { ref_no: 'a1', status: 'S' } },
		missing: { error: false, message: 'OK' },
		renamed: { error: false, message: 'OK', record: { ref_no: 'a1' } },
		otherType: { error: false, message: 'OK', data: 'gone' },
	},
};
