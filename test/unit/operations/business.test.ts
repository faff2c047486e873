import { reply } from '../../../nodes/MessagingService/operations/whatsappBusiness/reply';
import { sendButtons } from '../../../nodes/MessagingService/operations/whatsappBusiness/sendButtons';
import { listed } from '../../support/listed';
import { SAYS } from '../../support/words';
import { problemsOf, requestOf, type Values } from './support';

const TO = '62812000001';
const FILES = 'https://files.example.com';
const QUOTED = 'wamid.HBgL+/==';

const common = { gatewayId: 'gateway-1', destination: TO };
const text = (values: Values = {}): Values => ({
	...common,
	messageType: 'text',
	message: 'hello',
	...values,
});
const file = (messageType: string, end: string, values: Values = {}): Values => ({
	...common,
	messageType,
	mediaUrl: `${FILES}/a.${end}`,
	...values,
});
const reaction = (values: Values = {}): Values => ({
	...common,
	messageType: 'reaction',
	messageId: 'wamid.1',
	emoji: '👍',
	...values,
});

describe('WhatsApp Business: Reply', () => {
	const link = (end: string) => ({ link: `${FILES}/a.${end}` });
	const ODD = 'Hi "A",\n\t5 \\ 😀';
	const LEFT_OVER = { mediaUrl: `${FILES}/a.png`, caption: 'x', fileName: 'x.pdf', message: 'x' };

	it.each<[string, Values, object]>([
		['an unchanged text', text({ message: ODD }), { type: 'text', payloads: { body: ODD } }],
		[
			'numbers as texts',
			text({ gatewayId: 17, message: 5, replyToMessageId: 7 }),
			{ gateway_id: '17', type: 'text', payloads: { text: '5' }, message_id_context: '7' },
		],
		[
			'a document with caption and file name',
			file('document', 'pdf', { caption: 'Bill', fileName: 'a.pdf' }),
			{ type: 'document', payloads: { ...link('pdf'), caption: 'Bill', filename: 'a.pdf' } },
		],
		[
			'a reaction, without left-over fields',
			reaction(LEFT_OVER),
			{ type: 'reaction', payloads: { message_id: 'wamid.1', emoji: '👍' } },
		],
	])('A Business reply is sent: %s', (_, values, sent) => {
		expect(requestOf(reply, values)).toEqual({
			method: 'POST',
			path: '/wa_business/reply',
			json: { recipient: TO, gateway_id: 'gateway-1', ...sent },
		});
	});

	it.each<[string, Values]>([
		['Reply to Message ID cannot be used with a', reaction({ replyToMessageId: QUOTED })],
		[`Emoji ${SAYS.required}`, reaction({ emoji: ' ' })],
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
	message: 'Shall we deliver?',
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
	const shown = (type: string, end: string) => ({ type, link: `${FILES}/a.${end}` });
	const document = shown('document', 'pdf');

	it.each<[string, Values, object]>([
		[
			'numbers as texts',
			asked({ gatewayId: 17, message: 5, footer: 2, ...buttonsOf(button(0, 1)) }),
			{ gateway_id: '17', body: { text: '5' }, footer: { text: '2' }, buttons: [sent('0', '1')] },
		],
		[
			'a text header',
			header('text', 'pdf', { headerText: 'A' }),
			{ header: { type: 'text', text: 'A' } },
		],
		[
			'a named document header',
			header('document', 'pdf'),
			{ header: { ...document, filename: 'a.pdf' } },
		],
		['an image header without a name', header('image', 'png'), { header: shown('image', 'png') }],
	])('Send Buttons sends %s', (_, values, fields) => {
		expect(requestOf(sendButtons, values)).toEqual({
			method: 'POST',
			path: '/wa_business/interactive/button_reply',
			json: {
				gateway_id: 'gateway-1',
				recipient: TO,
				body: { text: 'Shall we deliver?' },
				buttons: [sent('yes', 'Yes')],
				...fields,
			},
		});
	});

	it.each<[string, number, (text: string) => Values]>([
		['Message', 1024, (message) => ({ message })],
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

	it.each(['', null, undefined])('A button whose ID and title are %j is refused', (blank) => {
		expect(problemsOf(sendButtons, asked(buttonsOf(button(blank, blank))))).toEqual([
			`Buttons › 1 › ID ${SAYS.required}`,
			`Buttons › 1 › Title ${SAYS.required}`,
		]);
	});

	it.each<[string, Values]>([
		['Buttons must have at least one button', asked({ buttons: undefined })],
		['Buttons may have at most 3 buttons', asked(buttonsOf(...many))],
		['Buttons › 2 › ID is “7”, which another', asked(buttonsOf(button(7, 'A'), button('7', 'C')))],
		[`Header URL ${SAYS.notAddress}`, header('document', '', { headerUrl: 'a.pdf' })],
		['Header Type must be one of none, text, document, image, video', header('audio', 'mp3')],
	])('Send Buttons is refused: %s', (problem, values) => {
		expect(problemsOf(sendButtons, values)).toEqual([expect.stringContaining(problem)]);
	});
});

describe('WhatsApp Business: URLs of files', () => {
	const IMAGES = 'jpeg, jpg, png';
	const VIDEOS = '3gp, mp4';
	const inReply = (type: string, end: string) => problemsOf(reply, file(type, end));
	const inHeader = (type: string, end: string) => problemsOf(sendButtons, header(type, end));

	it.each([
		['Media URL', inReply, 'document', 'txt, xls, xlsx, doc, docx, ppt, pptx, pdf'],
		['Media URL', inReply, 'image', IMAGES],
		['Media URL', inReply, 'video', VIDEOS],
		['Header URL', inHeader, 'document', 'txt, xls, xlsx, doc, docx, ppt, pptx, pdf, docs'],
		['Header URL', inHeader, 'image', IMAGES],
		['Header URL', inHeader, 'video', VIDEOS],
	])('%s allows the documented types of %s %s, and no others', (label, problems, type, allowed) => {
		for (const end of allowed.split(', ')) expect(problems(type, end)).toEqual([]);
		for (const end of listed('exe|csv|json|xml|md|log|gif|webp|jfif|heic|avi|webm|mov')) {
			expect(problems(type, end)).toEqual([
				`${label} leads to a file that ends in “${end}”, and only ${allowed} are allowed here`,
			]);
		}
	});
});
