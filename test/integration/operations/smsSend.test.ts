import { describeNumbers, describeWrongTypes } from './blocks';
import {
	expectAdvice,
	expectNothingSecret,
	expectRefused,
	paired,
	PASSWORD,
	useOperation,
	USER,
	wordsOf,
} from './support';

const PATH = '/api/v3/sendsms/plain';
const TO = '62812000001';

const answerOf = (status: string, messageid = 'sms-1') => ({
	status: 200,
	json: { results: [{ status, messageid, destination: TO }] },
});

const xmlOf = (status: string, messageid = 'sms-1') => ({
	status: 200,
	headers: { 'content-type': 'application/xml' },
	text: `<?xml version="1.0"?><results><result><status>${status}</status><messageid>${messageid}</messageid><destination>${TO}</destination></result></results>`,
});

/** The SMS statuses as the documentation of the service lists them: name, value, a word of their meaning. */
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
const FAILURES = STATUSES.slice(1);

const LOGIN: [string, string][] = [
	['user', USER],
	['password', PASSWORD],
];

const formOf = (...fields: [string, string][]) =>
	new URLSearchParams([...fields, ['output', 'json'], ...LOGIN]).toString();

describe('SMS Send', () => {
	const subject = useOperation('sms', 'send', { destination: TO, text: 'hello' }, () =>
		answerOf('0'),
	);
	const { service, run, posted } = subject;

	it.each([
		[401, 'user and password'],
		[403, 'user and password'],
		[404, 'Base URL and the Path in'],
		[405, 'Base URL and the Path in'],
		[418, 'Base URL and the Path in'],
	])('says of a %i what to look at in its own credential', async (status, advice) => {
		const { error } = await run({}, { answer: { status, text: '' } });
		expect(wordsOf(error)).toContain(advice);
		expect(wordsOf(error)).not.toMatch(/API key|Path Prefix|svc|Requests per Second/);
	});

	it('knows all 31 statuses of the documentation', () => {
		expect(new Set(STATUSES.map(([status]) => status)).size).toBe(31);
	});

	it.each([
		[
			'destination and text, and nothing that was not asked for',
			{},
			[
				['SMSText', 'hello'],
				['GSM', TO],
			],
		],
		[
			'the signs that a form must escape',
			{ text: 'Sale & 100% = "off" + ünï;?#\n{}~^' },
			[
				['SMSText', 'Sale & 100% = "off" + ünï;?#\n{}~^'],
				['GSM', TO],
			],
		],
		[
			'numbers where texts are expected as texts',
			{ destination: '={{ 62812000001 }}', text: '={{ 123456 }}' },
			[
				['SMSText', '123456'],
				['GSM', TO],
			],
		],
		[
			'a one-time password as Y',
			{ otp: true },
			[
				['SMSText', 'hello'],
				['GSM', TO],
				['otp', 'Y'],
			],
		],
		[
			'a unicode text as true',
			{ unicode: '={{ true }}', text: 'Привет 😀' },
			[
				['SMSText', 'Привет 😀'],
				['GSM', TO],
				['unicode', 'true'],
			],
		],
		[
			'both switches',
			{ unicode: true, otp: true, destination: '+62 812-000-001' },
			[
				['SMSText', 'hello'],
				['GSM', TO],
				['unicode', 'true'],
				['otp', 'Y'],
			],
		],
		[
			'switches that are off not at all',
			{ unicode: false, otp: false },
			[
				['SMSText', 'hello'],
				['GSM', TO],
			],
		],
	] as [string, Record<string, string | boolean>, [string, string][]][])(
		'sends as a form %s',
		async (_, parameters, fields) => {
			const { error } = await run(parameters);
			expect(error).toBeUndefined();
			expect(service.journal).toHaveLength(1);
			const [seen] = service.journal;
			// The login and all else stand in the body: the path carries no query.
			expect(seen).toMatchObject({
				method: 'POST',
				path: PATH,
				headers: {
					'content-type': expect.stringMatching(
						/^application\/x-www-form-urlencoded(;\s*charset=utf-8)?$/i,
					) as string,
				},
			});
			expect(seen?.headers).not.toHaveProperty('apikey');
			expect([...new URLSearchParams(seen?.body)].sort()).toEqual(
				[...LOGIN, ...fields, ['output', 'json']].sort(),
			);
			expect(seen?.body).toBe(formOf(...fields));
		},
	);

	it('puts out the result, with words beside the status, paired with its item', async () => {
		const { items, error } = await run({});
		expect(error).toBeUndefined();
		expect(items).toEqual(
			paired({
				status: '0',
				status_name: 'ALL_RECIPIENTS_PROCESSED',
				is_final: true,
				messageid: 'sms-1',
				destination: TO,
			}),
		);
	});

	it('asks for XML and puts out the same', async () => {
		const { items: fromJson } = await run({});
		const { items, error } = await run(
			{ options: { responseFormat: 'xml' } },
			{ answer: xmlOf('0') },
		);
		expect(error).toBeUndefined();
		expect(items).toEqual(fromJson);
		expect(new URLSearchParams(posted()[1]?.body).get('output')).toBe('xml');
	});

	it('keeps an id that looks like a number as a text', async () => {
		const { outputs } = await run(
			{ options: { responseFormat: 'xml' } },
			{ answer: xmlOf('0', '0012345678901234567890') },
		);
		expect(outputs[0]?.[0]).toMatchObject({ messageid: '0012345678901234567890' });
	});

	it.each(FAILURES)('says what %s (%s) means, and what to do', async (status, name, meaning) => {
		const { error, outputs } = await run({}, { answer: answerOf(status, '') });
		const words = wordsOf(error);
		expect(outputs.flat()).toEqual([]);
		expect(words).toContain(status);
		expect(words).toContain(name);
		expect(words).toContain(meaning);
		// The service says that it failed: nobody is to doubt it.
		expect(words).not.toContain('may have been sent');
		// More than name and meaning: what to do.
		expect(words.replace(name, '').replace(meaning, '').trim().length).toBeGreaterThan(40);
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expectNothingSecret([error?.message, error?.description, error?.context]);
		expect(posted()).toHaveLength(1);
	});

	it.each(FAILURES)('says the same of %s (%s) in XML', async (status, name, meaning) => {
		const { error } = await run(
			{ options: { responseFormat: 'xml' } },
			{ answer: xmlOf(status, '') },
		);
		expect(wordsOf(error)).toContain(name);
		expect(wordsOf(error)).toContain(meaning);
		expect(posted()).toHaveLength(1);
	});

	it.each(FAILURES)(
		'puts out %s (%s) as an error of its item alone where it shall continue',
		async (status, name, meaning) => {
			const { items, error } = await run(
				{ text: '={{ $json.text }}' },
				{
					items: [{ text: 'a' }, { text: 'b' }, { text: 'c' }],
					settings: { onError: 'continueRegularOutput' },
					answer: ({ body }) =>
						answerOf(new URLSearchParams(body).get('SMSText') === 'b' ? status : '0'),
				},
			);
			expect(error).toBeUndefined();
			expect(posted()).toHaveLength(3);
			expect(items[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				{ item: 1 },
				{ item: 2 },
			]);
			const [first, second, third] = items[0]?.map(({ json }) => json) ?? [];
			expect(first).toMatchObject({ status: '0' });
			expect(third).toMatchObject({ status: '0' });
			const words = JSON.stringify(second);
			expect(words).toContain(name);
			expect(words).toContain(meaning);
			expectNothingSecret(items);
		},
	);

	it.each(['-10'])('says of %s that OTP is to be switched on', async (status) => {
		const { error } = await run({}, { answer: answerOf(status, '') });
		expect(wordsOf(error)).toMatch(/switch on.*OTP|OTP.*switch(ed)? on/i);
	});

	it('says of a refused address where the whitelist is', async () => {
		const { error } = await run({}, { answer: answerOf('-40', '') });
		expect(wordsOf(error)).toMatch(/whitelist/i);
		expect(wordsOf(error)).toContain('Account');
	});

	it.each(['-4', '-100', '7', 'SENT'])(
		'takes the status %s, which the documentation does not know, as no success',
		async (status) => {
			const { error, outputs } = await run({}, { answer: answerOf(status) });
			expect(wordsOf(error)).toContain(status);
			expect(outputs.flat()).toEqual([]);
		},
	);

	it.each([
		['no result', { json: { results: [] }, status: 200 }],
		['no results', { json: {}, status: 200 }],
		['words instead', { text: 'Service unavailable', status: 200 }],
	])('does not call it a success where the answer holds %s', async (_, answer) => {
		const { error, outputs } = await run({}, { answer });
		expect(error).toBeDefined();
		expect(outputs.flat()).toEqual([]);
		expect(posted()).toHaveLength(1);
	});

	it('names the place of the fault that the service found', async () => {
		const { error } = await run(
			{},
			{
				answer: {
					status: 422,
					json: { detail: [{ loc: ['body', 'GSM'], msg: 'not a number', type: 'value_error' }] },
				},
			},
		);
		expect(wordsOf(error)).toContain('GSM');
		expect(wordsOf(error)).toContain('not a number');
		expectNothingSecret(wordsOf(error));
	});

	it('says nothing of the login where the service repeats it in its answer', async () => {
		const { error } = await run(
			{},
			{ answer: { status: 400, json: { message: `wrong password ${PASSWORD} of ${USER}` } } },
		);
		expect(error).toBeDefined();
		expectNothingSecret([error, wordsOf(error)]);
	});

	it.each([
		['letters', 'x'.repeat(160), false],
		['letters with unicode', 'ж'.repeat(160), true],
		['emoji with unicode, which count as two', '😀'.repeat(80), true],
	])('takes 160 characters of %s', async (_, text, unicode) => {
		const { error } = await run({ text, unicode });
		expect(error).toBeUndefined();
		expect(new URLSearchParams(posted()[0]?.body).get('SMSText')).toBe(text);
	});

	it.each([
		['letters', 'x'.repeat(161), false],
		['letters with unicode', 'ж'.repeat(161), true],
		['emoji with unicode, which count as two', `${'😀'.repeat(80)}x`, true],
		['a line break after 160 letters', `${'x'.repeat(160)}\n`, false],
	])('refuses 161 characters: %s', async (_, text, unicode) => {
		expectAdvice(subject, await run({ text, unicode }), 'Text');
	});

	it('requires a text', async () => {
		expectAdvice(subject, await run({ text: "={{ '' }}" }), 'Text');
	});

	describeNumbers(subject, {
		field: 'destination',
		label: 'Destination',
		sentNumber: (body) => new URLSearchParams(body).get('GSM'),
		parameters: {},
	});

	describeWrongTypes(subject, [
		['Text', 'a list', { text: "={{ ['a'] }}" }],
		['Text', 'null', { text: '={{ null }}' }],
		['Text', 'an object', { text: '={{ ({ a: 1 }) }}' }],
		['One-Time Password (OTP)', 'yes', { otp: "={{ 'yes' }}" }],
		['One-Time Password (OTP)', 'the code itself', { otp: '={{ 123456 }}' }],
		['Unicode', 'a list', { unicode: '={{ [true] }}' }],
		['Validate Only', 'yes', { options: { validateOnly: "={{ 'yes' }}" } }],
	]);

	it('sends nothing where one of many items is wrong', async () => {
		const finished = await run(
			{ text: '={{ $json.text }}' },
			{ items: [{ text: 'a' }, { text: 'x'.repeat(161) }] },
		);
		expectRefused(subject, finished, 'Text');
		expect(finished.error?.context).toMatchObject({ itemIndex: 1 });
	});

	it('with Validate Only sends nothing, and tells the request without the login', async () => {
		const { items, error } = await run(
			{ text: '={{ $json.text }}', otp: true, options: { validateOnly: true } },
			{ items: [{ text: 'a' }, { text: 'b' }] },
		);
		expect(error).toBeUndefined();
		expect(service.journal).toEqual([]);
		expect(items).toMatchObject(
			paired(
				...['a', 'b'].map((text) => ({
					sent: false,
					request: {
						method: 'POST',
						url: service.url + PATH,
						body: { SMSText: text, GSM: TO, otp: 'Y', output: 'json' },
					},
				})),
			),
		);
		expectNothingSecret(items);
	});
});
