import { ItemFile } from '../../../nodes/MessagingService/engine/operation';
import { reply, sendButtons } from '../../../nodes/MessagingService/operations/whatsappBusiness';
import { reply as officialReply } from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { sendMedia } from '../../../nodes/MessagingService/operations/whatsappUnofficial';
import { BUSINESS_FILES, judgedFile } from '../../../nodes/service';
import { extensionsOfBytes } from '../../../nodes/service/fileBeginnings';
import { bodyOf, planOrProblems, type Values } from './support';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const GIF = latin1('GIF89a\x01\x00\x01\x00');
const PDF = latin1('%PDF-1.7\n');
const PAGE = latin1('<!DOCTYPE html><html><body>Sign in</body></html>');
const UNKNOWN = Buffer.from('00ff10e29a03', 'hex');
const BITMAP = latin1('BM\x36\0\0\0\0\0\0\0');
const PLAIN = latin1('Dear Ayu,\r\nthe caf\xe9 is open.');
const ftyp = (brands: string) => latin1(`\0\0\0\x18ftyp${brands}`);

const zip = (...names: string[]): Buffer =>
	Buffer.concat(
		names.map((name) => {
			const header = Buffer.alloc(30);
			header.write('PK\x03\x04', 'latin1');
			header.writeUInt16LE(name.length, 26);
			return Buffer.concat([header, Buffer.from(name), Buffer.from('content')]);
		}),
	);
const DOCX = zip('[Content_Types].xml', '_rels/.rels', 'word/document.xml');
const XLSX = zip('[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml');
const SOME_ARCHIVE = zip('[Content_Types].xml');
const odf = (type: string) =>
	Buffer.concat([zip('mimetype').subarray(0, 38), Buffer.from(`application/${type}`)]);

interface Described {
	name?: string;
	mime?: string;
}

const fileOf = (bytes: Buffer | undefined, { name, mime }: Described = {}) => {
	const read = () => Promise.resolve(bytes ?? Buffer.alloc(0));
	const type = mime ?? 'application/octet-stream';
	return new ItemFile(name, type, bytes?.length ?? 100, 'file-1', read, bytes);
};

const to = { destination: '6281234567890' };
const attached = (bytes?: Buffer, file: Described = {}, values: Values = {}): Values => ({
	...{ ...to, mediaSource: 'binary', binaryPropertyName: fileOf(bytes, file), ...values },
});
const inBase64 = (text: unknown, values: Values = {}): Values => ({
	...{ ...to, mediaSource: 'base64', mediaBase64: text, ...values },
});

const A_DOCX = { name: 'a.docx' };
const A_PDF = { name: 'a.pdf' };
const MP4 = { name: 'a.mp4' };

describe('Type of a file', () => {
	it.each<[string, Buffer | undefined, Described, string]>([
		['another name', JPEG, { name: 'photo.jfif', mime: 'image/jpeg' }, 'photo.jpg'],
		['the name of the program that made it', PNG, { name: 'y.php' }, 'y.png'],
		['another MIME type', UNKNOWN, { name: 'a', mime: 'image/jpg' }, 'a.jpg'],
		['name and MIME type of another', PNG, { name: 'a.gif', mime: 'image/gif' }, 'a.png'],
		['a dot in its name', PDF, { name: 'Invoice No.5' }, 'Invoice No.5.pdf'],
		['unknown bytes', UNKNOWN, MP4, 'a.mp4'],
		['bytes that cannot be read', undefined, { name: 'a.PDF' }, 'a.PDF'],
		['the MIME type of an archive', DOCX, { mime: 'application/zip' }, 'file.docx'],
		['an archive that does not show its type', SOME_ARCHIVE, A_DOCX, 'a.docx'],
		['data at the start of a docx', zip('customXml/a.xml', 'word/a.xml'), {}, 'file.docx'],
		['an own part in a docx', zip('a.bin', '[Content_Types].xml'), {}, 'file.docx'],
		['an own brand of mp4', ftyp('_cam\0\0\0\0_camisom'), {}, 'file.mp4'],
		['a byte order mark', latin1('\xef\xbb\xbf%PDF-1.7\n'), {}, 'file.pdf'],
		['a warning before the PDF', latin1('Warning: x\n%PDF-1.7\n1 0 obj'), {}, 'file.pdf'],
		['a blank name', PNG, { name: '  ' }, 'file.png'],
		['a padded name', PNG, { name: ' menu.png ' }, 'menu.png'],
	])('An attached file with %s is sent under the extension of its type', (...row) => {
		const [, bytes, file, name] = row;
		expect(bodyOf(sendMedia, attached(bytes, file))).toMatchObject({ file_name: name });
	});

	it.each<[string, Buffer, Described, string]>([
		['a GIF named as a PNG', GIF, { name: 'a.png', mime: 'image/png' }, 'gif'],
		['a login page', PAGE, { name: 'a.pdf', mime: 'application/pdf' }, 'html'],
		['a program', latin1('MZ\x90\x00'), A_PDF, 'exe'],
		['a spreadsheet named as a docx', XLSX, A_DOCX, 'xlsx'],
		['an archive', zip('menu.txt'), { name: 'a.docx', mime: 'application/zip' }, 'zip'],
		['an empty archive', latin1('PK\x05\x06\0\0'), A_DOCX, 'zip'],
		['an archive of documents', zip('menu.docx', 'word/document.xml'), A_DOCX, 'zip'],
		['a Java program', zip('META-INF/MANIFEST.MF', 'word/A.class'), A_DOCX, 'zip'],
		['an OpenDocument', odf('vnd.oasis.opendocument.text'), A_DOCX, 'opendocument'],
		['an e-book', odf('epub+zip'), A_DOCX, 'epub'],
		['JSON', latin1(' {"error":true}'), { name: 'a.pdf', mime: 'application/pdf' }, 'json'],
		['a part of a page', latin1('<p>Hi</p>'), { name: 'a.png', mime: 'image/png' }, 'html'],
		['a text', PLAIN, { name: 'a.jpg', mime: 'image/jpeg' }, 'txt'],
		['a text in UTF-16', latin1('\xff\xfeD\0e\0a\0r\0'), A_PDF, 'txt'],
		['a text about PDF', latin1(`${'On the sign '.repeat(30)}%PDF-1.7`), A_PDF, 'txt'],
		['a bitmap', BITMAP, { name: 'a.png', mime: 'image/png' }, 'bmp'],
		['a photo of a phone', ftyp('heix\0\0\0\0mif1iso8'), MP4, 'heic'],
		['a photo of a camera', ftyp('crx \0\0\0\x01crx isom'), MP4, 'cr3'],
		['media of an unknown brand', ftyp('xyz1\0\0\0\0xyz1'), MP4, 'unknown'],
		['a MIME type of archives', SOME_ARCHIVE, { mime: 'application/epub+zip' }, 'epub+zip'],
		['a foreign MIME type', UNKNOWN, { name: 'a.png', mime: 'image/svg+xml' }, 'svg+xml'],
		['unknown bytes', UNKNOWN, { name: 'a.exe' }, 'octet-stream'],
	])('An attached file is refused if it is %s', (_, bytes, file, type) => {
		const problems = planOrProblems(sendMedia, attached(bytes, file));
		expect(problems).toMatch(/^Input Binary Field contains the file /);
		expect(problems).toContain(type);
		expect(problems).toContain('only jpg, jpeg, png, pdf, docx, mp4, webm are allowed');
	});

	it.each([
		['jpg', JPEG],
		['mp4', ftyp('isom')],
		['mov', ftyp('qt  ')],
		['avif', ftyp('avif')],
		['3gp', ftyp('3gp4')],
		['heic', ftyp('heic')],
		['m4a', ftyp('M4A ')],
		['webm', latin1('\x1a\x45\xdf\xa3\x42\x82\x84webm')],
		['mkv', latin1('\x1a\x45\xdf\xa3\x42\x82\x88matroska')],
		['svg', latin1('<?xml version="1.0"?>\n<svg xmlns="">')],
		['html', PAGE],
	])('A %s file is known by its first bytes', (extension, bytes) => {
		expect(extensionsOfBytes(bytes)).toEqual([extension]);
	});

	it.each([
		['an Official reply', officialReply, { messageType: 'image', fileSource: 'binary' }],
		['an unofficial message', sendMedia, attached()],
	] as const)('An empty file is refused in %s', (_, operation, values) => {
		const roomId = '123e4567-e89b-42d3-a456-426614174000';
		const binaryPropertyName = fileOf(Buffer.alloc(0), { name: 'a.png' });
		expect(planOrProblems(operation, { roomId, ...values, binaryPropertyName })).toBe(
			"Input Binary Field contains the file 'a.png', which is empty",
		);
	});

	it('A text file may be sent as txt unless its name says more than its bytes', () => {
		const judged = (bytes: Buffer, name: string) =>
			judgedFile(BUSINESS_FILES.document, { bytes, names: [name] });
		const [txt] = BUSINESS_FILES.document;

		expect(judged(PLAIN, 'menu.txt')).toEqual({ kind: 'allowed', type: txt });
		expect(judged(PLAIN, 'menu.pdf')).toEqual({ kind: 'allowed', type: txt });
		const json = judged(latin1('{"a": 1}'), 'menu.csv');
		expect(json).toEqual({ kind: 'other', found: 'csv' });
	});
});

describe('Name of a file', () => {
	it.each([
		['Our menu', 'Our menu.png'],
		['Invoice No.5', 'Invoice No.5.png'],
		['menu.png.exe', 'menu.png'],
		['menu.PNG', 'menu.PNG'],
		['.', 'file.png'],
	])('The File Name %s of a picture is sent as %s', (fileName, sent) => {
		const named = { file_name: sent };
		expect(bodyOf(sendMedia, attached(PNG, {}, { fileName }))).toMatchObject(named);
		expect(bodyOf(sendMedia, inBase64(PNG.toString('base64'), { fileName }))).toMatchObject(named);
	});

	const business = { gatewayId: 'g', recipient: '6281234567890' };

	it.each([
		['Our menu', 'Our menu.pdf', 'x.pdf'],
		['Invoice No.5', 'Invoice No.5.pdf', 'x.pdf'],
		['a.pdf', 'a.pdf', 'x.pdf'],
		['Report.docs', 'Report.docs', 'x.docx'],
		['Our menu', 'Our menu.docx', 'x.docx'],
	])('The Business document name %s is sent as %s with the URL of %s', (fileName, name, end) => {
		const mediaUrl = `https://a.example/${end}`;
		const values = { ...business, messageType: 'document', mediaUrl, fileName };
		expect(bodyOf(reply, values)).toMatchObject({ payloads: { filename: name } });
		const header = { headerType: 'document', headerUrl: mediaUrl, headerFileName: fileName };
		const buttons = { body: 'Hi', buttons: { button: [{ id: '1', title: 'Yes' }] } };
		const sent = bodyOf(sendButtons, { ...business, ...buttons, ...header });
		expect(sent).toMatchObject({ header: { filename: name } });
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
		const sent = { media_base64: text, file_name: 'menu.pdf' };
		expect(bodyOf(sendMedia, given)).toMatchObject(sent);
	});

	const SHORT = PNG.toString('base64').slice(0, -3);

	it.each<[string, unknown]>([
		['contains a file of type gif, and only jpg, jpeg, png, pdf, docx,', GIF.toString('base64')],
		...['%%%', 'abcde', 'ab=cd', SHORT, 7].map((given): [string, unknown] => [
			...(['must be a file in base64', given] as const),
		]),
	])('Media Base64 %s: %j is refused', (why, given) => {
		const problems = planOrProblems(sendMedia, inBase64(given, { fileName: 'a.png' }));
		expect(problems).toContain(`Media Base64 ${why}`);
	});
});

describe('URL of a file', () => {
	const at = (mediaUrl: string, fileName?: string): Values => ({
		...{ ...to, mediaSource: 'url', mediaUrl, fileName },
	});

	it.each([
		['HTTPS://CDN.Example/Ä b.png', 'https://cdn.example/%C3%84%20b.png'],
		['https://münchen.example/a.png', 'https://xn--mnchen-3ya.example/a.png'],
		[' https://cdn.example/a/../b.png ', 'https://cdn.example/b.png'],
		['https://cdn.example', 'https://cdn.example/'],
	])('The URL %s is sent as %s', (url, sent) => {
		expect(bodyOf(sendMedia, at(url))).toMatchObject({ media_url: sent });
	});

	it.each([
		['https://a.example/menu.pdf', 'Our menu.pdf'],
		['https://a.example/17', 'Our menu'],
	])('The file at %s with the File Name Our menu is sent as %s', (url, sent) => {
		expect(bodyOf(sendMedia, at(url, 'Our menu'))).toMatchObject({ file_name: sent });
	});
});
