import { reply, sendButtons } from '../../../nodes/MessagingService/operations/whatsappBusiness';
import { SAYS } from '../../support/words';
import { bodyOf, problemsOf, requestOf, type Values } from './support';

const TO = '62812000001';
const FILES = 'https://files.example.com';
const QUOTED = 'wamid.HBgL+/==';

const common = { gatewayId: 'gateway-1', recipient: TO };
const said = (messageType: string, ...values: Values[]): Values =>
	Object.assign({ ...common, messageType }, ...values) as Values;
const text = (values: Values = {}) => said('text', { text: 'hello' }, values);
const file = (type: string, end: string, values: Values = {}) =>
	said(type, { mediaUrl: `${FILES}/a.${end}` }, values);
const reaction = (values: Values = {}) =>
	said('reaction', { messageId: 'wamid.1', emoji: '👍' }, values);

describe('WhatsApp Business: Reply', () => {
	const link = (end: string) => ({ link: `${FILES}/a.${end}` });

	it.each<[string, Values, object]>([
		[
			'a text as it is',
			text({ text: 'Hi "A",\n\t5 \\ 😀' }),
			{ type: 'text', payloads: { body: 'Hi "A",\n\t5 \\ 😀' } },
		],
		[
			'numbers as texts',
			text({ gatewayId: 17, text: 5, replyToMessageId: 7 }),
			{ gateway_id: '17', type: 'text', payloads: { text: '5' }, message_id_context: '7' },
		],
		[
			'a text that quotes a message, in the field that this form has',
			text({ replyToMessageId: QUOTED }),
			{ type: 'text', payloads: { text: 'hello' }, message_id_context: QUOTED },
		],
		['a document', file('document', 'pdf'), { type: 'document', payloads: link('pdf') }],
		[
			'a document with caption and file name',
			file('document', 'pdf', { caption: 'Bill', fileName: 'a.pdf' }),
			{ type: 'document', payloads: { ...link('pdf'), caption: 'Bill', filename: 'a.pdf' } },
		],
		[
			'an image with a caption, and without the file name of an earlier choice',
			file('image', 'png', { caption: 'Menu', fileName: 'menu.png' }),
			{ type: 'image', payloads: { ...link('png'), caption: 'Menu' } },
		],
		[
			'a video that quotes a message',
			file('video', 'mp4', { replyToMessageId: QUOTED }),
			{ type: 'video', payloads: link('mp4'), message_id_context: QUOTED },
		],
		[
			'a reaction without what is left over from an earlier choice',
			reaction({ mediaUrl: `${FILES}/a.png`, caption: 'x', fileName: 'x.pdf', text: 'x' }),
			{ type: 'reaction', payloads: { message_id: 'wamid.1', emoji: '👍' } },
		],
	])('A Business reply is sent: %s', (_, values, sent) => {
		expect(requestOf(reply, values)).toEqual({
			method: 'POST',
			path: '/wa_business/reply',
			json: { recipient: TO, gateway_id: 'gateway-1', ...sent },
		});
	});

	it.each(['', null, undefined])(
		'A reaction with the emoji %j takes the reaction back',
		(emoji) => {
			const payloads = { message_id: 'wamid.1', emoji: '' };
			expect(bodyOf(reply, reaction({ emoji }))).toMatchObject({ payloads });
		},
	);

	it.each<[string, Values]>([
		['Reply to Message ID cannot be used with a', reaction({ replyToMessageId: QUOTED })],
		['Message Type must be one of text, document, image,', text({ messageType: 'sticker' })],
		[`Media URL ${SAYS.notAddress}`, file('image', '', { mediaUrl: 'a.png' })],
	])('A Business reply is refused: %s', (problem, values) => {
		expect(problemsOf(reply, values)).toEqual([expect.stringContaining(problem)]);
	});
});

const button = (id: unknown, title: unknown) => ({ id, title });
const sent = (id: string, title: string) => ({ button_id: id, title });
const buttonsOf = (...buttons: object[]): Values => ({ buttons: { button: buttons } });
const asked = (values: Values = {}): Values => ({
	...common,
	headerType: 'none',
	body: 'Shall we deliver?',
	...buttonsOf(button('yes', 'Yes')),
	...values,
});

const header = (headerType: string, end: string, values: Values = {}) =>
	asked({
		headerType,
		headerUrl: `${FILES}/a.${end}`,
		headerFileName: 'a.pdf',
		headerText: 'left over',
		...values,
	});

describe('WhatsApp Business: Send Buttons', () => {
	it.each<[string, Values, object]>([
		['a body and a button, and nothing else', asked(), {}],
		[
			'three buttons in their order, two of them with the same title',
			asked(buttonsOf(button('c', 'One'), button('a', 'Two'), button('A', 'One'))),
			{ buttons: [sent('c', 'One'), sent('a', 'Two'), sent('A', 'One')] },
		],
		[
			'numbers as texts',
			asked({ gatewayId: 17, body: 5, footer: 2, ...buttonsOf(button(0, 1)) }),
			{
				...{ gateway_id: '17', body: { text: '5' }, footer: { text: '2' } },
				buttons: [sent('0', '1')],
			},
		],
		[
			'a text above',
			header('text', 'pdf', { headerText: 'Your order' }),
			{ header: { type: 'text', text: 'Your order' } },
		],
		[
			'a document above, with its name',
			header('document', 'pdf'),
			{ header: { type: 'document', link: `${FILES}/a.pdf`, filename: 'a.pdf' } },
		],
		[
			'an image above, without a name',
			header('image', 'png'),
			{ header: { type: 'image', link: `${FILES}/a.png` } },
		],
		['nothing above where its fields are left over', header('none', 'pdf'), {}],
	])('Buttons are sent with %s', (_, values, fields) => {
		expect(requestOf(sendButtons, values)).toEqual({
			method: 'POST',
			path: '/wa_business/interactive/button_reply',
			json: {
				...{ gateway_id: 'gateway-1', recipient: TO, body: { text: 'Shall we deliver?' } },
				buttons: [sent('yes', 'Yes')],
				...fields,
			},
		});
	});

	/** The limits of the documentation. */
	it.each<[string, number, (text: string) => Values]>([
		['Text', 1024, (body) => ({ body })],
		['Footer', 60, (footer) => ({ footer })],
		['Buttons › 1 › ID', 256, (id) => buttonsOf(button(id, 'Yes'))],
		['Buttons › 1 › Title', 20, (title) => buttonsOf(button('yes', title))],
	])('%s may have %i characters, an emoji counting as one, and not one more', (label, most, of) => {
		expect(problemsOf(sendButtons, asked(of('😀'.repeat(most))))).toEqual([]);
		expect(problemsOf(sendButtons, asked(of('x'.repeat(most + 1))))).toEqual([
			`${label} may have at most ${most} characters and has ${most + 1}: shorten it`,
		]);
	});

	const many = ['a', 'b', 'c', 'd'].map((id) => button(id, `Button ${id}`));

	it.each(['', ' ', null, undefined])('A button of %j is refused in the same words', (blank) => {
		expect(problemsOf(sendButtons, asked(buttonsOf(button(blank, blank))))).toEqual([
			`Buttons › 1 › ID ${SAYS.required}`,
			`Buttons › 1 › Title ${SAYS.required}`,
		]);
	});

	it.each<[string, Values]>([
		['Buttons must have at least one button', asked({ buttons: undefined })],
		['Buttons may have at most 3 buttons', asked(buttonsOf(...many))],
		[`Buttons › 1 › Title ${SAYS.notText('a list')}`, asked(buttonsOf(button('a', ['Yes'])))],
		["Buttons › 2 › ID is '7', which another", asked(buttonsOf(button(7, 'A'), button('7', 'C')))],
		[`Header URL ${SAYS.notAddress}`, header('document', '', { headerUrl: 'a.pdf' })],
		['Header Type must be one of none, text, document, image, video', header('audio', 'mp3')],
	])('Buttons are refused: %s', (problem, values) => {
		expect(problemsOf(sendButtons, values)).toEqual([expect.stringContaining(problem)]);
	});
});

describe('WhatsApp Business: links to files', () => {
	const others = { image: ['jpeg', 'jpg', 'png'], video: ['3gp', 'mp4'] };
	const TAKEN: Record<string, Record<string, string[]>> = {
		'Media URL': {
			document: ['txt', 'xls', 'xlsx', 'doc', 'docx', 'ppt', 'pptx', 'pdf'],
			...others,
		},
		'Header URL': {
			document: ['pdf', 'doc', 'docx', 'docs', 'ppt', 'pptx', 'txt', 'xls', 'xlsx'],
			...others,
		},
	};
	const REFUSED: Record<string, string[]> = {
		document: ['exe', 'png', 'csv', 'json', 'xml', 'md', 'log'],
		image: ['gif', 'webp', 'pdf', 'jfif', 'heic'],
		video: ['avi', 'webm', 'jpg', 'mov'],
	};
	const problems = (label: string, type: string, end: string) =>
		label === 'Media URL'
			? problemsOf(reply, file(type, end))
			: problemsOf(sendButtons, header(type, end));
	const CASES = Object.entries(TAKEN).flatMap(([label, types]) =>
		Object.entries(types).map(([type, taken]) => [label, type, taken] as const),
	);

	it.each(CASES)('%s takes each type of %s that is listed, and no other', (label, type, taken) => {
		for (const end of taken) expect(problems(label, type, end)).toEqual([]);
		for (const end of REFUSED[type] ?? []) {
			expect(problems(label, type, end)).toEqual([
				`${label} leads to a .${end} file, and only ${taken.join(', ')} are allowed here`,
			]);
		}
	});

	it.each(['pdf', 'PDF', 'pdf?a=b.exe#c', 'php?f=a.json', 'aspx', 'v2', 'q7k2m9p1', 'x/view', ''])(
		'A link that shows no other type is sent: a.%s',
		(end) => {
			expect(problemsOf(reply, file('document', end))).toEqual([]);
		},
	);
});
