import { SMS_STATUSES } from '../../../nodes/service/smsStatuses';
import { send } from '../../../nodes/MessagingService/operations/sms';
import { problemsOf, readingOf, requestOf, type Values } from './support';

const TO = '62812000001';
const given = (values: Values = {}): Values => ({ destination: TO, text: 'hello', ...values });

describe('SMS: Send', () => {
	it.each<[string, Values, object]>([
		['destination and text, and nothing that was not asked for', {}, {}],
		['numbers as texts', { text: 123_456 }, { SMSText: '123456' }],
		['a one-time password as Y', { otp: true }, { otp: 'Y' }],
		['a sign beyond the GSM alphabet', { text: '“Hi”' }, { SMSText: '“Hi”', unicode: 'true' }],
		['both switches', { unicode: true, otp: true }, { unicode: 'true', otp: 'Y' }],
		['switches that are off not at all', { unicode: false, otp: false }, {}],
		['the wish for XML', { responseFormat: 'xml' }, { output: 'xml' }],
	])('An SMS is sent as a form with %s', (_, values, fields) => {
		expect(requestOf(send, given(values))).toEqual({
			method: 'POST',
			path: '',
			form: { SMSText: 'hello', GSM: TO, output: 'json', ...fields },
		});
	});

	it.each([
		['x', 'x', false],
		['ж', 'ж', true],
		['😀', '😀', false],
		['x', '\n', false],
	])('A text of 160 times %j is sent, and not one with %j more', (sign, more, unicode) => {
		const text = sign.repeat(160);
		expect(problemsOf(send, given({ text, unicode }))).toEqual([]);
		expect(problemsOf(send, given({ text: text + more, unicode }))).toEqual([
			'Text may have at most 160 characters and has 161: shorten it',
		]);
	});
});

/** The statuses as the service's documentation lists them: value, name, and a few words of the meaning. */
const STATUSES: [status: string, name: string, meaning: string][] = [
	['0', 'ALL_RECIPIENTS_PROCESSED', 'successful'],
	['-1', 'SEND_ERROR', 'error processing'],
	['-2', 'NOT_ENOUGH_CREDITS', 'insufficient credit'],
	['-3', 'NETWORK_NOTCOVERED', 'network not covered'],
	['-5', 'AUTHENTICATION_FAILED', 'invalid username or password'],
	['-6', 'MISSING_DESTINATION_ADDRESS', 'destination missing'],
	['-7', 'BALANCE_EXPIRED', 'balance expired'],
	['-9', 'NO_ROUTE', 'no route'],
	['-10', 'REJECTED', 'OTP message sent without an OTP route'],
	['-11', 'UNKNOWN_DESTINATION_ADDRESS', 'number not recognized'],
	['-12', 'MISSING_MESSAGE', 'message missing'],
	['-13', 'INVALID_DESTINATION_ADDRESS', 'invalid destination'],
	['-14', 'SMS_TEXT_TOO_LONG', 'text too long'],
	['-22', 'SYNTAX_ERROR', 'incorrect XML format'],
	['-23', 'ERROR_PROCESSING', 'general error'],
	['-24', 'INVALID_API_COMMAND', 'invalid API command'],
	['-26', 'COMMUNICATION_ERROR', 'general API error'],
	['-27', 'INVALID_SENDDATETIME', 'invalid scheduling parameter'],
	['-28', 'INVALID_DELIVERY_REPORT_PUSH_URL', 'invalid push URL'],
	['-30', 'INVALID_CLIENT_APPID', 'invalid APPID'],
	['-31', 'RECORD_NOT_FOUND', 'record not found'],
	['-32', 'MISSING_MESSAGE_ID', 'message id missing'],
	['-33', 'DUPLICATE_MESSAGEID', 'duplicated message id'],
	['-34', 'SENDER_NOT_ALLOWED', 'sender name not allowed'],
	['-35', 'SENDER_NOT_REGISTERED', 'sender not registered'],
	['-36', 'SENDER_NOT_SET', 'no sender set'],
	['-40', 'IP_ADDRESS_FORBIDDEN', 'not whitelisted'],
	['-77', 'SPAM_PATTERN', 'too many messages to the same number'],
	['-78', 'LIMIT REACHED FOR DESTINATION NUMBER', 'too many messages to the same number'],
	['-88', 'REJECTED ROUTE', 'operator rejected'],
	['-99', 'GENERAL_ERROR', 'reasons vary'],
];

/** They say nothing about whether the message was accepted before. */
const GENERAL_ERRORS = ['-1', '-23', '-26', '-99'];

const inJson = (status: unknown, messageid = '') =>
	JSON.stringify({ results: [{ status, messageid, destination: TO }] });
const inXml = (status: string) =>
	`<results><result><status>${status}</status><messageid/><destination>${TO}</destination></result></results>`;

/** What a refusal says and advises; nothing of another reading. */
function refusal(text: string) {
	const read = readingOf(send, given(), text);
	if (read.kind !== 'refused') throw new Error(`it was read as ${read.kind}`);
	return read;
}

describe('Status of an SMS', () => {
	it('The node knows the 31 documented statuses', () => {
		const stated: string[] = STATUSES.map(([status]) => status);
		expect(new Set(stated).size).toBe(31);
		expect(Object.keys(SMS_STATUSES).sort()).toEqual(stated.sort());
	});

	it.each(STATUSES.slice(1))(
		'The status %s shows its name %s and its meaning, then what to do, in XML too',
		(status, name, meaning) => {
			const { words, advice, sent } = refusal(inJson(status));
			expect(refusal(inXml(status))).toEqual(refusal(inJson(status)));
			expect(words).toContain(meaning);
			expect(words).toContain(`(${name}, ${status})`);
			// A sentence of its own.
			expect(advice).toMatch(/^[A-Z].{10,}\.$/);
			expect(advice).not.toContain(name);
			expect(sent).toBe(GENERAL_ERRORS.includes(status) ? 'unknown' : 'no');
		},
	);

	it.each([
		['-2', /Top up the SMS credit/],
		['-5', /User and Password/],
		['-10', /Switch on One-Time Password \(OTP\)/],
		['-40', /whitelist \(Account, IP Whitelist/],
	])('The status %s says what to do about it', (status, advice) => {
		expect(refusal(inJson(status)).advice).toMatch(advice);
	});

	it.each(['0', 0])('The status %j is a success', (status) => {
		expect(readingOf(send, given(), inJson(status, 'sms-1')).kind).toBe('data');
	});

	it.each(['-4', '-100', '7', 'SENT'])('The undocumented status %s is no success', (status) => {
		expect(refusal(inJson(status))).toMatchObject({
			words: `status ${status}`,
			advice: 'The status is not documented: ask the service’s support.',
			sent: 'unknown',
		});
	});

	it('A failed status next to the ID of a message leaves open whether it was sent', () => {
		expect(refusal(inJson('-2', 'sms-1')).sent).toBe('unknown');
	});

	it.each(['{"results":[]}', '{}', '<results/>', '[]', '"0"'])(
		'A response of %s has no status',
		(text) => {
			const read = readingOf(send, given(), text);
			expect(read).toMatchObject({ kind: 'undocumented', sent: 'unknown' });
		},
	);
});
