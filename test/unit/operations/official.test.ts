import { broadcast } from '../../../nodes/MessagingService/operations/whatsappOfficial/broadcast';
import { getChannels } from '../../../nodes/MessagingService/operations/whatsappOfficial/getChannels';
import { getTemplates } from '../../../nodes/MessagingService/operations/whatsappOfficial/getTemplates';
import { reply } from '../../../nodes/MessagingService/operations/whatsappOfficial/reply';
import type { Operation } from '../../../nodes/MessagingService/engine/operation';
import { atOnce } from '../../support/atOnce';
import { SAYS } from '../../support/words';
import { enveloped } from '../../support/operations';
import { bodyOf, outputOf, planOf, problemsOf, requestOf, type Values } from './support';

const TO = '62812000001';
const NO_ID = 'must be an ID such as 123e4567-e89b-42d3-a456-426614174000';
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
const opening = (text: string, url: string) => ({ type: 'URL', text, url });
const TRACK = opening('Track', 'https://shop.example.com/{{1}}');

const PLAIN = idOf(0);
const FILLED = idOf(1);
const PICTURE = idOf(2);
const PAPER = idOf(3);
const TWO_LINKS = idOf(7);
const NAMED = idOf(8);
const UNLISTED = idOf(9);

const ALL = [
	template(0),
	template(1, { body: 'Hi {{1}}, your order {{2}} left.' }),
	template(2, {
		header: { format: 'IMAGE' },
		body: { text: 'Hi {{1}}' },
		footer: { buttons: [TRACK, opening('Shop', 'https://shop.example.com/')] },
	}),
	template(3, { header: { format: 'DOCUMENT' }, body: null }),
	template(6, { body: '{{2}} is for {{1}}' }),
	template(7, {
		buttons: [
			...[TRACK, { type: 'QUICK_REPLY', text: 'Thanks' }],
			opening('Pay', 'https://pay.example.com/{{1}}'),
		],
	}),
	template(8, { body: '{{2}} for {{1}} on {{day}}' }),
];

const to = (templateId: string, values: Values = {}): Values => ({
	channelId: CHANNEL,
	templateId,
	destination: TO,
	destinationName: 'Ana',
	parametersMode: 'none',
	...values,
});
const mapped = (templateId: string, value: object) =>
	to(templateId, { parametersMode: 'template', templateParameters: { value } });
const json = (templateId: string, parametersJson: unknown) =>
	to(templateId, { parametersMode: 'json', parametersJson });

const header = (format: string, url: string, filename?: string) => ({
	format,
	params: [
		{ key: 'url', value: url },
		...(filename === undefined ? [] : [{ key: 'filename', value: filename }]),
	],
});
const linkTo = (index: string, value: string) => ({ index, type: 'url', value });
const sentButton = linkTo('0', 'o/17');
const quickReply = { index: '0', type: 'QUICK_REPLY', value: 'yes' };
const CUSTOMER = { key: '1', value: 'customer', value_text: 'Ana' };
const ORDER = { key: '2', value: 'order_no', value_text: '#17' };
const PICTURE_OBJECT = { body: [CUSTOMER], header: header('IMAGE', FILE), buttons: [sentButton] };

const sentBody = (...texts: [key: string, name: unknown, text: string][]) =>
	texts.map(([key, value, value_text]) => ({ key, value, value_text }));
/** The node makes up names of variables for the fields of a template. */
const ANY_NAME: unknown = expect.stringMatching(/^[a-z0-9_]{2,32}$/);
const filled = (...texts: [key: string, text: string][]) => ({
	body: sentBody(...texts.map(([key, text]): [string, unknown, string] => [key, ANY_NAME, text])),
});
const FILLED_PICTURE = { ...PICTURE_OBJECT, ...filled(['1', 'Ana']) };

const PARAMETER = 'Parameters JSON ›';
const HOW =
	'must be a list of values such as ["Ana", "Sunday"], or the service’s parameters object with body, header and buttons';
const SECOND = '{{2}}';
const photo = (url: string) => ({ 'Header Image URL': url, '{{1}}': 'Ana', 'Button 1': 'o/17' });
const invoice = (name: string) => ({ 'Header Document URL': PDF, 'Header File Name': name });
const inBody = (...body: object[]) => json(FILLED, { body });
const inButtons = (...buttons: object[]) => json(PICTURE, { buttons });
const inHeader = (format: string, ...keys: string[]) =>
	json(PAPER, { header: { format, params: keys.map((key) => ({ key, value: 'a' })) } });

describe('WhatsApp Official: Send Template', () => {
	it.each<[string, Values, object | undefined]>([
		['without parameters', to(PLAIN), undefined],
		['with an object of empty lists', json(PLAIN, { body: [], buttons: [] }), undefined],
		[
			'with two links of its template, each with its own number',
			mapped(TWO_LINKS, { 'Button 3': 'b', 'Button 1': 'a' }),
			{ buttons: [linkTo('2', 'b'), linkTo('0', 'a')] },
		],
		...[
			[quickReply, { ...quickReply, index: '1', type: 'copy_code' }],
			[sentButton, { index: '1', type: 'PHONE_NUMBER', value: '62' }],
		].map((buttons): [string, Values, object] => [
			`with the buttons ${JSON.stringify(buttons)}`,
			...([json(PLAIN, { buttons }), { buttons }] as const),
		]),
		[
			'with the service’s own object as text, its template not listed',
			json(UNLISTED, ` ${JSON.stringify(PICTURE_OBJECT)}\n`),
			PICTURE_OBJECT,
		],
		[
			'with a picture and its trimmed name',
			json(PICTURE, { header: header('IMAGE', FILE, ' menu.png ') }),
			{ header: header('IMAGE', FILE, 'menu.png') },
		],
		['with picture, text and link of its template', mapped(PICTURE, photo(FILE)), FILLED_PICTURE],
		['with a list for all of its parts', json(PICTURE, [FILE, 'Ana', 'o/17']), FILLED_PICTURE],
		[
			'with a list of values in the order of the text, as a placeholder has a name',
			json(NAMED, '["a", "b", "c"]'),
			filled(['2', 'a'], ['1', 'b'], ['day', 'c']),
		],
		[
			'with the document of its template',
			mapped(PAPER, invoice('invoice.pdf')),
			{ header: header('DOCUMENT', PDF, 'invoice.pdf') },
		],
		['without a blank name', mapped(PAPER, invoice('\n ')), { header: header('DOCUMENT', PDF) }],
	])('A template message is sent %s', (_, values, parameters) => {
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

	it('A value that the template does not have is left out', () => {
		const values = mapped(FILLED, { '{{1}}': 'a', '{{2}}': 'b', '{{3}}': 'left over' });
		const plan = planOf(broadcast, values, ALL);
		expect(JSON.stringify(plan.request)).not.toContain('left over');
		expect(plan.warnings).toEqual([]);
	});

	it.each([
		['filled from a list', json(FILLED, ['Ana', 17]), 'Hi Ana, your order 17 left.'],
		['filled from an object', json(FILLED, { body: [ORDER] }), 'Hi {{1}}, your order #17 left.'],
		['that the service does not show', mapped(PAPER, { 'Header Document URL': PDF }), null],
	])('The output has the text of a template %s', (_, values, text) => {
		expect(planOf(broadcast, values, ALL).message?.text).toBe(text);
	});

	it.each(['PAUSED', 'Disabled', ''])(
		'A template message warns of the template status %j',
		(status) => {
			expect(planOf(broadcast, to(PLAIN), [template(0, { status })]).warnings).toEqual([
				`The template “template_0” has the status “${status}”, and only an approved one can be sent: the service may refuse the message.`,
			]);
		},
	);

	it.each(['PENDING', 'rejected', 'PENDING_DELETION'])(
		'A template with the status %s is not sent',
		(status) => {
			const problems = problemsOf(broadcast, to(PLAIN), [template(0, { status })]).join();
			expect(problems).toContain(
				`whose status is “${status}”: only an approved template can be sent`,
			);
		},
	);

	it('A video header, which is not documented, cannot be filled', () => {
		const video = template(0, { header: { format: 'VIDEO' } });
		expect(requestOf(broadcast, mapped(PLAIN, {}), [video]).json).not.toHaveProperty('parameters');
	});

	it('A template message without a name has the number as its name, and its output has none', () => {
		const values = to(PLAIN, { destinationName: '' });
		const { destination } = values;
		expect(bodyOf(broadcast, values, ALL)).toMatchObject({ destination_name: destination });
		expect(planOf(broadcast, values, ALL).message?.item({})).not.toHaveProperty('destination_name');
	});

	it('Template messages of one channel share its limit, in whatever case the ID is written', () => {
		const values = to(PLAIN, { channelId: CHANNEL.toUpperCase() });
		const limit = { key: CHANNEL, limit: 60, periodMs: 60_000 };
		expect(planOf(broadcast, values, ALL).sharedLimit).toMatchObject(limit);
	});

	it.each<[string, Values]>([
		['Template Values is None, but the template “template_1” has placeholders', to(FILLED)],
		[`${SECOND} is empty: fill it in`, mapped(FILLED, { '{{1}}': 'Ana', '{{2}}': null })],
		[`${SECOND} contains a line break`, json(FILLED, ['Ana', 'a\nb'])],
		[`${SECOND} ${SAYS.notText('an object')}`, json(FILLED, ['Ana', { a: 1 }])],
		['Header Image URL is empty: fill it in', mapped(PICTURE, photo(''))],
		['Parameters JSON is required: fill it in, or set Template Values to None', json(FILLED, ' ')],
		[`Parameters JSON ${HOW}`, json(FILLED, '["Ana", ')],
		[`Parameters JSON may not have “1”, “phone”: it ${HOW}`, json(FILLED, { 1: 'A', phone: '6' })],
		['has 1 value, and the template “template_1” takes 2 ({{1}}, {{2}}):', json(FILLED, ['Ana'])],
		['Template is not in the service’s list, so the order of its', json(UNLISTED, ['Ana'])],
		[`${PARAMETER} body › 1 › value must be 2 to 32 lower`, inBody({ ...CUSTOMER, value: 'No' })],
		['body › 1 › value must be 2 to 32', inBody({ ...CUSTOMER, value: 'a'.repeat(33) })],
		[`body › 1 › value ${SAYS.required}`, inBody({ key: '1', value_text: 'Ana' })],
		['body › 1 may not have “text”', inBody({ ...CUSTOMER, text: 'Ana' })],
		[
			'body › 2 › key is “1”, which is in the list already',
			inBody(CUSTOMER, { ...ORDER, key: '{{1}}' }),
		],
		[
			'› 2 › index is “0”, which is in the list already',
			inButtons(sentButton, { ...sentButton, index: 0 }),
		],
		[
			'buttons › 2 › type is of another kind than QUICK_REPLY: a template has either',
			inButtons({ ...quickReply, type: 'quick reply' }, linkTo('1', 'a')),
		],
		['header › params has no entry with the key url', inHeader('DOCUMENT', 'filename')],
		[`Channel ${NO_ID}`, to(PLAIN, { channelId: '11111111-1111-1111-8111-111111111111' })],
	])('A template message is refused: %s', (problem, values) => {
		expect(problemsOf(broadcast, values, ALL)).toEqual([expect.stringContaining(problem)]);
	});

	it('A key with many spaces is read quickly', () => {
		const key = `{{a${' '.repeat(300_000)}x}`;
		const values = json(UNLISTED, { body: [{ ...CUSTOMER, key }] });
		const sent = atOnce(() => bodyOf(broadcast, values));
		expect(sent).toMatchObject({ parameters: { body: [{ key }] } });
	});

	it.each([[['Ana', 17]], [[]]])('The list %j is refused if templates are unknown', (given) => {
		const why = 'Template could not be looked up, as the service did not give its list';
		expect(problemsOf(broadcast, json(FILLED, given))).toEqual([expect.stringContaining(why)]);
	});
});

const image = { roomId: ROOM, messageType: 'image', fileSource: 'url', fileUrl: FILE };

describe('WhatsApp Official: Reply', () => {
	const said = (values: Values = {}): Values => ({
		roomId: ROOM,
		messageType: 'text',
		message: 'hello',
		...values,
	});
	const withFile = (values: Values = {}): Values => ({ ...image, message: 'hello', ...values });

	it.each<[string, Values, object]>([
		['a text', said(), { type: 'text', text: 'hello' }],
		[
			'a file without a caption',
			withFile({ message: undefined }),
			{ type: 'image', file_url: FILE },
		],
		['a captioned file', withFile(), { type: 'image', text: 'hello', file_url: FILE }],
	])('An Official reply is sent as multipart: %s', (_, values, fields) => {
		expect(requestOf(reply, values)).toEqual({
			method: 'POST',
			path: '/wa_official/message/reply',
			multipart: { room_id: ROOM, ...fields },
		});
	});

	it.each<[string, Values]>([
		[`Room ID ${NO_ID}`, said({ roomId: '628120001' })],
		['File Source must be one of url, binary', withFile({ fileSource: 'disk' })],
		['File URL is required: fill it in', withFile({ fileUrl: undefined })],
		[
			'Message Type must be one of text, audio, document, image, video, voice',
			said({ messageType: 'sticker' }),
		],
	])('An Official reply is refused: %s', (problem, values) => {
		expect(problemsOf(reply, values)).toEqual([problem]);
	});

	it('Replies count toward one limit of 60 a minute, whatever their room (spec: WhatsApp Official channel rate)', () => {
		const other = '423e4567-e89b-42d3-a456-426614174003';
		const limits = [ROOM, other].map((roomId) => planOf(reply, said({ roomId })).sharedLimit);
		expect(limits[0]).toMatchObject({ limit: 60, periodMs: 60_000 });
		expect(limits[1]?.key).toBe(limits[0]?.key);
	});
});

describe.each<[string, string, Operation, (text: string) => Values]>([
	['A reply', 'Message', reply, (message) => ({ roomId: ROOM, messageType: 'text', message })],
	[
		...(['A value in Parameters JSON', `${PARAMETER} body › 1 › value_text`, broadcast] as const),
		(text) => inBody({ ...CUSTOMER, value_text: text }),
	],
	['A template field', '{{1}}', broadcast, (text) => mapped(UNLISTED, { '{{1}}': text })],
	[
		...(['The end of a link', `${PARAMETER} buttons › 1 › value`, broadcast] as const),
		(text) => inButtons({ ...sentButton, value: text }),
	],
	['A file name', 'Header File Name', broadcast, (text) => mapped(UNLISTED, invoice(text))],
])('%s on the Official route', (_, label, operation, of) => {
	const sentWith = (values: Values) => JSON.stringify(requestOf(operation, values));

	it('A text with 4 spaces in a row is sent', () => {
		expect(sentWith(of('a    b'))).toContain('a    b');
	});

	it.each([
		['a     b', 'more than 4 spaces in a row'],
		['a\tb', 'a tab'],
	])('The text %j is refused', (text, what) => {
		expect(problemsOf(operation, of(text))).toEqual([
			`${label} contains ${what}, which the service refuses: remove it, or add the option Make Text Fit, which replaces it with a space`,
		]);
	});

	it('Make Text Fit puts spaces in place of what the service refuses', () => {
		expect(sentWith({ ...of('a\n\tb      c'), fitText: true })).toMatch(/a {1,4}b {1,4}c/);
	});
});

describe('WhatsApp Official: Get Templates and Get Channels', () => {
	it.each<[Values, number]>([
		[{ returnAll: true, limit: 1 }, 51],
		[{ limit: 2 }, 2],
		[{}, 50],
	])('Get Templates with %j outputs the first templates: %i', (values, count) => {
		const all = Array.from({ length: 51 }, (_, at) => template(at));
		expect(outputOf(getTemplates, values, enveloped(all))).toEqual(all.slice(0, count));
	});

	it('Templates and channels come out as the service sent them, without nulls', () => {
		const channel = { id: 'b', organization_id: 'o', created_at: 'd' };
		const webhook = 'https://n8n.example.com/webhook/7?token=t';
		const settings = { author: 'Ana', session_timeout: '30', deep: [{ api_key: 'k', none: null }] };
		const channels = [{ ...channel, settings, webhook }, channel];
		const nulls = enveloped(channels.map((one) => ({ settings: null, webhook: null, ...one })));
		expect(outputOf(getChannels, {}, nulls)).toEqual([channel, channel]);
		expect(outputOf(getChannels, { simplify: false }, nulls)).toEqual(channels);
		expect(outputOf(getChannels, { limit: 1 }, enveloped(channels))).toEqual([channel]);
		const plain = template(0);
		expect(outputOf(getTemplates, {}, enveloped([{ ...plain, footer: null }]))).toEqual([plain]);
	});
});
