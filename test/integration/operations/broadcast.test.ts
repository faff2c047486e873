import type { INodeParameters } from 'n8n-workflow';

import type { Seen, Answer } from '../../support/service';
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

const PATH = '/svc_api/1.0/wa_official/message/broadcast';
const TO = '62812000001';
const CHANNEL = '223e4567-e89b-42d3-a456-426614174001';
const FILE = 'https://files.example.com/a.png';

const idOf = (digit: number) => `123e4567-e89b-42d3-a456-42661417400${digit}`;
const template = (digit: number, more: Record<string, unknown> = {}) => ({
	id: idOf(digit),
	name: `template_${digit}`,
	header: null,
	body: 'Hello',
	footer: null,
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

const TEMPLATES = [
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

const answerTo = ({ method }: Seen): Answer =>
	method === 'GET'
		? { json: { error: false, message: 'ok', data: TEMPLATES } }
		: { json: { error: false, message: 'ok', data: { ref_no: 'b-1' } } };

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const fromList = (value: string) => ({ __rl: true, mode: 'list', value, cachedResultName: 'x' });

const mapped = (value: Record<string, unknown>) =>
	({
		parametersMode: 'template',
		templateParameters: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
	}) as INodeParameters;

const bodyOf = (
	...parameter: { index: string; name: string; text: string }[]
): INodeParameters => ({
	templateId: byId(FILLED),
	parametersMode: 'manual',
	bodyParameters: { parameter },
});
const CUSTOMER = { index: '1', name: 'customer', text: 'Ana' };
const ORDER = { index: '2', name: 'order_no', text: '#17' };
const TWO_SENT = [
	{ key: '1', value: 'customer', value_text: 'Ana' },
	{ key: '2', value: 'order_no', value_text: '#17' },
];
const withText = (text: string) => bodyOf({ ...CUSTOMER, text }, ORDER);
const withName = (name: string) => bodyOf({ ...CUSTOMER, name }, ORDER);

const picture: INodeParameters = {
	templateId: byId(PICTURE),
	parametersMode: 'manual',
	bodyParameters: { parameter: [CUSTOMER] },
	headerFormat: 'image',
	headerUrl: FILE,
	buttons: { button: [{ index: '0', type: 'url', value: 'orders/17' }] },
};
const paper: INodeParameters = {
	templateId: byId(PAPER),
	parametersMode: 'manual',
	headerFormat: 'document',
	headerUrl: 'https://files.example.com/a.pdf',
};

const sent = (templateId: string, parameters?: unknown) => ({
	destination: TO,
	destination_name: 'Ana',
	template_id: templateId,
	channel_id: CHANNEL,
	...(parameters !== undefined && { parameters }),
});

const variable = expect.stringMatching(/^[a-z0-9_]{2,32}$/) as string;

const ROWS: Row[] = [
	{ name: 'a template without placeholders', parameters: {}, body: sent(PLAIN) },
	{
		name: 'a template and a channel that were picked from their lists',
		parameters: { templateId: fromList(PLAIN), channelId: fromList(CHANNEL) },
		body: sent(PLAIN),
	},
	{
		name: 'a template and a channel by expressions, and numbers as texts',
		parameters: {
			templateId: byId('={{ $json.template }}'),
			channelId: byId('={{ $json.channel }}'),
			destination: '={{ $json.to }}',
			destinationName: '={{ $json.customer }}',
		},
		items: [{ template: PLAIN, channel: CHANNEL, to: 62_812_000_001, customer: 4711 }],
		body: { ...sent(PLAIN), destination_name: '4711' },
	},
	{
		name: 'no parameters that are left over from an earlier choice',
		parameters: {
			...picture,
			templateId: byId(PLAIN),
			...mapped({ body_1: 'left over' }),
			parametersMode: 'none',
		},
		body: sent(PLAIN),
	},
	{
		name: 'no parameters where none are filled in by hand',
		parameters: { parametersMode: 'manual' },
		body: sent(PLAIN),
	},
	{
		name: 'the texts of the body',
		parameters: bodyOf(CUSTOMER, ORDER),
		body: sent(FILLED, { body: TWO_SENT }),
	},
	{
		name: 'numbers in the body as texts',
		parameters: {
			...bodyOf(
				{ index: '={{ 1 }}', name: 'price', text: '={{ $json.price }}' },
				{ index: '={{ 2 }}', name: 'order_no', text: '={{ 0 }}' },
			),
		},
		items: [{ price: 25.5 }],
		body: sent(FILLED, {
			body: [
				{ key: '1', value: 'price', value_text: '25.5' },
				{ key: '2', value: 'order_no', value_text: '0' },
			],
		}),
	},
	{
		name: 'a picture, a text and the end of a button’s address',
		parameters: picture,
		body: sent(PICTURE, {
			body: [{ key: '1', value: 'customer', value_text: 'Ana' }],
			header: { format: 'IMAGE', params: [{ key: 'url', value: FILE }] },
			buttons: [{ index: '0', type: 'url', value: 'orders/17' }],
		}),
	},
	{
		name: 'a picture without the file name of an earlier choice',
		parameters: { ...picture, headerFileName: 'invoice.pdf' },
		body: sent(PICTURE, {
			body: [{ key: '1', value: 'customer', value_text: 'Ana' }],
			header: { format: 'IMAGE', params: [{ key: 'url', value: FILE }] },
			buttons: [{ index: '0', type: 'url', value: 'orders/17' }],
		}),
	},
	{
		name: 'a document without a file name',
		parameters: paper,
		body: sent(PAPER, {
			header: {
				format: 'DOCUMENT',
				params: [{ key: 'url', value: 'https://files.example.com/a.pdf' }],
			},
		}),
	},
	{
		name: 'a document with its file name',
		parameters: { ...paper, headerFileName: 'invoice.pdf' },
		body: sent(PAPER, {
			header: {
				format: 'DOCUMENT',
				params: [
					{ key: 'url', value: 'https://files.example.com/a.pdf' },
					{ key: 'filename', value: 'invoice.pdf' },
				],
			},
		}),
	},
	{
		name: 'a template that the service calls APPROVED',
		parameters: { templateId: byId(SHOUTED) },
		body: sent(SHOUTED),
	},
	{
		name: 'no parameters where an expression says so, whatever stands in the fields of the others',
		parameters: {
			...picture,
			templateId: byId(PLAIN),
			parametersMode: '={{ $json.mode }}',
			bodyParameters: { parameter: [{ ...CUSTOMER, text: '={{ $json.name }}' }] },
			headerUrl: '={{ $json.none.at.all }}',
		},
		items: [{ mode: 'none' }],
		body: sent(PLAIN),
	},
	{
		name: 'no parameters where an expression says so and nothing of them is filled in',
		parameters: { parametersMode: '={{ $json.mode }}' },
		items: [{ mode: 'none' }],
		body: sent(PLAIN),
	},
];

/** In Template mode: the names of the variables are the node's own. */
const MAPPED: Row[] = [
	{
		name: 'a template without placeholders',
		parameters: { ...mapped({}) },
		body: sent(PLAIN),
	},
	{
		name: 'the texts of its placeholders',
		parameters: { templateId: byId(FILLED), ...mapped({ body_1: 'Ana', body_2: '={{ 17 }}' }) },
		body: sent(FILLED, {
			body: [
				{ key: '1', value: variable, value_text: 'Ana' },
				{ key: '2', value: variable, value_text: '17' },
			],
		}),
	},
	{
		name: 'its picture, its text and the end of its button’s address',
		parameters: {
			templateId: byId(PICTURE),
			...mapped({ header_image_url: FILE, body_1: '={{ $json.customer }}', button_0: 'orders/17' }),
		},
		items: [{ customer: 'Ana' }],
		body: sent(PICTURE, {
			body: [{ key: '1', value: variable, value_text: 'Ana' }],
			header: { format: 'IMAGE', params: [{ key: 'url', value: FILE }] },
			buttons: [{ index: '0', type: 'url', value: 'orders/17' }],
		}),
	},
	{
		name: 'its document and the file name',
		parameters: {
			templateId: byId(PAPER),
			...mapped({
				header_document_url: 'https://files.example.com/a.pdf',
				header_document_filename: 'invoice.pdf',
			}),
		},
		body: sent(PAPER, {
			header: {
				format: 'DOCUMENT',
				params: [
					{ key: 'url', value: 'https://files.example.com/a.pdf' },
					{ key: 'filename', value: 'invoice.pdf' },
				],
			},
		}),
	},
];

describe('WhatsApp Official Broadcast', () => {
	const subject = useOperation(
		'whatsappOfficial',
		'broadcast',
		{
			channelId: byId(CHANNEL),
			templateId: byId(PLAIN),
			destination: TO,
			destinationName: 'Ana',
			parametersMode: 'none',
		},
		answerTo,
	);
	const { service, run, posted } = subject;

	it.each(ROWS)('sends $name', async ({ parameters, items, body }) => {
		const { error } = await run(parameters, { ...(items && { items }) });
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(1);
		expectJsonRequest(posted()[0], PATH, body);
	});

	it.each(MAPPED)('sends in template mode $name', async ({ parameters, items, body }) => {
		const { error } = await run(parameters, { ...(items && { items }) });
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(1);
		expect(posted()[0]).toMatchObject({ path: PATH, headers: { accept: 'application/json' } });
		expect(JSON.parse(posted()[0]?.body ?? '')).toEqual(body);
	});

	it('asks for the templates at most once, however many items there are', async () => {
		const { items, error } = await run({}, { items: [{}, {}, {}] });
		expect(error).toBeUndefined();
		expect(service.journal.filter(({ method }) => method === 'GET')).toEqual([
			expect.objectContaining({ path: '/svc_api/1.0/wa_official/templates' }),
		]);
		expect(items).toEqual(paired({ ref_no: 'b-1' }, { ref_no: 'b-1' }, { ref_no: 'b-1' }));
	});

	it('puts out the reference number from XML', async () => {
		const { items, error } = await run(
			{ options: { responseFormat: 'xml' } },
			{
				answer: ({ method, headers }) => {
					if (method === 'POST') {
						return { text: '<r><error>false</error><data><ref_no>007</ref_no></data></r>' };
					}
					return headers.accept === 'application/xml'
						? {
								text: `<r><error>false</error><data><item><id>${PLAIN}</id><name>a</name><body>Hello</body><status>Approved</status><category>UTILITY</category></item></data></r>`,
							}
						: { json: { error: false, data: TEMPLATES } };
				},
			},
		);
		expect(error).toBeUndefined();
		expect(items).toEqual(paired({ ref_no: '007' }));
		expect(posted()[0]?.headers.accept).toBe('application/xml');
	});

	it.each([
		['is pending', PENDING, /pending/i],
		['was rejected', REJECTED, /rejected/i],
	])('refuses a template that %s before it sends anything', async (_, id, word) => {
		const finished = await run({ templateId: byId(id) });
		expectRefused(subject, finished, 'Template');
		expect(wordsOf(finished.error)).toMatch(word);
	});

	it('sends to nobody where one of many items uses a template that is pending', async () => {
		const finished = await run(
			{ templateId: byId('={{ $json.template }}') },
			{ items: [{ template: PLAIN }, { template: PENDING }] },
		);
		expectRefused(subject, finished, 'Template');
		expect(finished.error?.context).toMatchObject({ itemIndex: 1 });
	});

	it.each([
		['body_1', 'a missing text', { body_2: '#17' }],
		['body_2', 'an empty text', { body_1: 'Ana', body_2: '' }],
		['body_2', 'null', { body_1: 'Ana', body_2: null }],
	])('refuses in template mode for %s: %s', async (place, _, value) => {
		const finished = await run({ templateId: byId(FILLED), ...mapped(value) });
		expectRefused(subject, finished, `{{${place.slice(-1)}}}`);
	});

	it('leaves out a parameter that the template does not have any more, and warns of it', async () => {
		const { error, run: execution } = await run({
			templateId: byId(FILLED),
			...mapped({ body_1: 'Ana', body_2: '#17', body_3: 'left over' }),
		});
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(1);
		expect(posted()[0]?.body).not.toContain('left over');
		const [ran] = Object.values(execution.data.resultData.runData).flat().slice(-1);
		expect(JSON.stringify(ran?.hints ?? [])).toContain('template_1');
	});

	it.each([
		['a missing picture', { body_1: 'Ana', button_0: 'a' }],
		['a missing end of the address', { body_1: 'Ana', header_image_url: FILE }],
		['a picture that is no address', { body_1: 'Ana', button_0: 'a', header_image_url: 'a.png' }],
	])('refuses in template mode %s', async (_, value) => {
		const finished = await run({ templateId: byId(PICTURE), ...mapped(value) });
		expect(finished.error?.message).toMatch(/Header.* URL|Button/);
		expect(posted()).toEqual([]);
	});

	describe.each([
		['manual', withText],
		[
			'template',
			(text: string): INodeParameters => ({
				templateId: byId(FILLED),
				...mapped({ body_1: text, body_2: '#17' }),
			}),
		],
	])('with the text of a placeholder in %s mode', (_mode, of) => {
		const textSent = () =>
			(JSON.parse(posted()[0]?.body ?? '') as { parameters: { body: { value_text: string }[] } })
				.parameters.body[0]?.value_text;

		it.each([['a    b'], ['    a    b    ']])('takes runs of 4 spaces: %j', async (text) => {
			const { error } = await run(of(text));
			expect(error).toBeUndefined();
			expect(textSent()).toBe(text);
		});

		it.each([['a     b'], ['a\tb'], ['a\nb'], ['a\r\nb']])('refuses %j', async (text) => {
			expectAdvice(subject, await run(of(text)), '');
		});

		it('makes it fit where that is switched on', async () => {
			const { error } = await run({ ...of('a\n\tb      c'), options: { fitText: true } });
			expect(error).toBeUndefined();
			expect(textSent()).toMatch(/^a {1,4}b {1,4}c$/);
		});
	});

	it.each(['a     b', 'a\tb', 'a\nb'])('refuses %j as the end of an address', async (value) => {
		const finished = await run({
			...picture,
			buttons: { button: [{ index: '0', type: 'url', value }] },
		});
		expectAdvice(subject, finished, 'Value');
	});

	it.each(['a     b.pdf', 'a\tb.pdf', 'a\nb.pdf'])('refuses %j as a file name', async (name) => {
		expectAdvice(subject, await run({ ...paper, headerFileName: name }), 'Header File Name');
	});

	it.each([
		['2 characters', 'ab'],
		['32 characters', 'a'.repeat(32)],
		['digits and underscores', '_1'],
	])('takes a variable name of %s', async (_, name) => {
		const { error } = await run(withName(name));
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(1);
	});

	it.each(['a', 'a'.repeat(33), 'Name', 'order-no', 'order no', 'größe', "={{ '' }}"])(
		'refuses %s as a variable name',
		async (name) => {
			expectAdvice(subject, await run(withName(name)), 'Name');
		},
	);

	it.each([
		['Channel', 'no ID', { channelId: byId("={{ 'main' }}") }],
		['Channel', 'nothing', { channelId: byId("={{ '' }}") }],
		['Template', 'no ID', { templateId: byId("={{ 'order_update' }}") }],
		['Template', 'nothing', { templateId: byId("={{ '' }}") }],
		['Destination Name', 'nothing', { destinationName: "={{ '' }}" }],
		['Header URL', 'nothing', { ...paper, headerUrl: "={{ '' }}" }],
		['Header URL', 'no web address', { ...paper, headerUrl: 'files.example.com/a.pdf' }],
		['Header URL', 'another kind of address', { ...paper, headerUrl: 'ftp://example.com/a.pdf' }],
		['Text', 'nothing', withText("={{ '' }}")],
		[
			'Value',
			'nothing',
			{ ...picture, buttons: { button: [{ index: '0', type: 'url', value: "={{ '' }}" }] } },
		],
	] as [string, string, INodeParameters][])('refuses in %s: %s', async (label, _, parameters) => {
		expectAdvice(subject, await run(parameters), label);
	});

	describeNumbers(subject, {
		field: 'destination',
		label: 'Destination',
		sentNumber: (body) => (JSON.parse(body) as { destination: unknown }).destination,
		parameters: {},
	});

	describeWrongTypes(subject, [
		['Channel', 'null', { channelId: byId('={{ null }}') }],
		['Template', 'a list', { templateId: byId(`={{ ['${PLAIN}'] }}`) }],
		['Destination Name', 'null', { destinationName: '={{ null }}' }],
		['Destination Name', 'a list', { destinationName: "={{ ['Ana'] }}" }],
		['Text', 'an object', withText('={{ ({ a: 1 }) }}')],
		['Text', 'null', withText('={{ null }}')],
		['Name', 'a list', withName("={{ ['ab'] }}")],
		['Header URL', 'null', { ...paper, headerUrl: '={{ null }}' }],
		['Header Format', 'a choice that is none', { ...paper, headerFormat: "={{ 'video' }}" }],
		['Make Text Fit', 'yes', { options: { fitText: "={{ 'yes' }}" } }],
		['Validate Only', 'yes', { options: { validateOnly: "={{ 'yes' }}" } }],
	]);

	it('with Validate Only sends nothing, and tells the requests', async () => {
		const { items, error } = await run(
			{ destinationName: '={{ $json.name }}', options: { validateOnly: true } },
			{ items: [{ name: 'Ana' }, { name: 'Budi' }] },
		);
		expect(error).toBeUndefined();
		expect(posted()).toEqual([]);
		expect(items).toMatchObject(
			paired(
				...['Ana', 'Budi'].map((name) => ({
					sent: false,
					request: {
						method: 'POST',
						url: service.url + PATH,
						body: { ...sent(PLAIN), destination_name: name },
					},
				})),
			),
		);
		expectNothingSecret(items);
	});

	it('with Validate Only refuses a template that is pending', async () => {
		const finished = await run({ templateId: byId(PENDING), options: { validateOnly: true } });
		expectRefused(subject, finished, 'Template');
	});
});
