import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Answer } from '../../support/service';
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

const PATH = '/svc_api/1.0/wa_business/reply';
const TO = '62812000001';
const FILES = 'https://files.example.com';
const QUOTED = 'wamid.HBgL+/==';

const body = (type: string, payloads: unknown, context?: string) => ({
	recipient: TO,
	gateway_id: 'gateway-1',
	type,
	payloads,
	...(context !== undefined && { message_id_context: context }),
});

const document = { messageType: 'document', mediaUrl: `${FILES}/a.pdf` };
const image = { messageType: 'image', mediaUrl: `${FILES}/a.png` };
const video = { messageType: 'video', mediaUrl: `${FILES}/a.mp4` };
const reaction = { messageType: 'reaction', messageId: 'wamid.1', emoji: '👍' };

/** What n8n may ask for where the type is an expression, and nobody uses. */
const othersFilled = {
	mediaUrl: `${FILES}/a.png`,
	messageId: 'wamid.1',
	emoji: '👍',
	fileUrl: `${FILES}/b.png`,
};

const ROWS: Row[] = [
	{ name: 'a text', parameters: {}, body: body('text', { body: 'hello' }) },
	{
		name: 'a text as it is',
		parameters: { text: 'Hi "Ana",\n\t5 \\ 😀' },
		body: body('text', { body: 'Hi "Ana",\n\t5 \\ 😀' }),
	},
	{
		name: 'numbers where texts are expected as texts',
		parameters: {
			recipient: '={{ $json.to }}',
			gatewayId: '={{ $json.gateway }}',
			text: '={{ 5 }}',
		},
		items: [{ to: 62_812_000_001, gateway: 17 }],
		body: { ...body('text', { body: '5' }), gateway_id: '17' },
	},
	{
		name: 'a text that quotes a message, in the field that this form has',
		parameters: { options: { replyToMessageId: QUOTED } },
		body: body('text', { text: 'hello' }, QUOTED),
	},
	{
		name: 'a quoted message by an expression',
		parameters: { options: { replyToMessageId: '={{ $json.id }}' } },
		items: [{ id: 4711 }],
		body: body('text', { text: 'hello' }, '4711'),
	},
	{
		name: 'a document',
		parameters: document,
		body: body('document', { link: document.mediaUrl }),
	},
	{
		name: 'a document with caption and file name',
		parameters: { ...document, caption: 'Invoice', fileName: 'invoice.pdf' },
		body: body('document', {
			link: document.mediaUrl,
			caption: 'Invoice',
			filename: 'invoice.pdf',
		}),
	},
	{
		name: 'a document that quotes a message',
		parameters: { ...document, options: { replyToMessageId: QUOTED } },
		body: body('document', { link: document.mediaUrl }, QUOTED),
	},
	{ name: 'an image', parameters: image, body: body('image', { link: image.mediaUrl }) },
	{
		name: 'an image with a caption, and without the file name of an earlier choice',
		parameters: { ...image, caption: 'Our menu', fileName: 'menu.png' },
		body: body('image', { link: image.mediaUrl, caption: 'Our menu' }),
	},
	{
		name: 'an image that an expression chooses, and nothing that belongs to other types',
		parameters: {
			...othersFilled,
			messageType: '={{ $json.type }}',
			text: 'left over',
			fileName: 'left-over.pdf',
		},
		items: [{ type: 'image' }],
		body: body('image', { link: image.mediaUrl }),
	},
	{
		name: 'a text that an expression chooses where nothing else is filled in',
		parameters: { messageType: '={{ $json.type }}' },
		items: [{ type: 'text' }],
		body: body('text', { body: 'hello' }),
	},
	{
		name: 'an image that quotes a message',
		parameters: { ...image, options: { replyToMessageId: QUOTED } },
		body: body('image', { link: image.mediaUrl }, QUOTED),
	},
	{ name: 'a video', parameters: video, body: body('video', { link: video.mediaUrl }) },
	{
		name: 'a video with a caption',
		parameters: { ...video, caption: 'How to brew' },
		body: body('video', { link: video.mediaUrl, caption: 'How to brew' }),
	},
	{
		name: 'a video that quotes a message',
		parameters: { ...video, options: { replyToMessageId: QUOTED } },
		body: body('video', { link: video.mediaUrl }, QUOTED),
	},
	{
		name: 'a reaction',
		parameters: reaction,
		body: body('reaction', { message_id: 'wamid.1', emoji: '👍' }),
	},
	{
		name: 'a reaction without the text and the address of an earlier choice',
		parameters: { ...reaction, mediaUrl: `${FILES}/a.png`, caption: 'x', fileName: 'x.pdf' },
		body: body('reaction', { message_id: 'wamid.1', emoji: '👍' }),
	},
];

const TAKEN: Record<string, string[]> = {
	document: ['txt', 'xls', 'xlsx', 'doc', 'docx', 'ppt', 'pptx', 'pdf', 'PDF'],
	image: ['jpeg', 'jpg', 'png'],
	video: ['3gp', 'mp4'],
};
const REFUSED: Record<string, string[]> = {
	document: ['exe', 'png', 'csv', 'zip'],
	image: ['gif', 'webp', 'pdf', 'svg'],
	video: ['avi', 'mov', 'webm', 'jpg'],
};
const rowsOf = (table: Record<string, string[]>): [type: string, end: string][] =>
	Object.entries(table).flatMap(([type, ends]) => ends.map((end): [string, string] => [type, end]));

describe('WhatsApp Business Reply', () => {
	const subject = useOperation('whatsappBusiness', 'reply', {
		gatewayId: 'gateway-1',
		recipient: TO,
		messageType: 'text',
		text: 'hello',
	});
	const { service, run, posted } = subject;

	it.each(ROWS)('sends $name', async ({ parameters, items, body: expected }) => {
		const { error } = await run(parameters, { ...(items && { items }) });
		expect(error).toBeUndefined();
		expect(service.journal).toHaveLength(1);
		expectJsonRequest(service.journal[0], PATH, expected);
	});

	it('sends each item as the type that an expression chooses for it', async () => {
		const { error } = await run(
			{ ...othersFilled, caption: 'Menu', messageType: '={{ $json.type }}' },
			{ items: [{ type: 'text' }, { type: 'reaction' }, { type: 'image' }] },
		);
		expect(error).toBeUndefined();
		expect(posted().map(({ body: text }) => JSON.parse(text) as unknown)).toEqual([
			body('text', { body: 'hello' }),
			body('reaction', { message_id: 'wamid.1', emoji: '👍' }),
			body('image', { link: othersFilled.mediaUrl, caption: 'Menu' }),
		]);
	});

	it.each([
		['an object', { message_id: 'wamid.2', contacts: [{ wa_id: TO }] }],
		['an object without fields', {}],
	])('puts out %s of which the documentation says nothing', async (_, data) => {
		const { items, error } = await run({}, { answer: { json: { error: false, data } } });
		expect(error).toBeUndefined();
		expect(items).toEqual(paired(data));
	});

	it('puts out the same from XML', async () => {
		const { items, error } = await run(
			{ options: { responseFormat: 'xml' } },
			{
				answer: {
					text: '<r><error>false</error><data><message_id>wamid.2</message_id></data></r>',
				},
			},
		);
		expect(error).toBeUndefined();
		expect(items).toEqual(paired({ message_id: 'wamid.2' }));
		expect(service.journal[0]?.headers.accept).toBe('application/xml');
	});

	it.each<[string, Answer, IDataObject]>([
		['a message and no data', { json: { error: false, message: 'sent' } }, { sent: true }],
		['null as data', { json: { error: false, message: 'sent', data: null } }, { sent: true }],
		['an empty list as data', { json: { error: false, data: [] } }, { sent: true }],
		['nothing at all', { status: 204, text: '' }, { sent: true }],
		['an empty body', { status: 201, text: '' }, { sent: true }],
		['a word as data', { json: { error: false, data: 'queued' } }, { value: 'queued' }],
		['a list as data', { json: { error: false, data: [{ id: 'a' }] } }, { id: 'a' }],
		['no envelope', { json: { message_id: 'wamid.2' } }, { message_id: 'wamid.2' }],
		['an ID beside the data', { json: { error: false, message_id: 'm' } }, { message_id: 'm' }],
		['messages', { json: { messages: [{ id: 'm' }] } }, { messages: [{ id: 'm' }] }],
		['a message of its own form', { json: { message: { id: 'm' } } }, { message: { id: 'm' } }],
		['0 for no error', { json: { error: 0, id: 'm' } }, { error: 0, id: 'm' }],
		['a list', { json: [{ id: 'm' }] }, { id: 'm' }],
		['a word', { json: 'queued' }, { value: 'queued' }],
		['a number', { json: 1 }, { value: 1 }],
		['a word that is no JSON', { text: 'queued' }, { value: 'queued' }],
		['XML without an envelope', { text: '<r><id>m</id></r>' }, { id: 'm' }],
		['XML of one word', { text: '<r>ok</r>' }, { value: 'ok' }],
	])('hands on %s, as the form of the answer is not documented', async (_, answer, json) => {
		const { items, error } = await run({}, { answer });
		expect(error).toBeUndefined();
		expect(items).toEqual(paired(json));
	});

	it('is an error where the answer says so', async () => {
		const { error } = await run({}, { answer: { json: { error: true, message: 'no room' } } });
		expect(wordsOf(error)).toContain('no room');
	});

	it.each(['no room', 7, { code: 7 }])(
		'may have been sent where the answer says so in a form of its own: %p',
		async (fault) => {
			const { error } = await run({}, { answer: { json: { error: fault } } });
			expect(wordsOf(error)).toContain('may have been sent');
		},
	);

	it.each(['download.php?id=7', 'getfile.aspx', 'files/v1.2'])(
		'leaves a file that its address does not tell to the service: %s',
		async (end) => {
			const { error } = await run({ messageType: 'document', mediaUrl: `${FILES}/${end}` });
			expect(error).toBeUndefined();
			expect(posted()).toHaveLength(1);
		},
	);

	it.each(rowsOf(TAKEN))('sends as %s a file that ends in .%s', async (messageType, end) => {
		const { error } = await run({ messageType, mediaUrl: `${FILES}/a.${end}` });
		expect(error).toBeUndefined();
		expect(posted()).toHaveLength(1);
	});

	it.each(rowsOf(REFUSED))('refuses as %s a file that ends in .%s', async (messageType, end) => {
		const finished = await run({ messageType, mediaUrl: `${FILES}/a.${end}` });
		expectAdvice(subject, finished, 'Media URL');
	});

	it.each(['files.example.com/a.png', 'ftp://files.example.com/a.png', "={{ '' }}", 'a.png'])(
		'refuses %s as the address of an image',
		async (mediaUrl) => {
			expectAdvice(subject, await run({ ...image, mediaUrl }), 'Media URL');
		},
	);

	it('never sends a quote with a reaction, even where one is left over', async () => {
		await run({ ...reaction, options: { replyToMessageId: QUOTED } });
		expect(posted().filter(({ body: text }) => text.includes(QUOTED))).toEqual([]);
	});

	it('refuses a reaction that quotes a message, where an expression chooses the reaction', async () => {
		const finished = await run({
			...reaction,
			...othersFilled,
			messageType: "={{ 'reaction' }}",
			options: { replyToMessageId: QUOTED },
		});
		expectAdvice(subject, finished, 'Reply to Message ID');
	});

	it.each<[string, INodeParameters]>([
		['Gateway ID', { gatewayId: "={{ '' }}" }],
		['Gateway ID', { gatewayId: '  ' }],
		['Text', { text: "={{ '' }}" }],
		['Message ID', { ...reaction, messageId: "={{ '' }}" }],
		['Emoji', { ...reaction, emoji: "={{ '' }}" }],
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
		['Gateway ID', 'null', { gatewayId: '={{ null }}' }],
		['Gateway ID', 'a list', { gatewayId: "={{ ['a'] }}" }],
		['Text', 'a list', { text: "={{ ['a'] }}" }],
		['Text', 'an object', { text: '={{ ({ body: 1 }) }}' }],
		['Text', 'a field that is not there', { text: '={{ $json.nothing }}' }],
		['Caption', 'a list', { ...image, caption: "={{ ['a'] }}" }],
		['File Name', 'an object', { ...document, fileName: '={{ ({ a: 1 }) }}' }],
		['Media URL', 'null', { ...video, mediaUrl: '={{ null }}' }],
		['Emoji', 'null', { ...reaction, emoji: '={{ null }}' }],
		['Message Type', 'a choice that is none', { ...othersFilled, messageType: "={{ 'sticker' }}" }],
		['Reply to Message ID', 'a list', { options: { replyToMessageId: "={{ ['a'] }}" } }],
		['Validate Only', 'yes', { options: { validateOnly: "={{ 'yes' }}" } }],
	]);

	it('with Validate Only sends nothing, and tells the requests', async () => {
		const { items, error } = await run(
			{ text: '={{ $json.text }}', options: { validateOnly: true, replyToMessageId: QUOTED } },
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
						body: body('text', { text }, QUOTED),
					},
				})),
			),
		);
		expectNothingSecret(items);
	});

	it('sends nothing where one of many items is wrong', async () => {
		const finished = await run(
			{ text: '={{ $json.text }}' },
			{ items: [{ text: 'a' }, { text: null }] },
		);
		expectRefused(subject, finished, 'Text');
	});
});
