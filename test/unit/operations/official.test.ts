import {
	broadcast,
	getChannels,
	getTemplates,
	reply,
} from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { enveloped, outputOf, planOf, problemsOf, requestOf, type Values } from './support';

const TO = '62812000001';
const CHANNEL = '223e4567-e89b-42d3-a456-426614174001';
const ROOM = '323e4567-e89b-42d3-a456-426614174002';
const FILE = 'https://files.example.com/a.png';
const PDF = 'https://files.example.com/a.pdf';

const idOf = (digit: number) => `123e4567-e89b-42d3-a456-42661417400${digit}`;
const template = (digit: number, more: object = {}) => ({
	id: idOf(digit),
	name: `template_${digit}`,
	body: 'Hello',
	status: 'Approved',
	category: 'UTILITY',
	...more,
});
const PLAIN = idOf(0);
const FILLED = idOf(1);
const PICTURE = idOf(2);
const PAPER = idOf(3);
const PENDING = idOf(4);
const REJECTED = idOf(5);
const SHOUTED = idOf(6);
const UNLISTED = idOf(9);

const ALL = [
	template(0),
	template(1, { body: 'Hi {{1}}, your order {{2}} left.' }),
	template(2, {
		header: { format: 'IMAGE' },
		body: { text: 'Hi {{1}}' },
		footer: {
			buttons: [
				{ type: 'URL', text: 'Track', url: 'https://shop.example.com/{{1}}' },
				{ type: 'URL', text: 'Shop', url: 'https://shop.example.com/' },
			],
		},
	}),
	template(3, { header: { format: 'DOCUMENT' }, body: { text: 'Your invoice' } }),
	template(4, { status: 'Pending' }),
	template(5, { status: 'REJECTED' }),
	template(6, { status: 'APPROVED' }),
];

const to = (templateId: string, values: Values = {}): Values => ({
	channelId: CHANNEL,
	templateId,
	destination: TO,
	destinationName: 'Ana',
	parametersMode: 'none',
	...values,
});
const mapped = (templateId: string, value: object, values: Values = {}): Values =>
	to(templateId, { parametersMode: 'template', templateParameters: { value }, ...values });
const manual = (templateId: string, values: Values = {}): Values =>
	to(templateId, { parametersMode: 'manual', ...values });

const CUSTOMER = { index: '1', name: 'customer', text: 'Ana' };
const ORDER = { index: '2', name: 'order_no', text: '#17' };
const body = (...parameter: object[]): Values => ({ bodyParameters: { parameter } });
const button = (value: unknown): Values => ({
	buttons: { button: [{ index: '0', type: 'url', value }] },
});
const picture = (values: Values = {}): Values =>
	manual(PICTURE, {
		...body(CUSTOMER),
		headerFormat: 'image',
		headerUrl: FILE,
		...button('orders/17'),
		...values,
	});
const paper = (values: Values = {}): Values =>
	manual(PAPER, { headerFormat: 'document', headerUrl: PDF, ...values });

const header = (format: string, url: string, filename?: string) => ({
	format,
	params: [
		{ key: 'url', value: url },
		...(filename === undefined ? [] : [{ key: 'filename', value: filename }]),
	],
});
const sentBody = (...texts: [key: string, name: string, text: string][]) =>
	texts.map(([key, value, value_text]) => ({ key, value, value_text }));
const sentButton = { index: '0', type: 'url', value: 'orders/17' };

/** In the fields of the template the names of variables are the node's own. */
const variable = expect.stringMatching(/^[a-z0-9_]{2,32}$/) as string;

describe('A broadcast', () => {
	it.each<[string, Values, object | undefined]>([
		['without parameters', to(PLAIN), undefined],
		[
			'without those that are left over',
			picture({ templateId: PLAIN, parametersMode: 'none' }),
			undefined,
		],
		['without any where none are filled in by hand', manual(PLAIN), undefined],
		['with a template that the service calls APPROVED', to(SHOUTED), undefined],
		[
			'with the texts of the body',
			manual(FILLED, body(CUSTOMER, ORDER)),
			{ body: sentBody(['1', 'customer', 'Ana'], ['2', 'order_no', '#17']) },
		],
		[
			'with numbers as texts',
			manual(
				FILLED,
				body({ index: 1, name: 'price', text: 25.5 }, { index: 2, name: 'order_no', text: 0 }),
			),
			{ body: sentBody(['1', 'price', '25.5'], ['2', 'order_no', '0']) },
		],
		[
			'with a picture, a text and the end of an address',
			picture(),
			{
				body: sentBody(['1', 'customer', 'Ana']),
				header: header('IMAGE', FILE),
				buttons: [sentButton],
			},
		],
		[
			'with a picture and its name',
			picture({ headerFileName: 'menu.png', bodyParameters: undefined, buttons: undefined }),
			{ header: header('IMAGE', FILE, 'menu.png') },
		],
		['with a document', paper(), { header: header('DOCUMENT', PDF) }],
		[
			'with a document and its name',
			paper({ headerFileName: 'invoice.pdf' }),
			{ header: header('DOCUMENT', PDF, 'invoice.pdf') },
		],
		[
			'with the fields of its template',
			mapped(FILLED, { '{{1}}': 'Ana', '{{2}}': 17 }),
			{ body: sentBody(['1', variable, 'Ana'], ['2', variable, '17']) },
		],
		[
			'with the picture, the text and the button of its template',
			mapped(PICTURE, { 'Header Image URL': FILE, '{{1}}': 'Ana', 'Button 1': 'orders/17' }),
			{
				body: sentBody(['1', variable, 'Ana']),
				header: header('IMAGE', FILE),
				buttons: [sentButton],
			},
		],
		[
			'with the document of its template',
			mapped(PAPER, { 'Header Document URL': PDF, 'Header File Name': 'invoice.pdf' }),
			{ header: header('DOCUMENT', PDF, 'invoice.pdf') },
		],
		[
			'with a template that is not listed',
			mapped(UNLISTED, { '{{1}}': 'Ana' }),
			{ body: sentBody(['1', variable, 'Ana']) },
		],
	])('is sent %s', (_, values, parameters) => {
		expect(requestOf(broadcast, values, ALL)).toEqual({
			method: 'POST',
			path: '/wa_official/message/broadcast',
			json: {
				destination: TO,
				destination_name: 'Ana',
				template_id: values.templateId,
				channel_id: CHANNEL,
				...(parameters && { parameters }),
			},
		});
	});

	it('leaves out what its template has no place for any more, and warns of it', () => {
		const plan = planOf(
			broadcast,
			mapped(FILLED, { '{{1}}': 'a', '{{2}}': 'b', '{{3}}': 'left over' }),
			ALL,
		);
		expect(JSON.stringify(plan.request)).not.toContain('left over');
		expect(plan.warnings).toEqual([expect.stringContaining('has changed and no longer has {{3}}')]);
	});

	it('keeps the limit of its channel, however the ID is spelled', () => {
		const shared = planOf(
			broadcast,
			to(PLAIN, { channelId: CHANNEL.toUpperCase() }),
			ALL,
		).sharedLimit;
		expect(shared).toMatchObject({ key: CHANNEL, limit: 60, periodMs: 60_000 });
	});

	const NO_ID = 'must be an ID such as 123e4567-e89b-42d3-a456-426614174000';
	const NAMES = 'must be 2 to 32 lowercase letters, digits or underscores';
	const lacks = (what: string, name: string) =>
		`Template Fields lacks ${what}, which the template '${name}' needs: fill it in. If you do not see it, the template has changed: refresh the list of fields.`;
	const barred = (name: string, status: string) =>
		`Template is '${name}', whose status is ${status}: only an approved template can be sent. Choose another, or wait for its approval.`;

	it.each<[string, Values, string]>([
		['a template that is pending', to(PENDING), barred('template_4', 'Pending')],
		['a template that was rejected', manual(REJECTED), barred('template_5', 'REJECTED')],
		[
			'no parameters where the template has placeholders',
			to(FILLED),
			"Parameters is None, but the template 'template_1' has placeholders: choose Template Fields, and fill them in",
		],
		['a missing text', mapped(FILLED, { '{{2}}': '#17' }), lacks('{{1}}', 'template_1')],
		[
			'an empty text',
			mapped(FILLED, { '{{1}}': 'Ana', '{{2}}': '' }),
			lacks('{{2}}', 'template_1'),
		],
		['null', mapped(FILLED, { '{{1}}': 'Ana', '{{2}}': null }), lacks('{{2}}', 'template_1')],
		[
			'a missing picture',
			mapped(PICTURE, { '{{1}}': 'A', 'Button 1': 'a' }),
			lacks('Header Image URL', 'template_2'),
		],
		[
			'a missing end of the address',
			mapped(PICTURE, { '{{1}}': 'A', 'Header Image URL': FILE }),
			lacks('Button 1', 'template_2'),
		],
		[
			'a picture that is no address',
			mapped(PICTURE, { '{{1}}': 'A', 'Button 1': 'a', 'Header Image URL': 'a.png' }),
			'Template Fields › Header Image URL must be a web address with http:// or https://, such as https://example.com/file.pdf',
		],
		['a channel that is no ID', to(PLAIN, { channelId: 'main' }), `Channel ${NO_ID}`],
		['no channel', to(PLAIN, { channelId: undefined }), 'Channel is required: fill it in'],
		['a template that is no ID', to('order_update'), `Template ${NO_ID}`],
		['no template', to(' '), 'Template is required: fill it in'],
		[
			'a way to fill it that is none',
			to(FILLED, { parametersMode: 'Manual' }),
			'Parameters must be one of none, template, values, manual',
		],
		[
			'a list as template',
			to(PLAIN, { templateId: [PLAIN] }),
			'Template must be text, and is a list',
		],
		[
			'no name',
			to(PLAIN, { destinationName: undefined }),
			'Recipient Name is required: fill it in',
		],
		[
			'a list as name',
			to(PLAIN, { destinationName: ['Ana'] }),
			'Recipient Name must be text, and is a list',
		],
		[
			'no header',
			paper({ headerUrl: undefined }),
			'Header URL is required: fill it in, or set Header Format to None',
		],
		[
			'a header that is no address',
			paper({ headerUrl: 'a.pdf' }),
			'Header URL must be a web address with http:// or https://, such as https://example.com/file.pdf',
		],
		[
			'a header of no such kind',
			paper({ headerFormat: 'video' }),
			'Header Format must be one of none, image, document',
		],
		[
			'an object as text',
			manual(FILLED, body({ ...CUSTOMER, text: {} })),
			'Body Parameters › 1 › Text must be text, and is an object',
		],
		[
			'a list as name of a placeholder',
			manual(FILLED, body({ ...CUSTOMER, name: ['ab'] })),
			'Body Parameters › 1 › Name must be text, and is a list',
		],
		[
			'a placeholder that is given twice',
			manual(FILLED, body(CUSTOMER, { ...ORDER, index: 1 })),
			'Body Parameters › 2 › Index is given twice: each placeholder and button takes one value',
		],
		[
			'a button that is given twice',
			manual(PICTURE, {
				buttons: {
					button: [0, '0'].map((index) => ({ index, type: 'url', value: 'orders/17' })),
				},
			}),
			'Buttons › 2 › Index is given twice: each placeholder and button takes one value',
		],
		[
			'a button without its place',
			manual(PICTURE, { buttons: { button: [{ type: 'url', value: 'orders/17' }] } }),
			'Buttons › 1 › Index is required: fill it in',
		],
		[
			'a word for a switch',
			to(PLAIN, { fitText: 'perhaps' }),
			'Make Text Fit must be true or false (yes, no, y, n, 1 and 0 are understood too)',
		],
	])('is refused with %s', (_, values, problem) => {
		expect(problemsOf(broadcast, values, ALL)).toEqual([problem]);
	});

	it.each([
		'{11111111-1111-4111-8111-111111111111}',
		'11111111111141118111111111111111',
		'11111111-1111-1111-8111-111111111111',
		'11111111-1111-4111-c111-111111111111',
		'11111111-1111-4111-8111-1111111111111',
		'g1111111-1111-4111-8111-111111111111',
		'urn:uuid:11111111-1111-4111-8111-111111111111',
		`${CHANNEL} ${CHANNEL}`,
	])('is refused with an ID that is written as %s', (channelId) => {
		expect(problemsOf(broadcast, to(PLAIN, { channelId }), ALL)).toEqual([`Channel ${NO_ID}`]);
	});

	it.each(['', null, undefined])(
		'is refused in the same words where an entry holds %j',
		(blank) => {
			const values = manual(FILLED, {
				...body({ index: blank, name: blank, text: blank }),
				...button(blank),
			});

			expect(problemsOf(broadcast, values, ALL)).toEqual([
				'Body Parameters › 1 › Index is required: fill it in',
				'Body Parameters › 1 › Name is required: fill it in',
				'Body Parameters › 1 › Text is required: fill it in',
				'Buttons › 1 › Value is required: fill it in',
			]);
		},
	);

	it.each(['ab', 'a'.repeat(32), '_1', ' ab '])('takes %j as the name of a variable', (name) => {
		expect(problemsOf(broadcast, manual(FILLED, body({ ...CUSTOMER, name })), ALL)).toEqual([]);
	});

	it.each(['a', 'a'.repeat(33), 'Name', 'order-no', 'order no', 'größe'])(
		'refuses %j as the name of a variable',
		(name) => {
			expect(problemsOf(broadcast, manual(FILLED, body({ ...CUSTOMER, name })), ALL)).toEqual([
				`Body Parameters › 1 › Name ${NAMES}`,
			]);
		},
	);
});

describe('A reply into a room', () => {
	const said = (values: Values = {}): Values => ({
		roomId: ROOM,
		messageType: 'text',
		text: 'hello',
		...values,
	});
	const image = (values: Values = {}): Values =>
		said({ messageType: 'image', fileSource: 'url', fileUrl: FILE, ...values });

	it.each<[string, Values, object]>([
		['a text', said(), { type: 'text', text: 'hello' }],
		['a number as a text', said({ text: 5 }), { type: 'text', text: '5' }],
		[
			'a text without the file of an earlier choice',
			said({ messageType: undefined, fileSource: 'url', fileUrl: FILE }),
			{ type: 'text', text: 'hello' },
		],
		['a file with a caption', image(), { type: 'image', text: 'hello', file_url: FILE }],
		['a file without a caption', image({ text: undefined }), { type: 'image', file_url: FILE }],
		...['audio', 'document', 'video', 'voice'].map((type): [string, Values, object] => [
			`the announced type ${type}`,
			image({ messageType: type }),
			{ type, text: 'hello', file_url: FILE },
		]),
	])('is sent as multipart: %s', (_, values, fields) => {
		expect(requestOf(reply, values)).toEqual({
			method: 'POST',
			path: '/wa_official/message/reply',
			multipart: { room_id: ROOM, ...fields },
		});
	});

	it.each<[string, Values, string]>([
		[
			'no ID as room',
			said({ roomId: '628120001' }),
			'Room ID must be an ID such as 123e4567-e89b-42d3-a456-426614174000',
		],
		[
			'an ID that broke off',
			said({ roomId: ROOM.slice(0, -1) }),
			'Room ID must be an ID such as 123e4567-e89b-42d3-a456-426614174000',
		],
		['no room', said({ roomId: undefined }), 'Room ID is required: fill it in'],
		['a number as room', said({ roomId: 5 }), 'Room ID must be text, and is a number'],
		['a list as room', said({ roomId: [ROOM] }), 'Room ID must be text, and is a list'],
		['no text', said({ text: undefined }), 'Text is required: fill it in'],
		['a list as text', said({ text: ['a'] }), 'Text must be text, and is a list'],
		['no address', image({ fileUrl: undefined }), 'File URL is required: fill it in'],
		[
			'an address that is none',
			image({ fileUrl: 'ftp://a.example/b.png' }),
			'File URL must be a web address with http:// or https://, such as https://example.com/file.pdf',
		],
		[
			'a source that is none',
			image({ fileSource: 'disk' }),
			'File Source must be one of url, binary',
		],
		['no file', image({ fileSource: 'binary' }), 'Input Binary Field is required: fill it in'],
		[
			'a type that is none',
			said({ messageType: 'sticker' }),
			'Announced Message Type must be one of text, audio, document, image, video, voice',
		],
		[
			'a word for a switch',
			said({ fitText: 'perhaps' }),
			'Make Text Fit must be true or false (yes, no, y, n, 1 and 0 are understood too)',
		],
	])('is refused with %s', (_, values, problem) => {
		expect(problemsOf(reply, values)).toEqual([problem]);
	});

	it('keeps a limit only once the service has refused one', () => {
		expect(planOf(reply, said()).sharedLimit).toMatchObject({ limit: 60, onceRefused: true });
	});
});

describe.each<[string, string, (text: string, fitText?: boolean) => ReturnType<typeof look>]>([
	[
		'a reply',
		'Text',
		(text, fitText) => look(reply, { roomId: ROOM, messageType: 'text', text, fitText }),
	],
	[
		'a caption',
		'Text',
		(text, fitText) =>
			look(reply, {
				roomId: ROOM,
				messageType: 'image',
				fileSource: 'url',
				fileUrl: FILE,
				text,
				fitText,
			}),
	],
	[
		'a placeholder by hand',
		'Body Parameters › 1 › Text',
		(text, fitText) =>
			look(broadcast, manual(UNLISTED, { ...body({ ...CUSTOMER, text }), fitText })),
	],
	[
		'a placeholder of the template',
		'Template Fields › {{1}}',
		(text, fitText) => look(broadcast, mapped(UNLISTED, { '{{1}}': text }, { fitText })),
	],
	[
		'the end of an address',
		'Buttons › 1 › Value',
		(text, fitText) => look(broadcast, manual(UNLISTED, { ...button(text), fitText })),
	],
	[
		'a file name',
		'Header File Name',
		(text, fitText) => look(broadcast, paper({ headerFileName: text, fitText })),
	],
])('The text of %s', (_, label, of) => {
	it.each(['a    b', '    a    b    '])('may have runs of 4 spaces: %j', (text) => {
		// Spaces around a file name are no part of it.
		const sent = label === 'Header File Name' ? text.trim() : text;
		expect(of(text)).toMatchObject({ problems: [], sent: expect.stringContaining(sent) as string });
	});

	it.each([
		['a     b', 'more than 4 spaces in a row'],
		['a\tb', 'a tab'],
		['a\nb', 'a line break'],
		['a\r\nb', 'a line break'],
	])('may not be %j', (text, what) => {
		expect(of(text).problems).toEqual([
			`${label} contains ${what}, which the service refuses: remove it, or add the option Make Text Fit, which puts a space there`,
		]);
	});

	it('is made to fit where that is switched on', () => {
		expect(of('a\n\tb      c', true)).toMatchObject({
			problems: [],
			sent: expect.stringMatching(/a {1,4}b {1,4}c/) as string,
		});
	});
});

function look(operation: typeof reply, values: Values) {
	const problems = problemsOf(operation, values);
	return {
		problems,
		sent: problems.length > 0 ? '' : JSON.stringify(requestOf(operation, values)),
	};
}

describe('The templates and channels of the account', () => {
	const named = (name: string, status: string) => ({ ...template(0), name, status });
	const templates = [
		named('1', 'Approved'),
		named('2', 'Pending'),
		named('3', 'APPROVED'),
		named('4', 'rejected'),
		named('5', 'approved'),
	];
	const found = (values: Values) =>
		outputOf(getTemplates, values, enveloped(templates)).map(({ name }) => name);

	it('are asked for without anything else', () => {
		expect(requestOf(getTemplates, {})).toEqual({ method: 'GET', path: '/wa_official/templates' });
		expect(requestOf(getChannels, {})).toEqual({ method: 'GET', path: '/wa_official/channels' });
	});

	it.each<[string, Values, string[]]>([
		['all', { returnAll: true, limit: 1 }, ['1', '2', '3', '4', '5']],
		['at most so many', { limit: 2 }, ['1', '2']],
		['all where there are fewer', { limit: 6 }, ['1', '2', '3', '4', '5']],
		['of any status', { status: 'any' }, ['1', '2', '3', '4', '5']],
		['the approved, however that is spelled', { status: 'approved' }, ['1', '3', '5']],
		['the pending', { status: 'pending' }, ['2']],
		['the rejected', { status: 'rejected' }, ['4']],
		['so many of a status', { status: 'approved', limit: 2 }, ['1', '3']],
	])('come out: %s', (_, values, names) => {
		expect(found(values)).toEqual(names);
	});

	it('are 50 where nobody says otherwise', () => {
		const many = enveloped(Array.from({ length: 51 }, (_, at) => template(at)));
		expect(outputOf(getTemplates, {}, many)).toHaveLength(50);
	});

	it('come out as they came, with what is not documented', () => {
		const channels = [
			{
				id: 'a',
				organization_id: 'o',
				created_at: 'd',
				settings: { a: [1, { b: null }] },
				webhook: 'w',
			},
			{ id: 'b', organization_id: 'o', created_at: 'd', settings: null, webhook: null },
		];
		expect(outputOf(getChannels, {}, enveloped(channels))).toEqual(channels);
		expect(outputOf(getChannels, { limit: 1 }, enveloped(channels))).toEqual(channels.slice(0, 1));
		expect(outputOf(getTemplates, {}, enveloped(ALL))).toEqual(
			ALL.map((one) => ({ header: null, footer: null, ...one })),
		);
	});

	it.each<[string, Values, string]>([
		[
			'a word for a switch',
			{ returnAll: 'perhaps' },
			'Return All must be true or false (yes, no, y, n, 1 and 0 are understood too)',
		],
		['a limit in words', { limit: 'many' }, 'Limit must be a number, and is text'],
		['a limit of zero', { limit: 0 }, 'Limit must be at least 1'],
		[
			'a limit of one and a half',
			{ limit: 1.5 },
			'Limit must be a whole number, and is a fraction',
		],
	])('are not asked for with %s', (_, values, problem) => {
		expect(problemsOf(getTemplates, values)).toEqual([problem]);
		expect(problemsOf(getChannels, values)).toEqual([problem]);
	});

	it('are not asked for with a status that is none', () => {
		expect(problemsOf(getTemplates, { status: 'paused' })).toEqual([
			'Status must be one of any, approved, pending, rejected',
		]);
	});
});
