import { describeNumbers, describeWrongTypes } from './blocks';
import {
	expectAdvice,
	expectJsonRequest,
	expectNothingSecret,
	expectRefused,
	paired,
	useOperation,
	wordsOf,
	type Row,
} from './support';

const PATH = '/svc_api/1.0/whatsapp/message';
const TO = '62812000001';
const DATA = {
	sender: '628990001',
	queue: 'main',
	destination: TO,
	ref_no: 'r-1',
	message: 'Your order left',
};

const ROWS: Row[] = [
	{
		name: 'destination and message, and nothing that was not asked for',
		parameters: {},
		body: { destination: TO, message: 'hello' },
	},
	{
		name: 'numbers where texts are expected as texts',
		parameters: { destination: '={{ $json.to }}', message: '={{ $json.code }}' },
		items: [{ to: 62_812_000_001, code: 123_456 }],
		body: { destination: TO, message: '123456' },
	},
	{
		name: 'zero as a message',
		parameters: { message: '={{ $json.stock }}' },
		items: [{ stock: 0 }],
		body: { destination: TO, message: '0' },
	},
	{
		name: 'line breaks, tabs, quotes, backslashes and other scripts as they are',
		parameters: { message: 'Hi "Ana",\n\tyour code \\ is     5\u2028مرحبا 😀' },
		body: { destination: TO, message: 'Hi "Ana",\n\tyour code \\ is     5\u2028مرحبا 😀' },
	},
	{
		name: 'the queue that was chosen',
		parameters: { sendFrom: 'queue', queue: 'main' },
		body: { destination: TO, queue: 'main', message: 'hello' },
	},
	{
		name: 'a queue whose name is a number as a text',
		parameters: { sendFrom: 'queue', queue: '={{ $json.queue }}' },
		items: [{ queue: 7 }],
		body: { destination: TO, queue: '7', message: 'hello' },
	},
	{
		name: 'the sender that was chosen',
		parameters: { sendFrom: 'sender', sender: '628990001' },
		body: { destination: TO, sender: '628990001', message: 'hello' },
	},
	{
		name: 'no queue and no sender that are left over from an earlier choice',
		parameters: { sendFrom: 'auto', queue: 'main', sender: '628990001' },
		body: { destination: TO, message: 'hello' },
	},
	{
		name: 'only the queue where an expression chooses it and both are filled in',
		parameters: { sendFrom: '={{ $json.from }}', queue: 'main', sender: '628990001' },
		items: [{ from: 'queue' }],
		body: { destination: TO, queue: 'main', message: 'hello' },
	},
	{
		name: 'neither where an expression chooses any sender and both are filled in',
		parameters: { sendFrom: '={{ $json.from }}', queue: 'main', sender: '628990001' },
		items: [{ from: 'auto' }],
		body: { destination: TO, message: 'hello' },
	},
	{
		name: 'from any sender where an expression chooses that and neither is filled in',
		parameters: { sendFrom: '={{ $json.from }}' },
		items: [{ from: 'auto' }],
		body: { destination: TO, message: 'hello' },
	},
	{
		name: 'from a queue where an expression chooses it and no sender is filled in',
		parameters: { sendFrom: '={{ $json.from }}', queue: 'main' },
		items: [{ from: 'queue' }],
		body: { destination: TO, queue: 'main', message: 'hello' },
	},
	{
		name: 'the channel',
		parameters: { options: { channel: 3 } },
		body: { destination: TO, channel: 3, message: 'hello' },
	},
	{
		name: 'a group, left as it is',
		parameters: { destination: '628120-1612345678@g.us', options: { isGroup: true } },
		body: { destination: '628120-1612345678@g.us', is_group: true, message: 'hello' },
	},
	{
		name: 'the un-subscription link',
		parameters: { options: { includeUnsubscribe: true } },
		body: { destination: TO, include_unsubscribe: true, message: 'hello' },
	},
	...(
		[
			['90', 90],
			['90 seconds', 90],
			['15 minutes', 900],
			['2 hours', 7200],
			['1 day', 86_400],
			['={{ 600 }}', 600],
		] as const
	).map(([deliveryTimeout, timeout]) => ({
		name: `a delivery timeout of ${deliveryTimeout} as ${timeout} seconds`,
		parameters: { options: { deliveryTimeout } },
		body: { destination: TO, timeout, message: 'hello' },
	})),
	{
		name: 'emoji as escape sequences where that is switched on',
		parameters: { message: 'Hi 😀 from 🇮🇩!', options: { escapeEmoji: true } },
		body: { destination: TO, message: 'Hi \\U0001F600 from \\U0001F1EE\\U0001F1E9!' },
	},
	{
		name: 'digits and signs as they are where emoji are escaped',
		parameters: { message: 'Call *123 #4 🙂', options: { escapeEmoji: true } },
		body: { destination: TO, message: 'Call *123 #4 \\U0001F642' },
	},
	{
		name: 'an emoji of two code points as two sequences',
		parameters: { message: '👍🏽', options: { escapeEmoji: true } },
		body: { destination: TO, message: '\\U0001F44D\\U0001F3FD' },
	},
	{
		name: 'emoji as they are where that is switched off',
		parameters: { message: 'Hi 😀', options: { escapeEmoji: false } },
		body: { destination: TO, message: 'Hi 😀' },
	},
	{
		name: 'everything at once',
		parameters: {
			destination: '+62 812-000-001',
			sendFrom: 'queue',
			queue: 'main',
			options: { channel: 3, deliveryTimeout: '1 hour', includeUnsubscribe: true },
		},
		body: {
			destination: TO,
			queue: 'main',
			channel: 3,
			timeout: 3600,
			include_unsubscribe: true,
			message: 'hello',
		},
	},
];

describe('Send Text', () => {
	const subject = useOperation(
		'whatsappUnofficial',
		'sendText',
		{ destination: TO, message: 'hello' },
		() => ({ json: { error: false, message: 'ok', data: DATA } }),
	);
	const { service, run, posted } = subject;

	it.each(ROWS)('sends $name', async ({ parameters, items, body }) => {
		const { error } = await run(parameters, { ...(items && { items }) });
		expect(error).toBeUndefined();
		expect(service.journal).toHaveLength(1);
		expectJsonRequest(service.journal[0], PATH, body);
	});

	it('puts out what the service answered, paired with its item', async () => {
		const { items, error } = await run({});
		expect(error).toBeUndefined();
		expect(items).toEqual(paired(DATA));
	});

	it('puts out the same from XML', async () => {
		const { items, error } = await run(
			{ options: { responseFormat: 'xml' } },
			{
				answer: {
					headers: { 'content-type': 'application/xml' },
					text: `<?xml version="1.0"?><response><error>false</error><message>ok</message><data><sender>628990001</sender><queue>main</queue><destination>${TO}</destination><ref_no>r-1</ref_no><message>Your order left</message></data></response>`,
				},
			},
		);
		expect(error).toBeUndefined();
		expect(items).toEqual(paired(DATA));
		expect(service.journal[0]?.headers.accept).toBe('application/xml');
	});

	it('keeps references that look like numbers as texts', async () => {
		const { outputs } = await run(
			{ options: { responseFormat: 'xml' } },
			{
				answer: {
					text: `<r><error>false</error><data><destination>${TO}</destination><ref_no>007</ref_no><message>1e3</message></data></r>`,
				},
			},
		);
		expect(outputs).toEqual([[{ destination: TO, ref_no: '007', message: '1e3' }]]);
	});

	it('puts out what the service leaves out as left out, and what it adds', async () => {
		const data = { destination: TO, ref_no: 'r-1', credits_left: 4 };
		const { outputs } = await run({}, { answer: { json: { error: false, data } } });
		expect(outputs).toEqual([[data]]);
	});

	it('pairs each of several items with its own answer', async () => {
		const { items } = await run(
			{ message: '={{ $json.text }}' },
			{
				items: [{ text: 'a' }, { text: 'b' }, { text: 'c' }],
				answer: ({ body }) => {
					const { message } = JSON.parse(body) as { message: string };
					return { json: { error: false, data: { ...DATA, ref_no: message, message } } };
				},
			},
		);
		expect(items).toEqual(
			paired(...['a', 'b', 'c'].map((text) => ({ ...DATA, ref_no: text, message: text }))),
		);
	});

	it('is an error where the answer says so though its HTTP status is a success', async () => {
		const { error, outputs } = await run(
			{},
			{ answer: { status: 200, json: { error: true, message: 'number is excluded', data: null } } },
		);
		expect(wordsOf(error)).toContain('number is excluded');
		expect(outputs.flat()).toEqual([]);
	});

	it('is an error where the answer says so in XML', async () => {
		const { error, outputs } = await run(
			{ options: { responseFormat: 'xml' } },
			{ answer: { text: '<r><error>true</error><message>number is excluded</message></r>' } },
		);
		expect(wordsOf(error)).toContain('number is excluded');
		expect(outputs.flat()).toEqual([]);
	});

	it('is an error where the answer has no reference number', async () => {
		const { error, outputs } = await run(
			{},
			{ answer: { json: { error: false, data: { destination: TO } } } },
		);
		expect(wordsOf(error)).toContain('ref_no');
		expect(outputs.flat()).toEqual([]);
	});

	it('takes the options of each item by itself', async () => {
		const { error } = await run(
			{
				destination: '={{ $json.to }}',
				options: { isGroup: '={{ $json.group }}', includeUnsubscribe: '={{ !$json.group }}' },
			},
			{
				items: [
					{ to: 'a@g.us', group: true },
					{ to: `+${TO}`, group: false },
				],
			},
		);
		expect(error).toBeUndefined();
		expect(posted().map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
			{ destination: 'a@g.us', is_group: true },
			{ destination: TO, include_unsubscribe: true },
		]);
	});

	it('names the place of the fault that the service found', async () => {
		const { error } = await run(
			{},
			{
				answer: {
					status: 422,
					json: {
						detail: [{ loc: ['body', 'queue'], msg: 'no such queue', type: 'value_error' }],
					},
				},
			},
		);
		expect(wordsOf(error)).toContain('queue');
		expect(wordsOf(error)).toContain('no such queue');
	});

	describeNumbers(subject, {
		field: 'destination',
		label: 'Destination',
		sentNumber: (body) => (JSON.parse(body) as { destination: unknown }).destination,
		parameters: {},
	});

	it.each([
		['0812000001'],
		['628120-1612345678@g.us'],
		['120363012345678901@g.us'],
		['group name'],
	])('leaves the group %s alone', async (group) => {
		const { error } = await run({ destination: group, options: { isGroup: true } });
		expect(error).toBeUndefined();
		expect(JSON.parse(posted()[0]?.body ?? '')).toMatchObject({
			destination: group,
			is_group: true,
		});
	});

	it('refuses a group where Is Group is off', async () => {
		expectRefused(
			subject,
			await run({ destination: '628120-1612345678@g.us', options: { isGroup: false } }),
			'Destination',
		);
	});

	it.each([
		[
			'Destination',
			'a group without its ID',
			{ destination: "={{ '' }}", options: { isGroup: true } },
		],
		['Destination', 'a group named by spaces', { destination: '  ', options: { isGroup: true } }],
		['Message', 'an empty message', { message: "={{ '' }}" }],
		['Queue', 'a queue that is chosen and not named', { sendFrom: 'queue', queue: "={{ '' }}" }],
		['Queue', 'a queue named by spaces', { sendFrom: 'queue', queue: '  ' }],
		[
			'Queue',
			'a queue not named though a sender is',
			{ sendFrom: 'queue', queue: "={{ '' }}", sender: '62899' },
		],
		[
			'Sender',
			'a sender that is chosen and not named',
			{ sendFrom: 'sender', sender: "={{ '' }}" },
		],
		['Delivery Timeout', 'no length of time', { options: { deliveryTimeout: 'soon' } }],
		['Delivery Timeout', 'a time of nothing', { options: { deliveryTimeout: '0' } }],
		['Delivery Timeout', 'a negative time', { options: { deliveryTimeout: '-5' } }],
		['Channel', 'a channel that is no whole number', { options: { channel: 1.5 } }],
	])('refuses in %s: %s', async (label, _, parameters) => {
		expectAdvice(subject, await run(parameters), label);
	});

	describeWrongTypes(subject, [
		['Message', 'a list', { message: "={{ ['a', 'b'] }}" }],
		['Message', 'an object', { message: "={{ ({ text: 'a' }) }}" }],
		['Message', 'a number too large to be exact', { message: '={{ 12345678901234567890 }}' }],
		['Message', 'true', { message: '={{ true }}' }],
		['Message', 'null', { message: '={{ null }}' }],
		['Message', 'a field that is not there', { message: '={{ $json.nothing }}' }],
		[
			'Send From',
			'a choice that is none',
			{ sendFrom: "={{ 'anyone' }}", queue: 'main', sender: '1' },
		],
		['Queue', 'a list', { sendFrom: 'queue', queue: "={{ ['main'] }}" }],
		['Sender', 'an object', { sendFrom: 'sender', sender: '={{ ({ id: 1 }) }}' }],
		['Channel', 'a word', { options: { channel: "={{ 'main' }}" } }],
		['Channel', 'a list', { options: { channel: '={{ [3] }}' } }],
		['Is Group', 'yes', { options: { isGroup: "={{ 'yes' }}" } }],
		['Include Unsubscribe Link', 'a list', { options: { includeUnsubscribe: '={{ [true] }}' } }],
		['Escape Emoji', 'a word', { options: { escapeEmoji: "={{ 'please' }}" } }],
		['Delivery Timeout', 'a list', { options: { deliveryTimeout: '={{ [90] }}' } }],
		['Validate Only', 'yes', { options: { validateOnly: "={{ 'yes' }}" } }],
		['Validate Only', 'a list', { options: { validateOnly: '={{ [true] }}' } }],
		['Response Format', 'a format that is none', { options: { responseFormat: "={{ 'csv' }}" } }],
		['Request Timeout', 'a word', { options: { requestTimeout: "={{ 'long' }}" } }],
	]);

	it('sends nothing where one of many items is wrong, and names it', async () => {
		const finished = await run(
			{ destination: '={{ $json.to }}' },
			{ items: [{ to: TO }, { to: TO }, { to: '0812' }] },
		);
		expectRefused(subject, finished, 'Destination');
		expect(finished.error?.context).toMatchObject({ itemIndex: 2 });
	});

	it('sends the good items and puts out the bad one as an error where it shall continue', async () => {
		const { outputs, error } = await run(
			{ destination: '={{ $json.to }}' },
			{
				items: [{ to: TO }, { to: '0812' }, { to: TO }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(2);
		expect(outputs).toEqual([
			[
				DATA,
				expect.objectContaining({ error: expect.stringContaining('Destination') as string }),
				DATA,
			],
		]);
	});

	describe('with Validate Only', () => {
		const checked = (message: string, credits: number) => ({
			sent: false,
			request: { method: 'POST', url: service.url + PATH, body: { destination: TO, message } },
			credits,
		});

		it('sends nothing, and tells the request, its credits and the sum', async () => {
			const [full, over] = ['x'.repeat(2000), 'x'.repeat(2001)];
			const { items, error } = await run(
				{ message: '={{ $json.text }}', options: { validateOnly: true } },
				{ items: [{ text: full }, { text: over }, { text: 'a' }] },
			);
			expect(error).toBeUndefined();
			expect(service.journal).toEqual([]);
			expect(items).toMatchObject(paired(checked(full, 1), checked(over, 2), checked('a', 1)));
			expect(items[0]?.[0]?.json.total).toMatchObject({ credits: 4 });
			expect(items[0]?.slice(1).map(({ json }) => json)).toEqual([
				checked(over, 2),
				checked('a', 1),
			]);
			expectNothingSecret(items);
		});

		it.each([
			['2000 characters', 2000, 1],
			['2001 characters', 2001, 2],
			['4000 characters', 4000, 2],
			['4001 characters', 4001, 3],
		])('says of %s what they cost', async (_, length, credits) => {
			const { outputs } = await run({
				message: 'x'.repeat(length),
				options: { validateOnly: true },
			});
			expect(outputs[0]?.[0]).toMatchObject({ sent: false, credits });
		});

		it('adds up what can be sent where it shall continue past what cannot', async () => {
			const { outputs } = await run(
				{ message: '={{ $json.text }}', options: { validateOnly: true } },
				{
					items: [{ text: null }, { text: 'a' }, { text: 'x'.repeat(2001) }],
					settings: { onError: 'continueRegularOutput' },
				},
			);
			expect(service.journal).toEqual([]);
			expect(outputs[0]).toHaveLength(3);
			expect(outputs[0]?.flatMap(({ total }) => (total === undefined ? [] : [total]))).toEqual([
				expect.objectContaining({ credits: 3 }),
			]);
		});

		it('still refuses what is wrong', async () => {
			const finished = await run({ destination: '0812', options: { validateOnly: true } });
			expectRefused(subject, finished, 'Destination');
		});
	});
});
