import { ItemFile } from '../../../nodes/MessagingService/engine/operation';
import { reply } from '../../../nodes/MessagingService/operations/whatsappBusiness/reply';
import { sendButtons } from '../../../nodes/MessagingService/operations/whatsappBusiness/sendButtons';
import { reply as officialReply } from '../../../nodes/MessagingService/operations/whatsappOfficial/reply';
import { sendMedia } from '../../../nodes/MessagingService/operations/whatsappUnofficial/sendMedia';
import { listed } from '../../support/listed';
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
		['another name', { name: 'photo.jfif', mime: 'image/jpeg' }, 'photo.jfif'],
		['another MIME type', { name: 'a', mime: 'Image/JPG; q=1' }, 'a'],
		['a MIME type that says nothing', { name: 'a.mp4' }, 'a.mp4'],
		['the MIME type of an archive', { name: 'a.DOCX', mime: 'application/zip' }, 'a.DOCX'],
		['n8n’s MIME type of unknown files', { name: 'a.PDF', mime: 'text/plain' }, 'a.PDF'],
		['a padded name', { name: ' menu.png ' }, 'menu.png'],
	])('An attached file with %s is sent under its own name', (_, file, name) => {
		expect(bodyOf(sendMedia, attached(file))).toMatchObject({ file_name: name });
	});

	it('An attached file with a blank name is sent without one', () => {
		const file = { name: '  ', mime: 'image/png' };
		expect(bodyOf(sendMedia, attached(file))).not.toHaveProperty('file_name');
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

	it.each<[string, Described, advice: string]>([
		['a GIF named as a PNG', { name: 'a.png', mime: 'image/gif' }, ''],
		['a login page', { name: 'a.pdf', mime: 'text/html; charset=utf-8' }, ''],
		['an unknown file', {}, '. If it is one of these, set File Name to a name'],
		['a program', { name: 'a.exe' }, '. If it is one of these, set File Name to a name'],
	])('An attached file is refused if it is %s', (_, file, advice) => {
		const { mime = 'application/octet-stream' } = file;
		const words = `of type “${mime}”, and only jpg, jpeg, png, pdf, docx, mp4, webm are allowed`;
		const problems = planOrProblems(sendMedia, attached(file));
		expect(problems).toMatch(/^Input Binary Field contains the file /);
		expect(problems).toContain(`${words}${advice}`);
		expect(problems).toMatch(advice === '' ? /allowed$/ : /its type$/);
	});

	it.each(
		listed(`
			ffd8ffe0 | 89504e470d0a1a0a | 255044462d312e37 | 504b030414
			000000186674797069736f6d | 0000001f66747970336770 | 1a45dfa3
		`),
	)('A file in base64 that begins with %s is sent under its own name', (hex) => {
		const given = inBase64(Buffer.from(hex, 'hex').toString('base64'), { fileName: 'a' });
		expect(bodyOf(sendMedia, given)).toMatchObject({ file_name: 'a' });
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

	it.each(['Our menu', 'menu.PNG', 'menu.png.exe', '.'])('%s is sent as it is', (fileName) => {
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

	it('A data URL gives the type of a file if nothing else does', () => {
		const text = UNKNOWN.toString('base64');
		const given = inBase64(`data:application/pdf;base64,${text}`, { fileName: 'menu' });
		const sent = { media_base64: text, file_name: 'menu' };
		expect(bodyOf(sendMedia, given)).toMatchObject(sent);
	});

	const SHORT = PNG.toString('base64').slice(0, -3);

	it('A file in base64 of unknown type is refused, and File Name is asked for', () => {
		const problems = planOrProblems(sendMedia, inBase64(UNKNOWN.toString('base64')));
		expect(problems).toMatch(/a file of unknown type, and only .* If .* set File Name to a name/);
	});

	it.each<[string, unknown]>([
		['contains a file of type “image/gif”, and only jpg, jpeg,', 'data:image/gif;base64,AAAA'],
		...['%%%', 'abcde', 'ab=cd', SHORT, 7].map((given): [string, unknown] => [
			...(['must be a file in base64', given] as const),
		]),
	])('Media Base64 %s: %j is refused', (why, given) => {
		const problems = planOrProblems(sendMedia, inBase64(given, { fileName: 'a.png' }));
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
		['https://cdn.example', 'https://cdn.example/'],
	])('The URL %s is sent as %s', (url, sent) => {
		expect(bodyOf(sendMedia, at(url))).toMatchObject({ media_url: sent });
	});
});
