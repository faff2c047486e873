/** Statuses of the SMS interface (section Errors, rule 5). */
export const SMS_STATUSES = {
	'0': { name: 'ALL_RECIPIENTS_PROCESSED', meaning: 'request successful for all recipients' },
	'-1': { name: 'SEND_ERROR', meaning: 'error processing the request' },
	'-2': { name: 'NOT_ENOUGH_CREDITS', meaning: 'insufficient credit' },
	'-3': { name: 'NETWORK_NOTCOVERED', meaning: 'target network not covered' },
	'-5': { name: 'AUTHENTICATION_FAILED', meaning: 'invalid username or password' },
	'-6': { name: 'MISSING_DESTINATION_ADDRESS', meaning: 'destination missing' },
	'-7': { name: 'BALANCE_EXPIRED', meaning: 'balance expired' },
	'-9': { name: 'NO_ROUTE', meaning: 'no route for the operator' },
	'-10': { name: 'REJECTED', meaning: 'OTP message sent without an OTP route' },
	'-11': { name: 'UNKNOWN_DESTINATION_ADDRESS', meaning: 'number not recognized' },
	'-12': { name: 'MISSING_MESSAGE', meaning: 'message missing' },
	'-13': { name: 'INVALID_DESTINATION_ADDRESS', meaning: 'invalid destination' },
	'-14': { name: 'SMS_TEXT_TOO_LONG', meaning: 'text too long' },
	'-22': { name: 'SYNTAX_ERROR', meaning: 'incorrect XML format' },
	'-23': { name: 'ERROR_PROCESSING', meaning: 'general error' },
	'-24': { name: 'INVALID_API_COMMAND', meaning: 'invalid API command' },
	'-26': { name: 'COMMUNICATION_ERROR', meaning: 'general API error' },
	'-27': { name: 'INVALID_SENDDATETIME', meaning: 'invalid scheduling parameter' },
	'-28': { name: 'INVALID_DELIVERY_REPORT_PUSH_URL', meaning: 'invalid push URL' },
	'-30': { name: 'INVALID_CLIENT_APPID', meaning: 'invalid APPID' },
	'-31': { name: 'RECORD_NOT_FOUND', meaning: 'record not found' },
	'-32': { name: 'MISSING_MESSAGE_ID', meaning: 'message id missing' },
	'-33': { name: 'DUPLICATE_MESSAGEID', meaning: 'duplicated message id' },
	'-34': { name: 'SENDER_NOT_ALLOWED', meaning: 'sender name not allowed' },
	'-35': { name: 'SENDER_NOT_REGISTERED', meaning: 'sender not registered' },
	'-36': { name: 'SENDER_NOT_SET', meaning: 'no sender set for the account' },
	'-40': { name: 'IP_ADDRESS_FORBIDDEN', meaning: 'client IP not whitelisted' },
	'-77': {
		name: 'SPAM_PATTERN',
		meaning: 'too many messages to the same number within 24 hours',
	},
	'-78': {
		name: 'LIMIT REACHED FOR DESTINATION NUMBER',
		meaning: 'too many messages to the same number within 24 hours',
	},
	'-88': { name: 'REJECTED ROUTE', meaning: 'operator rejected the request' },
	'-99': { name: 'GENERAL_ERROR', meaning: 'error, reasons vary' },
} as const;

export type SmsStatus = keyof typeof SMS_STATUSES;

export const isSmsStatus = (value: string): value is SmsStatus =>
	Object.hasOwn(SMS_STATUSES, value);
