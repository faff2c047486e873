import type { Json } from '../../n8n/api';
import { BROADCAST, SMS, TEXT } from '../frame/nodes';

/** The operations that are run under faults. */
export interface Subject {
	name: string;
	effect: 'send' | 'read';
	credential: 'messagingServiceApi' | 'messagingServiceSmsApi';
	parameters: (knownRef: string) => Json;
	/** Which requests a fault strikes. */
	strikes: { method: 'GET' | 'POST'; path: string };
	/** What the service answers where all is well, and the same after its schema changed. */
	answer: { right: unknown; missing: unknown; renamed: unknown; otherType: unknown };
}

const TO = '6281200000000';
const saved = (data: unknown) => ({ error: false, message: 'Saved', data });
const ENVELOPED = {
	right: saved({ ref_no: 'a1', destination: TO, sender: '6281100000011', queue: 'marketing' }),
	missing: saved({ note: 'queued' }),
	renamed: saved({ reference: 'a1', recipient: TO }),
	otherType: saved({ ref_no: ['a1'], destination: { number: Number(TO) } }),
};

export const SEND_TEXT: Subject = {
	name: 'WhatsApp Unofficial, Send Text',
	effect: 'send',
	credential: 'messagingServiceApi',
	parameters: () => TEXT,
	strikes: { method: 'POST', path: '/whatsapp/message' },
	answer: ENVELOPED,
};

const SEND_TEMPLATE: Subject = {
	name: 'WhatsApp Official, Broadcast',
	effect: 'send',
	credential: 'messagingServiceApi',
	parameters: () => BROADCAST,
	strikes: { method: 'POST', path: '/wa_official/message/broadcast' },
	answer: { ...ENVELOPED, right: saved({ ref_no: 'a1' }) },
};

const SEND_SMS: Subject = {
	name: 'SMS, Send',
	effect: 'send',
	credential: 'messagingServiceSmsApi',
	parameters: () => SMS,
	strikes: { method: 'POST', path: '/sendsms/plain' },
	answer: {
		right: { results: [{ status: '0', messageid: 'a1', destination: TO }] },
		missing: { results: [{ destination: TO }] },
		renamed: { results: [{ code: '0', id: 'a1' }] },
		otherType: { results: 'queued' },
	},
};

const GET_STATUS: Subject = {
	name: 'WhatsApp Unofficial, Get Status',
	effect: 'read',
	credential: 'messagingServiceApi',
	parameters: (refNo) => ({ resource: 'whatsappUnofficial', operation: 'getStatus', refNo }),
	strikes: { method: 'GET', path: '' },
	answer: {
		right: { error: false, message: 'OK', data: { ref_no: 'a1', status: 'S' } },
		missing: { error: false, message: 'OK' },
		renamed: { error: false, message: 'OK', record: { ref_no: 'a1' } },
		otherType: { error: false, message: 'OK', data: 'gone' },
	},
};

/** Run under some kinds of fault. */
export const OTHERS = [SEND_TEMPLATE, SEND_SMS, GET_STATUS];
