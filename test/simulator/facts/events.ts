import { z } from 'zod/v4';

import { callbackDate, dateTime, decided, string, text, uuid4 } from './kinds';
import { messageCode, REPORTED } from './statuses';
import { internationalNumber } from './texts';

/** What is pushed to a registered URL, and how (section Events). */
export interface Event {
	methods: readonly ('GET' | 'POST')[];
	/** Where the fields are. */
	sentAs: 'json' | 'query' | 'form';
	data: z.ZodType;
}

const callbackTime = decided(
	text.describe('a time without a zone, YYYY-MM-DD HH:MM:SS'),
	'callback-times',
);

/** What comes to a sender, or by SMS. */
const pushInbox = (): Event => ({
	methods: ['POST'],
	sentAs: 'form',
	data: z.object({
		id: text,
		gateway_number: internationalNumber,
		originator: internationalNumber,
		receive_date: callbackTime,
		msg: string,
	}),
});

export const EVENTS = {
	officialStatus: {
		methods: ['POST'],
		sentAs: 'json',
		data: z.object({
			ref_no: text,
			status: z.enum(REPORTED),
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
			status: decided(messageCode, 'unofficial-status-words'),
			sent_date: decided(z.string().describe('a time without a zone, or empty'), 'callback-times'),
			err_code: decided(z.string().describe('a code, or empty'), 'error-codes'),
		}),
	},
	unofficialInbox: pushInbox(),
	smsInbox: pushInbox(),
} as const satisfies Record<string, Event>;

/** The payload of the Business webhook is not shown: this one is the simulator's own. */
export const BUSINESS_WEBHOOK: Event = {
	methods: ['POST'],
	sentAs: 'json',
	data: decided(
		z.object({
			invented: z.literal(true),
			message_id: text,
			gateway_id: text,
			from: internationalNumber,
			type: z.enum(['text', 'button_reply']),
			text: string,
			button_id: text.optional(),
			message_id_context: text.optional(),
			timestamp: dateTime,
		}),
		'business-webhook',
	),
};
