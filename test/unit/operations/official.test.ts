import {
	broadcast,
	getChannels,
	getTemplates,
	reply,
} from '../../../nodes/MessagingService/operations/whatsappOfficial';
import type { Operation } from '../../../nodes/MessagingService/engine/operation';
import { SAYS } from '../../support/words';
import { enveloped, outputOf, planOf, problemsOf, requestOf, type Values } from './support';

const TO = '62812000001';
const NO_ID = 'must be an ID such as 123e4567-e89b-42d3-a456-426614174000';
const CHANNEL = '223e4567-e89b-42d3-a456-426614174001';
const ROOM = '323e4567-e89b-42d3-a456-426614174002';
const FILE = 'https://files.example.com/a.png';
const PDF = 'https://files.example.com/a.pdf';
const NOTES = 'https://files.example.com/notes.txt';

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
const TWO_LINKS = idOf(7);
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
	template(3, { header: { format: 'DOCUMENT' }, body: null }),
	template(4, { status: 'Pending' }),
	template(5, { status: 'REJECTED' }),
	template(6, { status: 'APPROVED' }),
	template(7, {
		buttons: [
			{ type: 'URL', text: 'Track', url: 'https://shop.example.com/{{1}}' },
			{ type: 'QUICK_REPLY', text: 'Thanks' },
			{ type: 'URL', text: 'Pay', url: 'https://pay.example.com/{{1}}' },
		],
	}),
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
const json = (templateId: string, parametersJson: unknown, values: Values = {}): Values =>
	to(templateId, { parametersMode: 'json', parametersJson, ...values });

const header = (format: string, url: string, filename?: string) => ({
	format,
	params: [
		{ key: 'url', value: url },
		...(filename === undefined ? [] : [{ key: 'filename', value: filename }]),
	],
});
const sentBody = (...texts: [key: string, name: string, text: string][]) =>
	texts.map(([key, value, value_text]) => ({ key, value, value_text }));
const linkTo = (index: string, value: string) => ({ index, type: 'url', value });
const sentButton = linkTo('0', 'orders/17');
const quickReply = { index: '0', type: 'QUICK_REPLY', value: 'yes' };
const CUSTOMER = { key: '1', value: 'customer', value_text: 'Ana' };
const ORDER = { key: '2', value: 'order_no', value_text: '#17' };
const PICTURE_OBJECT = { body: [CUSTOMER], header: header('IMAGE', FILE), buttons: [sentButton] };

/** In the fields of the template the names of variables are the node's own. */
const variable = expect.stringMatching(/^[a-z0-9_]{2,32}$/) as string;
const FILLED_PICTURE = {
	body: sentBody(['1', variable, 'Ana']),
	header: header('IMAGE', FILE),
	buttons: [sentButton],
};

const PARAMETER = 'Parameters JSON ›';
const HOW =
	'must be a list of values such as ["Ana", "Sunday"], or the service’s parameters object with body, header and buttons';
const EMPTY = '{{2}} (…your order {{2}} left.) is empty: fill it in';
const NO_PICTURE = 'leads to a .txt file, and only jpeg, jpg, png are allowed here';
const picture = (url: string) =>
	mapped(PICTURE, { 'Header Image URL': url, '{{1}}': 'A', 'Button 1': 'a' });
const inBody = (...body: object[]) => json(FILLED, { body });
const inButtons = (...buttons: object[]) => json(PICTURE, { buttons });
const inHeader = (format: string, ...keys: string[]) =>
	json(PAPER, { header: { format, params: keys.map((key) => ({ key, value: 'a' })) } });

describe('WhatsApp Official: Send Template', () => {
	it.each<[string, Values, object | undefined]>([
		['without parameters', to(PLAIN), undefined],
		['with an object of empty lists', json(PLAIN, { body: [], buttons: [] }), undefined],
		['with an empty list', json(PLAIN, '[]'), undefined],
		[
			'without what is left over from another choice',
			{ ...mapped(PLAIN, { 'Header Image URL': FILE }), parametersMode: 'none' },
			undefined,
		],
		[
			'with two buttons of its template, each in its place',
			mapped(TWO_LINKS, { 'Button 3': 'b', 'Button 1': 'a' }),
			{ buttons: [linkTo('2', 'b'), linkTo('0', 'a')] },
		],
		...[
			[quickReply, { ...quickReply, index: '1', type: 'copy_code' }],
			[sentButton, { index: '1', type: 'PHONE_NUMBER', value: '62' }],
		].map((buttons): [string, Values, object] => [
			`with the buttons ${JSON.stringify(buttons)}`,
			json(PLAIN, { buttons }),
			{ buttons },
		]),
		['with a template that the service calls APPROVED', to(SHOUTED), undefined],
		['with the service’s own object', json(PICTURE, PICTURE_OBJECT), PICTURE_OBJECT],
		[
			'with the service’s own object as text, its template not listed',
			json(UNLISTED, ` ${JSON.stringify(PICTURE_OBJECT)}\n`),
			PICTURE_OBJECT,
		],
		[
			'with numbers as texts, and the key of a placeholder that is given in braces',
			json(FILLED, {
				body: [
					{ key: 1, value: 'price', value_text: 25.5 },
					{ key: '{{ 2 }}', value: ' order_no ', value_text: 0 },
				],
			}),
			{ body: sentBody(['1', 'price', '25.5'], ['2', 'order_no', '0']) },
		],
		[
			'with a picture and its name',
			json(PICTURE, { header: header('IMAGE', FILE, ' menu.png ') }),
			{ header: header('IMAGE', FILE, 'menu.png') },
		],
		[
			'with the fields of its template',
			mapped(FILLED, { '{{1}}': 'Ana', '{{2}}': 17 }),
			{ body: sentBody(['1', variable, 'Ana'], ['2', variable, '17']) },
		],
		[
			'with the picture, the text and the button of its template',
			mapped(PICTURE, { 'Header Image URL': FILE, '{{1}}': 'Ana', 'Button 1': 'orders/17' }),
			FILLED_PICTURE,
		],
		[
			'with a list of values in the order of header, body and buttons',
			json(PICTURE, [FILE, 'Ana', 'orders/17']),
			FILLED_PICTURE,
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
	])('A broadcast is sent %s', (_, values, parameters) => {
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

	it('A broadcast leaves out a value that its template no longer has, and warns of it', () => {
		const values = mapped(FILLED, { '{{1}}': 'a', '{{2}}': 'b', '{{3}}': 'left over' });
		const plan = planOf(broadcast, values, ALL);
		expect(JSON.stringify(plan.request)).not.toContain('left over');
		expect(plan.warnings).toEqual([expect.stringContaining('has changed and no longer has {{3}}')]);
	});

	it.each([
		['of a list', json(FILLED, ['Ana', 17]), 'Hi Ana, your order 17 left.'],
		['of an object', json(FILLED, { body: [ORDER] }), 'Hi {{1}}, your order #17 left.'],
		['without placeholders', to(PLAIN), 'Hello'],
		['that the service does not show', mapped(PAPER, { 'Header Document URL': PDF }), null],
		['that nobody knows', json(UNLISTED, { body: [CUSTOMER] }), null],
	])('A broadcast says the text that the recipient reads: %s', (_, values, text) => {
		expect(planOf(broadcast, values, ALL).message?.text).toBe(text);
	});

	it('A broadcast warns of what an object leaves empty, and lets the service decide', () => {
		expect(planOf(broadcast, json(PICTURE, { body: [CUSTOMER] }), ALL).warnings).toEqual(
			['Header Image URL', 'Button 1 (Track)'].map(
				(place) =>
					`The template 'template_2' has ${place}, for which Parameters JSON has no value: the service may refuse the message.`,
			),
		);
	});

	it.each([
		['an object that fills everything', json(PICTURE, PICTURE_OBJECT)],
		['a template that is not listed', json(UNLISTED, PICTURE_OBJECT)],
	])('A broadcast warns of nothing with %s', (_, values) => {
		expect(planOf(broadcast, values, ALL).warnings).toEqual([]);
	});

	it.each(['PAUSED', 'Approver assigned', 'UNAPPROVED', ''])(
		'A broadcast warns of the template status %j',
		(status) => {
			expect(planOf(broadcast, to(PLAIN), [template(0, { status })]).warnings).toEqual([
				`The template 'template_0' has the status '${status}', and only an approved one can be sent: the service may refuse the message.`,
			]);
		},
	);

	it('A broadcast keeps the limit of its channel, however the ID is spelled', () => {
		const values = to(PLAIN, { channelId: CHANNEL.toUpperCase() });
		expect(planOf(broadcast, values, ALL).sharedLimit).toMatchObject({
			key: CHANNEL,
			limit: 60,
			periodMs: 60_000,
		});
	});

	it.each<[string, Values]>([
		["'template_4', whose status is Pending: only an approved template can be sent", to(PENDING)],
		["'template_5', whose status is REJECTED: only an approved", json(REJECTED, {})],
		["Parameters is None, but the template 'template_1' has placeholders", to(FILLED)],
		['{{1}} (Hi {{1}}, your…) has no value, and the', mapped(FILLED, { '{{2}}': '#17' })],
		...['', null, undefined].flatMap((blank): [string, Values][] => [
			[EMPTY, mapped(FILLED, { '{{1}}': 'Ana', '{{2}}': blank })],
			[EMPTY, json(FILLED, ['Ana', blank])],
		]),
		['Header Image URL is empty: fill it in', picture('')],
		['Button 1 (Track) is empty: fill it in', json(PICTURE, [FILE, 'A', ''])],
		[`Header Image URL ${SAYS.notAddress}`, picture('a.png')],
		[`Header Image URL ${NO_PICTURE}`, picture(NOTES)],
		[`Header Image URL ${NO_PICTURE}`, json(PICTURE, [NOTES, 'A', 'a'])],
		[`Header Image URL ${NO_PICTURE}`, mapped(UNLISTED, { 'Header Image URL': NOTES })],
		[
			`${PARAMETER} header › params › 1 › value ${NO_PICTURE}`,
			json(UNLISTED, { header: header('IMAGE', NOTES) }),
		],
		['Header Document URL leads to a .png file, and only txt, xls,', json(PAPER, [FILE])],
		['Parameters JSON is required: fill it in, or set Parameters to None', json(FILLED, ' ')],
		[`Parameters JSON ${HOW}`, json(FILLED, '["Ana", ')],
		[`Parameters JSON ${HOW}`, json(FILLED, 5)],
		[`Parameters JSON may not have '1', 'phone': it ${HOW}`, json(FILLED, { 1: 'A', phone: '6' })],
		["has 1 value, and the template 'template_1' takes 2 ({{1}}, {{2}}):", json(FILLED, ['Ana'])],
		["has 2 values, and the template 'template_0' takes 0: give", json(PLAIN, ['Ana', 'Eva'])],
		['Template is not in the service’s list, so the order of its', json(UNLISTED, ['Ana'])],
		...['a', 'a'.repeat(33), 'Name', 'order no'].map((value): [string, Values] => [
			`${PARAMETER} body › 1 › value must be 2 to 32 lowercase letters, digits or underscores`,
			inBody({ ...CUSTOMER, value }),
		]),
		[`body › 1 › value_text ${SAYS.notText('an object')}`, inBody({ ...CUSTOMER, value_text: {} })],
		[`body › 1 › value ${SAYS.required}`, inBody({ key: '1', value_text: 'Ana' })],
		["body › 1 may not have 'text'", inBody({ ...CUSTOMER, text: 'Ana' })],
		["body › 2 › key is '1' again", inBody(CUSTOMER, { ...ORDER, key: '{{1}}' })],
		["buttons › 2 › index is '0' again", inButtons(sentButton, { ...sentButton, index: 0 })],
		...[
			['QUICK_REPLY', 'url'],
			['quick reply', 'Phone Number'],
		].map(([type, other]): [string, Values] => [
			'buttons › 2 › type is of another kind than QUICK_REPLY: a template has either',
			inButtons({ ...quickReply, type }, { ...linkTo('1', 'a'), type: other }),
		]),
		['header › format must be one of IMAGE, DOCUMENT', inHeader('VIDEO')],
		['header › params has no entry with the key url', inHeader('DOCUMENT', 'filename')],
		[`Channel ${NO_ID}`, to(PLAIN, { channelId: 'main' })],
		[`Template ${NO_ID}`, to('order_update')],
		['Parameters must be one of none, template, json', to(FILLED, { parametersMode: 'manual' })],
	])('A broadcast is refused: %s', (problem, values) => {
		expect(problemsOf(broadcast, values, ALL)).toEqual([expect.stringContaining(problem)]);
	});

	it.each([
		'{11111111-1111-4111-8111-111111111111}',
		'11111111-1111-1111-8111-111111111111',
		'11111111-1111-4111-c111-111111111111',
		'11111111-1111-4111-8111-1111111111111',
	])('An ID written as %s is refused', (channelId) => {
		expect(problemsOf(broadcast, to(PLAIN, { channelId }), ALL)).toEqual([`Channel ${NO_ID}`]);
	});
});

const image = { roomId: ROOM, messageType: 'image', fileSource: 'url', fileUrl: FILE };

describe('WhatsApp Official: Reply', () => {
	const said = (values: Values = {}): Values => ({
		roomId: ROOM,
		messageType: 'text',
		text: 'hello',
		...values,
	});
	const withFile = (values: Values = {}): Values => ({ ...image, text: 'hello', ...values });

	it.each<[string, Values, object]>([
		['a text', said(), { type: 'text', text: 'hello' }],
		['a number as a text', said({ text: 5 }), { type: 'text', text: '5' }],
		[
			'a text without the file of an earlier choice',
			said({ messageType: undefined, fileSource: 'url', fileUrl: FILE }),
			{ type: 'text', text: 'hello' },
		],
		['a file with a caption', withFile(), { type: 'image', text: 'hello', file_url: FILE }],
		['a file without a caption', withFile({ text: undefined }), { type: 'image', file_url: FILE }],
		...['audio', 'document', 'video', 'voice'].map((type): [string, Values, object] => [
			`the announced type ${type}`,
			withFile({ messageType: type }),
			{ type, text: 'hello', file_url: FILE },
		]),
	])('An Official reply is sent as multipart: %s', (_, values, fields) => {
		expect(requestOf(reply, values)).toEqual({
			method: 'POST',
			path: '/wa_official/message/reply',
			multipart: { room_id: ROOM, ...fields },
		});
	});

	it.each<[string, Values]>([
		[`Room ID ${NO_ID}`, said({ roomId: '628120001' })],
		[`File URL ${SAYS.notAddress}`, withFile({ fileUrl: 'ftp://a.example/b.png' })],
		['File Source must be one of url, binary', withFile({ fileSource: 'disk' })],
		[
			'Announced Message Type must be one of text, audio, document, image, video, voice',
			said({ messageType: 'sticker' }),
		],
	])('An Official reply is refused: %s', (problem, values) => {
		expect(problemsOf(reply, values)).toEqual([problem]);
	});

	it('The limit of a reply counts only once the service has refused one', () => {
		expect(planOf(reply, said()).sharedLimit).toMatchObject({ limit: 60, onceRefused: true });
	});
});

describe.each<[string, string, Operation, (text: string) => Values]>([
	['a reply', 'Text', reply, (text) => ({ roomId: ROOM, messageType: 'text', text })],
	['a caption', 'Text', reply, (text) => ({ ...image, text })],
	[
		...(['a value of an object', `${PARAMETER} body › 1 › value_text`, broadcast] as const),
		(text) => inBody({ ...CUSTOMER, value_text: text }),
	],
	['a template field', '{{1}}', broadcast, (text) => mapped(UNLISTED, { '{{1}}': text })],
	[
		...(['the end of an address', `${PARAMETER} buttons › 1 › value`, broadcast] as const),
		(text) => inButtons({ ...sentButton, value: text }),
	],
	[
		...(['a file name', 'Header File Name', broadcast] as const),
		(text) => mapped(UNLISTED, { 'Header Document URL': PDF, 'Header File Name': text }),
	],
])('Text of %s', (_, label, operation, of) => {
	const sentWith = (values: Values) => JSON.stringify(requestOf(operation, values));

	it('A text with runs of 4 spaces is allowed', () => {
		expect(sentWith(of('a    b'))).toContain('a    b');
	});

	it.each([
		['a     b', 'more than 4 spaces in a row'],
		['a\tb', 'a tab'],
		['a\nb', 'a line break'],
		['a\r\nb', 'a line break'],
	])('A text of %j is refused', (text, what) => {
		expect(problemsOf(operation, of(text))).toEqual([
			`${label} contains ${what}, which the service refuses: remove it, or add the option Make Text Fit, which replaces it with a space`,
		]);
	});

	it('A text is made to fit if that is switched on', () => {
		expect(sentWith({ ...of('a\n\tb      c'), fitText: true })).toMatch(/a {1,4}b {1,4}c/);
	});
});

describe('WhatsApp Official: Get Templates and Get Channels', () => {
	const named = (name: string, status: string, category = 'UTILITY') =>
		template(0, { name, status, category });
	const templates = [
		named('order_sent', 'Approved'),
		named('ORDER_late', 'Pending', 'utility'),
		named('sale', 'APPROVED', 'MARKETING'),
		named('stock', 'rejected'),
		named('Order_paid', 'Approve'),
	];
	const names = templates.map(({ name }) => name);
	const found = (values: Values) =>
		outputOf(getTemplates, values, enveloped(templates)).map(({ name }) => name);

	it('A request for templates or channels has nothing but its path', () => {
		expect(requestOf(getTemplates, {})).toEqual({ method: 'GET', path: '/wa_official/templates' });
		expect(requestOf(getChannels, {})).toEqual({ method: 'GET', path: '/wa_official/channels' });
	});

	it.each<[Values, number[]]>([
		[{ returnAll: true, limit: 1 }, [0, 1, 2, 3, 4]],
		[{ limit: 2 }, [0, 1]],
		[{ status: 'any', name: ' ', category: '' }, [0, 1, 2, 3, 4]],
		[{ status: 'approved' }, [0, 2, 4]],
		[{ status: 'rejected' }, [3]],
		[{ status: 'approved', limit: 2 }, [0, 2]],
		[{ name: 'Order' }, [0, 1, 4]],
		[{ category: 'marketing' }, [2]],
		[{ name: 'order', category: 'Utility', status: 'pending' }, [1]],
	])('Get Templates with %j outputs the templates %j', (values, places) => {
		expect(found(values)).toEqual(places.map((place) => names[place]));
	});

	it('Get Templates outputs 50 templates by default', () => {
		const many = enveloped(Array.from({ length: 51 }, (_, at) => template(at)));
		expect(outputOf(getTemplates, {}, many)).toHaveLength(50);
	});

	it('Templates and channels are output as they came, without nulls', () => {
		const channel = { id: 'b', organization_id: 'o', created_at: 'd' };
		const channels = [{ ...channel, settings: { a: [1, { b: null }] }, webhook: 'w' }, channel];
		const nulls = channels.map((one) => ({ settings: null, webhook: null, ...one }));
		expect(outputOf(getChannels, {}, enveloped(nulls))).toEqual(channels);
		expect(outputOf(getChannels, { limit: 1 }, enveloped(channels))).toEqual(channels.slice(0, 1));
		const plain = template(0);
		expect(outputOf(getTemplates, {}, enveloped([{ ...plain, footer: null }]))).toEqual([plain]);
	});

	it.each<[string, Operation, Values]>([
		['Limit must be at least 1', getTemplates, { limit: 0 }],
		['Limit must be a whole number, and is a fraction', getChannels, { limit: 1.5 }],
		['Status must be one of any, approved, pending,', getTemplates, { status: 'paused' }],
	])('A request for templates or channels is refused: %s', (problem, operation, values) => {
		expect(problemsOf(operation, values)).toEqual([expect.stringContaining(problem)]);
	});
});
