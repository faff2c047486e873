import { ItemFile } from '../../../nodes/MessagingService/engine/operation';
import { reply } from '../../../nodes/MessagingService/operations/whatsappBusiness/reply';
import { sendButtons } from '../../../nodes/MessagingService/operations/whatsappBusiness/sendButtons';
import { reply as officialReply } from '../../../nodes/MessagingService/operations/whatsappOfficial/reply';
import { sendMedia } from '../../../nodes/MessagingService/operations/whatsappUnofficial/sendMedia';
import { bodyOf, planOrProblems, type Values } from './support';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const UNKNOWN = Buffer.from('00ff10e29a03', 'hex');

interface Described {
	name?: string;
	mime?: string;
}

const fileOf = ({ name, mime = 'application/octet-stream' }: Described, size = 100) =>
	new ItemFile(name, mime, size, 'file-1', () => Promise.resolve(Buffer.alloc(size)));

const to = { destination: '6281234567890' };
const attached = (file: Described = {}, values: Values = {}): Values => ({
	...to,
	mediaSource: 'binary',
	binaryPropertyName: fileOf(file),
	...values,
});
const inBase64 = (text: unknown, values: Values = {}): Values => ({
	...to,
	mediaSource: 'base64',
	mediaBase64: text,
	...values,
});

describe('Type of a file', () => {
	it.each<[string, Described, string]>([
		['no extension and an allowed MIME type', { name: 'a', mime: 'image/jpeg; q=1' }, 'a'],
		['the MIME type of an archive', { name: 'a.DOCX', mime: 'application/zip' }, 'a.DOCX'],
		['n8n’s MIME type of unknown files', { name: 'a.PDF', mime: 'text/plain' }, 'a.PDF'],
		['a date at its end', { name: 'Report 1.12', mime: 'application/pdf' }, 'Report 1.12'],
	])('An attached file with %s is sent under its own name', (_, file, name) => {
		expect(bodyOf(sendMedia, attached(file))).toMatchObject({ file_name: name });
	});

	it('An attached file may have 768 KB', () => {
		const sized = (size: number) =>
			planOrProblems(sendMedia, {
				...attached(),
				binaryPropertyName: fileOf({ name: 'a.png' }, size),
			});
		expect(sized(786_432)).toHaveProperty('credits', 2);
		expect(sized(786_433)).toContain('a file of 769 KB, and at most 768 KB can be attached');
	});

	it.each<[string, Described, named: string]>([
		['a login page', { name: 'a.pdf', mime: 'text/html; q=1' }, '“a.pdf” of type “text/html; q=1”'],
		['of an unknown type', {}, 'a file of type “application/octet-stream”'],
		['a program', { name: 'a.exe', mime: 'image/png' }, '“a.exe” of type “image/png”'],
	])('An attached file is refused if it is %s', (_, file, named) => {
		expect(planOrProblems(sendMedia, attached(file))).toBe(
			`Input Binary Field contains ${named}, and only jpg, jpeg, png, pdf, docx, mp4, webm are allowed. If it is one of these, set File Name to a name that ends in its type`,
		);
	});

	it.each([
		['an Official reply', officialReply, { messageType: 'image', fileSource: 'binary' }],
		['an unofficial message', sendMedia, attached()],
	] as const)('An empty file is refused in %s', (_, operation, values) => {
		const roomId = '123e4567-e89b-42d3-a456-426614174000';
		const binaryPropertyName = fileOf({ name: 'a.png' }, 0);
		expect(planOrProblems(operation, { roomId, ...values, binaryPropertyName })).toBe(
			'Input Binary Field contains the file “a.png”, which is empty',
		);
	});
});

describe('Name of a file', () => {
	const menu = 'https://a.example/menu.pdf';

	it.each(['Our menu', 'menu.PNG', 'No. 7.1', '.'])('%s is sent as it is', (fileName) => {
		const named = { file_name: fileName };
		const inUrl = { ...to, mediaSource: 'url', mediaUrl: menu, fileName };
		expect(bodyOf(sendMedia, attached({ mime: 'image/png' }, { fileName }))).toMatchObject(named);
		expect(bodyOf(sendMedia, inBase64(PNG.toString('base64'), { fileName }))).toMatchObject(named);
		expect(bodyOf(sendMedia, inUrl)).toMatchObject(named);

		const business = { gatewayId: 'g', destination: '6281234567890' };
		const values = { ...business, messageType: 'document', mediaUrl: menu, fileName };
		expect(bodyOf(reply, values)).toMatchObject({ payloads: { filename: fileName } });
		const header = { headerType: 'document', headerUrl: menu, headerFileName: fileName };
		const buttons = { message: 'Hi', buttons: { button: [{ id: '1', title: 'Yes' }] } };
		const sent = bodyOf(sendButtons, { ...business, ...buttons, ...header });
		expect(sent).toMatchObject({ header: { filename: fileName } });
	});

	it('A File Name may have at most 255 characters', () => {
		const named = (fileName: string) =>
			planOrProblems(sendMedia, attached({ mime: 'image/png' }, { fileName }));
		expect(named('a'.repeat(255))).toMatchObject({ warnings: [] });
		expect(named('a'.repeat(256))).toMatch(
			/^File Name may have at most 255 characters and has 256/,
		);
	});
});

describe('File in base64', () => {
	// Two signs of padding, and both of the signs that differ.
	const bytes = Buffer.concat([PNG.subarray(0, 15), Buffer.from('fbefbeff', 'hex')]);
	const usual = bytes.toString('base64');

	it.each([
		['as usual', usual],
		['without its padding', usual.replace(/=+$/, '')],
		['in the form for URLs', bytes.toString('base64url')],
		['as a data URL', `data:image/png;base64,${usual}`],
		['in lines', usual.replace(/.{10}/g, '$&\r\n')],
	])('Base64 that is written %s is sent in the usual form', (_, given) => {
		expect(usual).toMatch(/\+.*==$/);
		expect(bodyOf(sendMedia, inBase64(given))).toMatchObject({ media_base64: usual });
	});

	const SHORT = PNG.toString('base64').slice(0, -3);

	it('A data URL gives the type of a file without an extension, and the service checks one without both', () => {
		const text = UNKNOWN.toString('base64');
		const sent = { media_base64: text, file_name: 'menu' };
		for (const given of [`data:application/pdf;base64,${text}`, text]) {
			expect(bodyOf(sendMedia, inBase64(given, { fileName: 'menu' }))).toMatchObject(sent);
		}
	});

	it.each<[string, unknown]>([
		['contains “a” of type “image/gif”, and only jpg, jpeg,', 'data:image/gif;base64,AAAA'],
		...['%%%', 'abcde', 'ab=cd', SHORT, 7].map((given): [string, unknown] => [
			...(['must be a file in base64', given] as const),
		]),
	])('Media Base64 %s: %j is refused', (why, given) => {
		const problems = planOrProblems(sendMedia, inBase64(given, { fileName: 'a' }));
		expect(problems).toContain(`Media Base64 ${why}`);
	});
});

describe('URL of a file', () => {
	const at = (mediaUrl: string): Values => ({
		...to,
		mediaSource: 'url',
		mediaUrl,
	});

	it.each([
		['HTTPS://CDN.Example/Ä b.png', 'https://cdn.example/%C3%84%20b.png'],
		['https://münchen.example/a.png', 'https://xn--mnchen-3ya.example/a.png'],
		[' https://cdn.example/a/../b.png ', 'https://cdn.example/b.png'],
	])('The URL %s is sent as %s', (url, sent) => {
		expect(bodyOf(sendMedia, at(url))).toMatchObject({ media_url: sent });
	});
});
