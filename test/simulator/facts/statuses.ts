import { z } from 'zod/v4';

/** The codes of a message's states, with their names (Message status codes). The Official route has no U. */
export const STATUS_NAMES = {
	U: 'UN-SENT',
	Q: 'QUEUE',
	S: 'SENT',
	D: 'DELIVERED',
	R: 'READ',
	A: 'ABORTED',
	F: 'FAILED',
} as const;

export type MessageCode = keyof typeof STATUS_NAMES;

export const MESSAGE_CODES = ['U', 'Q', 'S', 'D', 'R', 'A', 'F'] as const satisfies MessageCode[];

export const messageCode = z.enum(MESSAGE_CODES).meta({ 'x-enumDescriptions': STATUS_NAMES });

/** A read, aborted or failed message stays so. */
export const isLast = (code: MessageCode): boolean => code === 'R' || code === 'A' || code === 'F';

/** The words of the Official status callback; there is none for the other states. */
export const CALLBACK_WORDS: Partial<Record<MessageCode, string>> = {
	S: 'sent',
	D: 'delivered',
	R: 'read',
	F: 'failed',
};

/** The references that the test host knows, each with the state that it has (GET whatsapp/status). */
export const TEST_HOST_REFERENCES: Readonly<Record<string, MessageCode>> = {
	queued: 'Q',
	sent: 'S',
	delivered: 'D',
	read: 'R',
	aborted: 'A',
	failed: 'F',
};

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
