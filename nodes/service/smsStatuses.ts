import { NOT_ON_WHITELIST } from './advice';

interface SmsStatusFacts {
	name: string;
	meaning: string;
	advice: string;
	/** Whether the message may have been accepted all the same: then it is never sent again by itself. */
	mayBeSent: boolean;
}

const AGAIN_IF_NOT_ARRIVED =
	'If it did not arrive, send it again in a few minutes; if the error stays, ask the service’s support.';

/** Statuses of the SMS interface (section Errors, rule 5), and what to do about each. */
export const SMS_STATUSES = {
	'0': {
		name: 'ALL_RECIPIENTS_PROCESSED',
		meaning: 'request successful for all recipients',
		advice: '',
		mayBeSent: true,
	},
	'-1': {
		name: 'SEND_ERROR',
		meaning: 'error processing the request',
		advice: AGAIN_IF_NOT_ARRIVED,
		mayBeSent: true,
	},
	'-2': {
		name: 'NOT_ENOUGH_CREDITS',
		meaning: 'insufficient credit',
		advice: 'Top up the SMS credit in the service’s web application, then run again.',
		mayBeSent: false,
	},
	'-3': {
		name: 'NETWORK_NOTCOVERED',
		meaning: 'target network not covered',
		advice:
			'The service does not reach this network: use another number, or another route such as WhatsApp.',
		mayBeSent: false,
	},
	'-5': {
		name: 'AUTHENTICATION_FAILED',
		meaning: 'invalid username or password',
		advice:
			'Check User and Password in the credential. The user is the account whose name ends in _api.',
		mayBeSent: false,
	},
	'-6': {
		name: 'MISSING_DESTINATION_ADDRESS',
		meaning: 'destination missing',
		advice: 'Fill in the field To.',
		mayBeSent: false,
	},
	'-7': {
		name: 'BALANCE_EXPIRED',
		meaning: 'balance expired',
		advice:
			'The SMS credit has expired: top it up in the service’s web application, then run again.',
		mayBeSent: false,
	},
	'-9': {
		name: 'NO_ROUTE',
		meaning: 'no route for the operator',
		advice:
			'The service has no route to the operator of this number: ask its support, or use WhatsApp.',
		mayBeSent: false,
	},
	'-10': {
		name: 'REJECTED',
		meaning: 'OTP message sent without an OTP route',
		advice:
			'Switch on One-Time Password (OTP): the text contains words that make it an OTP message. If it is already on, the account has no OTP route: ask the service’s support.',
		mayBeSent: false,
	},
	'-11': {
		name: 'UNKNOWN_DESTINATION_ADDRESS',
		meaning: 'number not recognized',
		advice: 'Check the number: the service does not know it.',
		mayBeSent: false,
	},
	'-12': {
		name: 'MISSING_MESSAGE',
		meaning: 'message missing',
		advice: 'Fill in Text.',
		mayBeSent: false,
	},
	'-13': {
		name: 'INVALID_DESTINATION_ADDRESS',
		meaning: 'invalid destination',
		advice: 'Write the number in international form, such as 6281234567890.',
		mayBeSent: false,
	},
	'-14': {
		name: 'SMS_TEXT_TOO_LONG',
		meaning: 'text too long',
		advice: 'Shorten the text to 160 characters, or split it into several messages.',
		mayBeSent: false,
	},
	'-22': {
		name: 'SYNTAX_ERROR',
		meaning: 'incorrect XML format',
		advice: 'Please report this to the maintainers of the node.',
		mayBeSent: false,
	},
	'-23': {
		name: 'ERROR_PROCESSING',
		meaning: 'general error',
		advice: AGAIN_IF_NOT_ARRIVED,
		mayBeSent: true,
	},
	'-24': {
		name: 'INVALID_API_COMMAND',
		meaning: 'invalid API command',
		advice: 'Check Base URL and Path in the credential.',
		mayBeSent: false,
	},
	'-26': {
		name: 'COMMUNICATION_ERROR',
		meaning: 'general API error',
		advice: AGAIN_IF_NOT_ARRIVED,
		mayBeSent: true,
	},
	'-27': {
		name: 'INVALID_SENDDATETIME',
		meaning: 'invalid scheduling parameter',
		advice: 'Please report this to the maintainers of the node: it sends no scheduling parameter.',
		mayBeSent: false,
	},
	'-28': {
		name: 'INVALID_DELIVERY_REPORT_PUSH_URL',
		meaning: 'invalid push URL',
		advice: 'Check the push URL in the service’s web application.',
		mayBeSent: false,
	},
	'-30': {
		name: 'INVALID_CLIENT_APPID',
		meaning: 'invalid APPID',
		advice: 'Ask the service’s support: the node sends no APPID.',
		mayBeSent: false,
	},
	'-31': {
		name: 'RECORD_NOT_FOUND',
		meaning: 'record not found',
		advice: 'Ask the service’s support which record it misses.',
		mayBeSent: false,
	},
	'-32': {
		name: 'MISSING_MESSAGE_ID',
		meaning: 'message id missing',
		advice: 'Please report this to the maintainers of the node.',
		mayBeSent: false,
	},
	'-33': {
		name: 'DUPLICATE_MESSAGEID',
		meaning: 'duplicated message id',
		advice: 'Ask the service’s support: the node sends no message ID of its own.',
		mayBeSent: false,
	},
	'-34': {
		name: 'SENDER_NOT_ALLOWED',
		meaning: 'sender name not allowed',
		advice: 'Ask the service’s support which sender name your account may use.',
		mayBeSent: false,
	},
	'-35': {
		name: 'SENDER_NOT_REGISTERED',
		meaning: 'sender not registered',
		advice: 'Register the sender name with the service, then run again.',
		mayBeSent: false,
	},
	'-36': {
		name: 'SENDER_NOT_SET',
		meaning: 'no sender set for the account',
		advice: 'Set a sender for your account in the service’s web application, or ask its support.',
		mayBeSent: false,
	},
	'-40': {
		name: 'IP_ADDRESS_FORBIDDEN',
		meaning: 'client IP not whitelisted',
		advice: NOT_ON_WHITELIST,
		mayBeSent: false,
	},
	'-77': {
		name: 'SPAM_PATTERN',
		meaning: 'too many messages to the same number within 24 hours',
		advice: 'Wait until 24 hours have passed, or use another number.',
		mayBeSent: false,
	},
	'-78': {
		name: 'LIMIT REACHED FOR DESTINATION NUMBER',
		meaning: 'too many messages to the same number within 24 hours',
		advice: 'Wait until 24 hours have passed, or use another number.',
		mayBeSent: false,
	},
	'-88': {
		name: 'REJECTED ROUTE',
		meaning: 'operator rejected the request',
		advice: 'The operator refused it: change the text, or ask the service’s support.',
		mayBeSent: false,
	},
	'-99': {
		name: 'GENERAL_ERROR',
		meaning: 'error, reasons vary',
		advice: AGAIN_IF_NOT_ARRIVED,
		mayBeSent: true,
	},
} as const satisfies Record<string, SmsStatusFacts>;

type SmsStatus = keyof typeof SMS_STATUSES;

const isSmsStatus = (value: string): value is SmsStatus => Object.hasOwn(SMS_STATUSES, value);

/** Undefined if the status is not documented. */
export const smsStatus = (value: string): SmsStatusFacts | undefined =>
	isSmsStatus(value) ? SMS_STATUSES[value] : undefined;

const OF_ACCOUNT = new Set(['-2', '-5', '-7', '-24', '-34', '-35', '-36', '-40']);

/** Whether the login, the whitelist, the credit or the sender is at fault, and not the message. */
export const isOfAccount = (status: string): boolean => OF_ACCOUNT.has(status);
