import { callbackDate, object, oneOf, required, string, text, uuid4, type Kind } from './kinds';
import { MESSAGE_CODES } from './statuses';
import { internationalNumber } from './texts';

/** What is pushed to a registered URL, and how (section Events). The payload of the Business webhook is not shown. */
export interface Event {
	methods: readonly ('GET' | 'POST')[];
	/** Where the fields are. */
	sentAs: 'json' | 'query' | 'form';
	data: Kind;
}

/** What comes to a sender, or by SMS. */
const pushInbox: Event = {
	methods: ['POST'],
	sentAs: 'form',
	data: object({
		id: required(text()),
		gateway_number: required(internationalNumber),
		originator: required(internationalNumber),
		receive_date: required(text()),
		msg: required(string),
	}),
};

export const EVENTS = {
	officialStatus: {
		methods: ['POST'],
		sentAs: 'json',
		data: object({
			ref_no: required(text()),
			status: required(oneOf('sent', 'delivered', 'read', 'failed')),
			status_date: required(callbackDate),
		}),
	},
	officialInbox: {
		methods: ['POST'],
		sentAs: 'json',
		data: object({
			room_id: required(uuid4),
			ref_no: required(text()),
			text: required(string),
			inbox_date: required(callbackDate),
			sender_number: required(internationalNumber),
		}),
	},
	unofficialStatus: {
		methods: ['GET', 'POST'],
		sentAs: 'query',
		data: object({
			ref_no: required(text()),
			status: required(oneOf(...MESSAGE_CODES)),
			sent_date: required(string),
			err_code: required(string),
		}),
	},
	unofficialInbox: pushInbox,
	smsInbox: pushInbox,
} as const satisfies Record<string, Event>;
