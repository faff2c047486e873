import { WHITELIST_NOTICE } from './advice';
import { LONGEST_SMS } from './limits';

/** Section Errors, rule 5, lists the statuses of the SMS interface. */
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
	'-77': { name: 'SPAM_PATTERN', meaning: 'too many messages to the same number within 24 hours' },
	'-78': {
		name: 'LIMIT REACHED FOR DESTINATION NUMBER',
		meaning: 'too many messages to the same number within 24 hours',
	},
	'-88': { name: 'REJECTED ROUTE', meaning: 'operator rejected the request' },
	'-99': { name: 'GENERAL_ERROR', meaning: 'error, reasons vary' },
} as const;

const IF_IT_PERSISTS = 'If the error persists, ask the service’s support.';
const REPORT = 'Please report this to the maintainers of the node.';

/** A status that is not here has no advice of its own. */
const ADVICE: Readonly<Partial<Record<keyof typeof SMS_STATUSES, string>>> = {
	'-2': 'Top up the SMS credit in the service’s web application, then run again.',
	'-3': 'The service does not reach this network: use another number, or another route such as WhatsApp.',
	'-5': 'Check User and Password in the credential. The user is the account whose name ends in _api.',
	'-6': 'Fill in Recipient.',
	'-7': 'The SMS credit has expired: top it up in the service’s web application, then run again.',
	'-9': 'The service has no route to the operator of this number: ask its support, or use WhatsApp.',
	'-10':
		'Switch on One-Time Password (OTP): the text contains words that make it an OTP message. If it is already on, the account has no OTP route: ask the service’s support.',
	'-11': 'Check the number: the service does not know it.',
	'-12': 'Fill in Message.',
	'-13': 'Write the number in international form, such as 628000000001.',
	'-14': `Shorten the text to ${LONGEST_SMS} characters, or split it into several messages.`,
	'-22': REPORT,
	// Advice with "Base URL and" gets the called URL: see whereCalled.
	'-24': 'Check Base URL and Path in the credential.',
	'-27': 'Please report this to the maintainers of the node: it sends no scheduling parameter.',
	'-28': 'Check the push URL in the service’s web application.',
	'-30': 'Ask the service’s support: the node sends no APPID.',
	'-31': 'Ask the service’s support which record is missing.',
	'-32': REPORT,
	'-33': 'Ask the service’s support: the node sends no message ID.',
	'-34': 'Ask the service’s support which sender name your account may use.',
	'-35': 'Register the sender name with the service, then run again.',
	'-36': 'Set a sender for your account in the service’s web application, or ask its support.',
	'-40': WHITELIST_NOTICE,
	'-77': 'Change the text, or wait until 24 hours have passed.',
	'-78': 'Wait until 24 hours have passed, or use another number.',
	'-88': 'The operator refused it: change the text, or ask the service’s support.',
};

/**
 * With these statuses, the service may still have accepted the message. So the node never sends it again. But for 0, they also
 * leave the login of a credential untested.
 */
const MAY_BE_SENT = new Set(['0', '-1', '-23', '-26', '-99']);

const isSmsStatus = (value: string): value is keyof typeof SMS_STATUSES =>
	Object.hasOwn(SMS_STATUSES, value);

const OF_ACCOUNT = new Set(['-2', '-5', '-7', '-24', '-34', '-35', '-36', '-40']);

export const smsStatus = (value: string) =>
	isSmsStatus(value)
		? {
				...SMS_STATUSES[value],
				advice: ADVICE[value] ?? IF_IT_PERSISTS,
				mayBeSent: MAY_BE_SENT.has(value),
				isOfAccount: OF_ACCOUNT.has(value),
			}
		: undefined;
