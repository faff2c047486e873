import { z } from 'zod/v4';

interface Status {
	/** Message status codes. */
	name: string;
	/** The phone shows it. */
	word: string;
	became: 'open' | 'arrived' | 'lost';
	/** Whether the Official status callback reports it, by the same word. */
	isReported?: true;
}

/** The codes of a message's states. The Official route has no U. */
const STATUSES = {
	U: { name: 'UN-SENT', word: 'unsent', became: 'open' },
	Q: { name: 'QUEUE', word: 'queued', became: 'open' },
	S: { name: 'SENT', word: 'sent', became: 'open', isReported: true },
	D: { name: 'DELIVERED', word: 'delivered', became: 'arrived', isReported: true },
	R: { name: 'READ', word: 'read', became: 'arrived', isReported: true },
	A: { name: 'ABORTED', word: 'aborted', became: 'lost' },
	F: { name: 'FAILED', word: 'failed', became: 'lost', isReported: true },
} as const satisfies Record<string, Status>;

export type MessageCode = keyof typeof STATUSES;

/** The words of the Official status callback. */
export const REPORTED = Object.values<Status>(STATUSES).flatMap(({ word, isReported }) =>
	isReported ? [word] : [],
);

export const statusOf = (code: MessageCode): Status => STATUSES[code];

const NAMES = Object.fromEntries(Object.entries(STATUSES).map(([code, { name }]) => [code, name]));

export const messageCode = z
	// Object.keys forgets which keys the object has.
	.enum(Object.keys(STATUSES) as [MessageCode])
	.meta({ 'x-enumDescriptions': NAMES });

/** A read, aborted or failed message stays so. */
export const isLast = (code: MessageCode): boolean =>
	code === 'R' || statusOf(code).became === 'lost';

/** The values of an SMS result's status, with their names (Errors, SMS statuses). */
export const SMS_STATUSES = {
	'0': 'ALL_RECIPIENTS_PROCESSED',
	'-1': 'SEND_ERROR',
	'-2': 'NOT_ENOUGH_CREDITS',
	'-3': 'NETWORK_NOTCOVERED',
	'-5': 'AUTHENTICATION_FAILED',
	'-6': 'MISSING_DESTINATION_ADDRESS',
	'-7': 'BALANCE_EXPIRED',
	'-9': 'NO_ROUTE',
	'-10': 'REJECTED',
	'-11': 'UNKNOWN_DESTINATION_ADDRESS',
	'-12': 'MISSING_MESSAGE',
	'-13': 'INVALID_DESTINATION_ADDRESS',
	'-14': 'SMS_TEXT_TOO_LONG',
	'-22': 'SYNTAX_ERROR',
	'-23': 'ERROR_PROCESSING',
	'-24': 'INVALID_API_COMMAND',
	'-26': 'COMMUNICATION_ERROR',
	'-27': 'INVALID_SENDDATETIME',
	'-28': 'INVALID_DELIVERY_REPORT_PUSH_URL',
	'-30': 'INVALID_CLIENT_APPID',
	'-31': 'RECORD_NOT_FOUND',
	'-32': 'MISSING_MESSAGE_ID',
	'-33': 'DUPLICATE_MESSAGEID',
	'-34': 'SENDER_NOT_ALLOWED',
	'-35': 'SENDER_NOT_REGISTERED',
	'-36': 'SENDER_NOT_SET',
	'-40': 'IP_ADDRESS_FORBIDDEN',
	'-77': 'SPAM_PATTERN',
	'-78': 'LIMIT REACHED FOR DESTINATION NUMBER',
	'-88': 'REJECTED ROUTE',
	'-99': 'GENERAL_ERROR',
} as const;

export type SmsStatus = keyof typeof SMS_STATUSES;

export const isSmsStatus = (value: string): value is SmsStatus =>
	Object.hasOwn(SMS_STATUSES, value);
