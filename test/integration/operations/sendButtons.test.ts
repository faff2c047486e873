import type { INodeParameters } from 'n8n-workflow';

import { describeNumbers, describeWrongTypes } from './blocks';
import {
	expectAdvice,
	expectJsonRequest,
	expectNothingSecret,
	paired,
	useOperation,
	type Row,
} from './support';

const PATH = '/svc_api/1.0/wa_business/interactive/button_reply';
const TO = '62812000001';
const FILES = 'https://files.example.com';

const button = (id: string, title: string) => ({ id, title });
const buttonsOf = (...button: { id: string; title: string }[]): INodeParameters => ({
	buttons: { button },
});

const sent = (parts: { header?: unknown; text?: string; footer?: unknown; buttons?: unknown }) => ({
	gateway_id: 'gateway-1',
	recipient: TO,
	...('header' in parts && { header: parts.header }),
	body: { text: parts.text ?? 'Shall we deliver?' },
	...('footer' in parts && { footer: parts.footer }),
	buttons: parts.buttons ?? [{ button_id: 'yes', title: 'Yes' }],
});

const document = {
	headerType: 'document',
	headerUrl: `${FILES}/a.pdf`,
	headerFileName: 'invoice.pdf',
};

const ROWS: Row[] = [
	{ name: 'a body and a button, and nothing else', parameters: {}, body: sent({}) },
	{
		name: 'three buttons in their order',
		parameters: buttonsOf(button('c', 'One'), button('a', 'Two'), button('b', 'One')),
		body: sent({
			buttons: [
				{ button_id: 'c', title: 'One' },
				{ button_id: 'a', title: 'Two' },
				{ button_id: 'b', title: 'One' },
			],
		}),
	},
	{
		name: 'numbers where texts are expected as texts',
		parameters: {
			gatewayId: '={{ $json.gateway }}',
			recipient: '={{ $json.to }}',
			body: '={{ $json.text }}',
			buttons: { button: [{ id: '={{ $json.id }}', title: '={{ $json.title }}' }] },
			options: { footer: '={{ $json.footer }}' },
		},
		items: [{ gateway: 17, to: 62_812_000_001, text: 5, id: 0, title: 1, footer: 2 }],
		body: {
			gateway_id: '17',
			recipient: TO,
			body: { text: '5' },
			footer: { text: '2' },
			buttons: [{ button_id: '0', title: '1' }],
		},
	},
	{
		name: 'a footer',
		parameters: { options: { footer: 'Reply within a day' } },
		body: sent({ footer: { text: 'Reply within a day' } }),
	},
	{
		name: 'a text as header',
		parameters: { headerType: 'text', headerText: 'Your order' },
		body: sent({ header: { type: 'text', text: 'Your order' } }),
	},
	{
		name: 'a document as header',
		parameters: document,
		body: sent({
			header: { type: 'document', link: `${FILES}/a.pdf`, filename: 'invoice.pdf' },
		}),
	},
	{
		name: 'an image as header, without the file name of an earlier choice',
		parameters: { ...document, headerType: 'image', headerUrl: `${FILES}/a.png` },
		body: sent({ header: { type: 'image', link: `${FILES}/a.png` } }),
	},
	{
		name: 'a video as header',
		parameters: { headerType: 'video', headerUrl: `${FILES}/a.mp4` },
		body: sent({ header: { type: 'video', link: `${FILES}/a.mp4` } }),
	},
	{
		name: 'no header where it was switched off and its fields are left over',
		parameters: { ...document, headerType: 'none', headerText: 'left over' },
		body: sent({}),
	},
	{
		name: 'the header that an expression chooses, and nothing of the others',
		parameters: { ...document, headerText: 'Your order', headerType: '={{ $json.header }}' },
		items: [{ header: 'text' }],
		body: sent({ header: { type: 'text', text: 'Your order' } }),
	},
	{
		name: 'no header where an expression says so and nothing of it is filled in',
		parameters: { headerType: '={{ $json.header }}' },
		items: [{ header: 'none' }],
		body: sent({}),
	},
];

/** What is just accepted and what is not: the limits of the documentation. */
const LIMITS: [name: string, most: number, label: string, of: (text: string) => INodeParameters][] =
	[
		['Body', 1024, 'Body', (body) => ({ body })],
		['Footer', 60, 'Footer', (footer) => ({ options: { footer } })],
		['the ID of a button', 256, 'ID', (id) => buttonsOf(button(id, 'Yes'))],
		['the title of a button', 20, 'Title', (title) => buttonsOf(button('yes', title))],
	];

const TAKEN: [string, string][] = [
	...['pdf', 'doc', 'docs', 'ppt', 'pptx', 'txt', 'xls', 'xlsx'],
].map((end): [string, string] => ['document', end]);
TAKEN.push(['image', 'jpeg'], ['image', 'png'], ['video', '3gp'], ['video', 'mp4']);

describe('WhatsApp Business Send Buttons', () => {
	const subject = useOperation('whatsappBusiness', 'sendButtons', {
		gatewayId: 'gateway-1',
		recipient: TO,
		body: 'Shall we deliver?',
		...buttonsOf(button('yes', 'Yes')),
	});
	const { service, run, posted } = subject;

	it.each(ROWS)('sends $name', async ({ parameters, items, body }) => {
		const { error } = await run(parameters, { ...(items && { items }) });
		expect(error).toBeUndefined();
		expect(service.journal).toHaveLength(1);
		expectJsonRequest(service.journal[0], PATH, body);
	});

	it('puts out what the service answered, of which the documentation says nothing', async () => {
		const data = { message_id: 'wamid.2' };
		const { items, error } = await run({}, { answer: { json: { error: false, data } } });
		expect(error).toBeUndefined();
		expect(items).toEqual(paired(data));
	});

	it('puts out the same from XML', async () => {
		const { items } = await run(
			{ options: { responseFormat: 'xml' } },
			{
				answer: {
					text: '<r><error>false</error><data><message_id>wamid.2</message_id></data></r>',
				},
			},
		);
		expect(items).toEqual(paired({ message_id: 'wamid.2' }));
		expect(service.journal[0]?.headers.accept).toBe('application/xml');
	});

	it.each(LIMITS)('takes in %s %i characters', async (_, most, __, of) => {
		const text = 'x'.repeat(most);
		const { error } = await run(of(text));
		expect(error).toBeUndefined();
		expect(posted()[0]?.body).toContain(`"${text}"`);
	});

	it.each(LIMITS)('refuses in %s more than %i characters', async (_, most, label, of) => {
		expectAdvice(subject, await run(of('x'.repeat(most + 1))), label);
	});

	it('refuses a fourth button', async () => {
		const finished = await run(
			buttonsOf(...['a', 'b', 'c', 'd'].map((id) => button(id, `Button ${id}`))),
		);
		expectAdvice(subject, finished, 'Buttons');
	});

	it.each([
		['two buttons', [button('yes', 'Yes'), button('yes', 'No')]],
		['the first and the last', [button('a', 'A'), button('b', 'B'), button('a', 'C')]],
	])('refuses the same ID for %s', async (_, buttons) => {
		expectAdvice(subject, await run(buttonsOf(...buttons)), 'ID');
	});

	it('refuses IDs that only expressions make the same', async () => {
		const finished = await run(
			{
				buttons: {
					button: [
						{ id: '={{ $json.id }}', title: 'Yes' },
						{ id: '7', title: 'No' },
					],
				},
			},
			{ items: [{ id: 7 }] },
		);
		expectAdvice(subject, finished, 'ID');
	});

	it('takes IDs that differ in their case', async () => {
		const { error } = await run(buttonsOf(button('a', 'Yes'), button('A', 'No')));
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(1);
	});

	it.each(TAKEN)('takes as header of type %s a file that ends in .%s', async (headerType, end) => {
		const { error } = await run({
			headerType,
			headerUrl: `${FILES}/a.${end}`,
			headerFileName: `a.${end}`,
		});
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(1);
	});

	it.each([
		['document', 'exe'],
		['document', 'png'],
		['image', 'gif'],
		['image', 'pdf'],
		['video', 'avi'],
		['video', 'webm'],
	])('refuses as header of type %s a file that ends in .%s', async (headerType, end) => {
		const finished = await run({
			headerType,
			headerUrl: `${FILES}/a.${end}`,
			headerFileName: 'a.pdf',
		});
		expectAdvice(subject, finished, 'Header URL');
	});

	it.each<[string, INodeParameters]>([
		['Body', { body: "={{ '' }}" }],
		['Gateway ID', { gatewayId: "={{ '' }}" }],
		['ID', buttonsOf(button("={{ '' }}", 'Yes'))],
		['Title', buttonsOf(button('yes', "={{ '' }}"))],
		['Header Text', { headerType: 'text', headerText: "={{ '' }}" }],
		['Header URL', { ...document, headerUrl: "={{ '' }}" }],
		['Header URL', { ...document, headerUrl: 'files.example.com/a.pdf' }],
		['Header File Name', { ...document, headerFileName: "={{ '' }}" }],
	])('requires %s: %j', async (label, parameters) => {
		expectAdvice(subject, await run(parameters), label);
	});

	describeNumbers(subject, {
		field: 'recipient',
		label: 'Recipient',
		sentNumber: (text) => (JSON.parse(text) as { recipient: unknown }).recipient,
		parameters: {},
	});

	describeWrongTypes(subject, [
		['Body', 'a list', { body: "={{ ['a'] }}" }],
		['Body', 'null', { body: '={{ null }}' }],
		['Footer', 'an object', { options: { footer: '={{ ({ text: 1 }) }}' } }],
		['Title', 'a list', { buttons: { button: [{ id: 'a', title: "={{ ['Yes'] }}" }] } }],
		['ID', 'null', { buttons: { button: [{ id: '={{ null }}', title: 'Yes' }] } }],
		[
			'Header',
			'a choice that is none',
			{ ...document, headerText: 'a', headerType: "={{ 'audio' }}" },
		],
		['Header Text', 'a list', { headerType: 'text', headerText: "={{ ['a'] }}" }],
		['Validate Only', 'yes', { options: { validateOnly: "={{ 'yes' }}" } }],
	]);

	it('with Validate Only sends nothing, and tells the requests', async () => {
		const { items, error } = await run(
			{ body: '={{ $json.text }}', options: { validateOnly: true } },
			{ items: [{ text: 'a' }, { text: 'b' }] },
		);
		expect(error).toBeUndefined();
		expect(service.journal).toEqual([]);
		expect(items).toMatchObject(
			paired(
				...['a', 'b'].map((text) => ({
					sent: false,
					request: { method: 'POST', url: service.url + PATH, body: sent({ text }) },
				})),
			),
		);
		expectNothingSecret(items);
	});
});
