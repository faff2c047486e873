import { SMS_STATUSES } from '../../../nodes/service/smsStatuses';
import { send } from '../../../nodes/MessagingService/operations/sms/send';
import { SMS_STATUSES as DOCUMENTED } from '../../simulator/facts/statuses';
import { outputOf, planOf, problemsOf, readingOf, requestOf, type Values } from './support';

const TO = '62812000001';
const given = (values: Values = {}): Values => ({ destination: TO, message: 'hello', ...values });

const inJson = (status: unknown, messageid = '') =>
	JSON.stringify({ results: [{ status, messageid, destination: TO }] });

describe('SMS: Send', () => {
	it.each<[string, Values, object]>([
		['the number and the text, and nothing else', {}, {}],
		['a one-time password as Y', { otp: true }, { otp: 'Y' }],
		['no switch that is off', { encoding: 'auto', otp: false }, {}],
		['the wish for XML', { responseFormat: 'xml' }, { output: 'xml' }],
	])('An SMS is sent as a form with %s', (_, values, fields) => {
		expect(requestOf(send, given(values))).toEqual({
			method: 'POST',
			path: '',
			form: { SMSText: 'hello', GSM: TO, output: 'json', ...fields },
		});
	});

	it('A text that plain SMS carries is sent without unicode', () => {
		const text = 'Hello £5 @Ünit ÅÄÖ ñ à ΔΩ {[~]} €\n^|\\';
		const { request, warnings } = planOf(send, given({ message: text }));
		expect(request.form).toEqual({ SMSText: text, GSM: TO, output: 'json' });
		expect(warnings).toEqual([]);
	});

	const CURLY = 'Don’t – “now”…\u00a0ok\u200b';

	it.each([
		['auto', CURLY, CURLY, 'unicode'],
		['plain', 'hello', 'hello', 'plain'],
		['plain', CURLY, `Don't - "now"... ok`, 'plain'],
		['unicode', 'hello', 'hello', 'unicode'],
	])('Encoding %s sends the text %j as %j in %s', (encoding, text, said, went) => {
		const values = given({ message: text, encoding });
		const { form } = requestOf(send, values);
		const [item] = outputOf(send, values, inJson('0', 'm-1'));
		expect(form).toMatchObject({ SMSText: said });
		expect(form?.unicode).toBe(went === 'unicode' ? 'true' : undefined);
		expect(item).toMatchObject({ text: said, encoding: went });
	});

	it.each([
		['Café ☕', 'Message contains “☕”, which only a Unicode SMS can carry: remove it, or set'],
		['…'.repeat(54), 'Message may have at most 160 characters and has 162: shorten it'],
	])('Encoding plain refuses the text %j', (text, problem) => {
		const problems = problemsOf(send, given({ message: text, encoding: 'plain' }));
		expect(problems).toEqual([expect.stringContaining(problem)]);
	});

	it.each([
		['x', 'x'],
		['😀', '😀'],
		['x', '\n'],
	])('An SMS may have 160 times %j, and not one %j more', (sign, more) => {
		const text = sign.repeat(160);
		expect(problemsOf(send, given({ message: text }))).toEqual([]);
		expect(problemsOf(send, given({ message: text + more }))).toEqual([
			'Message may have at most 160 characters and has 161: shorten it',
		]);
	});
});

/** They say nothing about whether the message was accepted before. */
const GENERAL_ERRORS = ['-1', '-23', '-26', '-99'];

const inXml = (status: string) =>
	`<results><result><status>${status}</status><messageid/><destination>${TO}</destination></result></results>`;

function refusal(text: string) {
	const read = readingOf(send, given(), text);
	if (read.kind !== 'refused') throw new Error(`it was read as ${read.kind}`);
	return read;
}

describe('Status of an SMS', () => {
	it('The node knows the 31 documented statuses by their names', () => {
		const known = Object.entries(SMS_STATUSES).map(([status, { name }]) => [status, name]);
		expect(known).toHaveLength(31);
		expect(Object.fromEntries(known)).toEqual(DOCUMENTED);
	});

	const ERRORS = Object.entries(SMS_STATUSES).filter(([status]) => status !== '0');

	it.each(ERRORS)('The status %s is explained, in XML too', (status, { name, meaning }) => {
		const { meaning: shown, advice, fate } = refusal(inJson(status));
		expect(refusal(inXml(status))).toEqual(refusal(inJson(status)));
		expect(shown).toBe(`${meaning} (${name}, ${status})`);
		expect(advice).toMatch(/^[A-Z].{10,}\.$/);
		expect(advice).not.toContain(name);
		expect(fate).toBe(GENERAL_ERRORS.includes(status) ? 'uncertain' : 'notSent');
	});

	it.each([
		['-2', /Top up the SMS credit/],
		['-10', /Switch on One-Time Password \(OTP\)/],
		['-40', /whitelist \(Account, IP Whitelist/],
	])('The error of the status %s says what to do about it', (status, advice) => {
		expect(refusal(inJson(status)).advice).toMatch(advice);
	});

	it.each(['-4', '7', 'SENT'])('An SMS with the undocumented status %s is uncertain', (status) => {
		expect(refusal(inJson(status))).toMatchObject({
			words: `status ${status}`,
			advice: 'The status is not documented: ask the service’s support.',
			fate: 'uncertain',
		});
	});

	it('An SMS with a failed status and a message ID is uncertain', () => {
		expect(refusal(inJson('-2', 'sms-1')).fate).toBe('uncertain');
	});

	const NO_STATUS = ['{"results":[]}', '{}', '<results/>', '"0"'];

	it.each(NO_STATUS)('An SMS is uncertain after the response %s, which has no status', (text) => {
		const read = readingOf(send, given(), text);
		expect(read).toMatchObject({ kind: 'undocumented', fate: 'uncertain' });
	});
});
