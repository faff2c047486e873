import { z } from 'zod';

import { callbackDate, string, text, uuid4 } from './kinds';
import { MESSAGE_CODES } from './statuses';
import { internationalNumber } from './texts';

/** What is pushed to a registered URL, and how (section Events). The payload of the Business webhook is not shown. */
export interface Event {
	methods: readonly ('GET' | 'POST')[];
	/** Where the fields are. */
	sentAs: 'json' | 'query' | 'form';
	data: z.ZodObject<z.ZodRawShape>;
}

/** What comes to a sender, or by SMS. */
const pushInbox: Event = {
	methods: ['POST'],
	sentAs: 'form',
	data: z.object({
		id: text,
		gateway_number: internationalNumber,
		originator: internationalNumber,
		receive_date: text,
		msg: string,
	}),
};

export const EVENTS = {
	officialStatus: {
		methods: ['POST'],
		sentAs: 'json',
		data: z.object({
			ref_no: text,
			status: z.enum(['sent', 'delivered', 'read', 'failed']),
			status_date: callbackDate,
		}),
	},
	officialInbox: {
		methods: ['POST'],
		sentAs: 'json',
		data: z.object({
			room_id: uuid4,
			ref_no: text,
			text: string,
			inbox_date: callbackDate,
			sender_number: internationalNumber,
		}),
	},
	unofficialStatus: {
		methods: ['GET', 'POST'],
		sentAs: 'query',
		data: z.object({
			ref_no: text,
			status: z.enum(MESSAGE_CODES),
			sent_date: string,
			err_code: string,
		}),
	},
	unofficialInbox: pushInbox,
	smsInbox: pushInbox,
} as const satisfies Record<string, Event>;
