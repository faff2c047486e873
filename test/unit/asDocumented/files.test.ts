import { ItemFile } from '../../../nodes/MessagingService/engine/operation';
import { reply, sendButtons } from '../../../nodes/MessagingService/operations/whatsappBusiness';
import { reply as officialReply } from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { sendMedia } from '../../../nodes/MessagingService/operations/whatsappUnofficial';
import { BUSINESS_FILES, judgedFile } from '../../../nodes/service';
import { extensionsOfBytes } from '../../../nodes/service/fileBeginnings';
import { bodyOf, planOrProblems, type Values } from '../operations/support';
import { listed } from '../../support/listed';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const GIF = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1');
const PDF = Buffer.from('%PDF-1.7\n', 'latin1');
const PAGE = Buffer.from('<!DOCTYPE html><html><body>Sign in</body></html>');
const DOS = Buffer.from('MZ\x90\x00', 'latin1');
const NOTHING_KNOWN = Buffer.from('00ff10e29a03', 'hex');

/** A file of an item, whose first bytes are these. */
const fileOf = (
	bytes: Buffer | undefined,
	{ name, mime = 'application/octet-stream' }: { name?: string; mime?: string } = {},
): ItemFile =>
	new ItemFile(
		name,
		mime,
		bytes?.length ?? 100,
		'file-1',
		() => Promise.resolve(bytes ?? Buffer.alloc(0)),
		bytes,
	);

/** An archive whose files have these names. */
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
/** An archive that begins with its type. */
const odf = (type: string) =>
	Buffer.concat([zip('mimetype').subarray(0, 38), Buffer.from(`application/${type}`)]);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const ftyp = (brands: string) => latin1(`\0\0\0\x18ftyp${brands}`);
const BITMAP = latin1('BM\x36\0\0\0\0\0\0\0');
const PLAIN = latin1('Dear Ayu,\r\nthe caf\xe9 is open.');

const to = { destination: '6281234567890' };
const attached = (
	bytes: Buffer | undefined,
	file: { name?: string; mime?: string } = {},
	values: Values = {},
): Values => ({
	...{ ...to, mediaSource: 'binary', binaryPropertyName: fileOf(bytes, file), ...values },
});

const inBase64 = (text: unknown, values: Values = {}): Values => ({
	...{ ...to, mediaSource: 'base64', mediaBase64: text, ...values },
});

describe('"Allowed file types: docx, jpg, jpeg, png, pdf, webm, mp4"', () => {
	it.each([
		['a photo of another name', JPEG, { name: 'photo.jfif', mime: 'image/jpeg' }, 'photo.jpg'],
		['a download named after a program', PNG, { name: 'y.php' }, 'y.png'],
		['a type by another name', NOTHING_KNOWN, { name: 'a', mime: 'image/jpg' }, 'a.jpg'],
		['bytes under the name of another type', PNG, { name: 'a.gif', mime: 'image/gif' }, 'a.png'],
		['a name with a dot', PDF, { name: 'Invoice No.5' }, 'Invoice No.5.pdf'],
		['a file by its extension alone', NOTHING_KNOWN, { name: 'a.mp4' }, 'a.mp4'],
		['a file whose bytes cannot be read', undefined, { name: 'a.PDF' }, 'a.PDF'],
		['a docx', DOCX, { mime: 'application/zip' }, 'file.docx'],
		['an archive that is named as a docx', SOME_ARCHIVE, { name: 'a.docx' }, 'a.docx'],
		['a docx that begins with its data', zip('customXml/a.xml', 'word/a.xml'), {}, 'file.docx'],
		['a docx with a part of its own', zip('a.bin', '[Content_Types].xml'), {}, 'file.docx'],
		['a video of a brand of its own', ftyp('_cam\0\0\0\0_camisom'), {}, 'file.mp4'],
		['a PDF behind a byte order mark', latin1('\xef\xbb\xbf%PDF-1.7\n'), {}, 'file.pdf'],
		['a PDF behind a warning', latin1('Warning: x\n%PDF-1.7\n1 0 obj'), {}, 'file.pdf'],
		['a file with a blank name', PNG, { name: '  ' }, 'file.png'],
		['a file with a padded name', PNG, { name: ' menu.png ' }, 'menu.png'],
	])('A file is sent with the extension of its type: %s', (_, bytes, file, name) => {
		expect(bodyOf(sendMedia, attached(bytes, file))).toMatchObject({ file_name: name });
	});

	it.each([
		['a GIF named as a PNG', GIF, { name: 'a.png', mime: 'image/png' }, 'gif'],
		['a page in place of a download', PAGE, { name: 'a.pdf', mime: 'application/pdf' }, 'html'],
		['a program', DOS, { name: 'a.pdf' }, 'exe'],
		['a spreadsheet named as a docx', XLSX, { name: 'a.docx' }, 'xlsx'],
		['an archive', zip('menu.txt'), { name: 'a.docx', mime: 'application/zip' }, 'zip'],
		['an empty archive', latin1('PK\x05\x06\0\0'), { name: 'a.docx' }, 'zip'],
		['an archive of documents', zip('menu.docx', 'word/document.xml'), { name: 'a.docx' }, 'zip'],
		['a program for Java', zip('META-INF/MANIFEST.MF', 'word/A.class'), { name: 'a.docx' }, 'zip'],
		['an OpenDocument', odf('vnd.oasis.opendocument.text'), { name: 'a.docx' }, 'opendocument'],
		['an e-book', odf('epub+zip'), { name: 'a.docx' }, 'epub'],
		['JSON', latin1(' {"error":true}'), { name: 'a.pdf', mime: 'application/pdf' }, 'json'],
		['a part of a page', latin1('<p>Sign in</p>'), { name: 'a.png', mime: 'image/png' }, 'html'],
		['a text', PLAIN, { name: 'a.jpg', mime: 'image/jpeg' }, 'txt'],
		['a text in UTF-16', latin1('\xff\xfeD\0e\0a\0r\0'), { name: 'a.pdf' }, 'txt'],
		['a text about PDF', latin1(`${'On the sign '.repeat(30)}%PDF-1.7`), { name: 'a.pdf' }, 'txt'],
		['a bitmap', BITMAP, { name: 'a.png', mime: 'image/png' }, 'bmp'],
		['a photo of a phone', ftyp('heix\0\0\0\0mif1iso8'), { name: 'a.mp4' }, 'heic'],
		['a photo of a camera', ftyp('crx \0\0\0\x01crx isom'), { name: 'a.mp4' }, 'cr3'],
		['media of an unknown brand', ftyp('xyz1\0\0\0\0xyz1'), { name: 'a.mp4' }, 'unknown'],
		['an archive of another type', SOME_ARCHIVE, { mime: 'application/epub+zip' }, 'epub+zip'],
		['bytes of another type', NOTHING_KNOWN, { name: 'a.png', mime: 'image/svg+xml' }, 'svg+xml'],
		['bytes of which nothing is known', NOTHING_KNOWN, { name: 'a.exe' }, 'octet-stream'],
	])('A file of another type is refused: %s', (_, bytes, file, type) => {
		const problems = planOrProblems(sendMedia, attached(bytes, file));

		expect(problems).toMatch(/^Input Binary Field contains the file /);
		expect(problems).toContain(type);
		expect(problems).toContain('only jpg, jpeg, png, pdf, docx, mp4, webm are allowed');
	});

	it.each([
		['Our menu', 'Our menu.png'],
		['Invoice No.5', 'Invoice No.5.png'],
		['menu.png.exe', 'menu.png'],
		['menu.PNG', 'menu.PNG'],
		[' menu ', 'menu.png'],
		['.', 'file.png'],
	])('The File Name %s is sent as %s', (fileName, sent) => {
		const values = { fileName };

		expect(bodyOf(sendMedia, attached(PNG, {}, values))).toMatchObject({ file_name: sent });
		expect(bodyOf(sendMedia, inBase64(PNG.toString('base64'), values))).toMatchObject({
			file_name: sent,
		});
	});

	it.each([
		['jpg', JPEG],
		['png', PNG],
		['pdf', PDF],
		['docx', DOCX],
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
		['bmp', BITMAP],
	])('The type %s is known by the first bytes of a file', (extension, bytes) => {
		expect(extensionsOfBytes(bytes)).toEqual([extension]);
	});
});

describe('"media_base64: base64 of the file"', () => {
	// Two signs of padding, and both of the signs that differ.
	const bytes = Buffer.concat([PNG.subarray(0, 15), Buffer.from('fbefbeff', 'hex')]);
	const usual = bytes.toString('base64');

	it.each([
		['as it is', usual],
		['without its padding', usual.replace(/=+$/, '')],
		['in the form for URLs', bytes.toString('base64url')],
		['as a data URL', `data:image/png;base64,${usual}`],
		['in lines', usual.replace(/.{10}/g, '$&\r\n')],
	])('A file in base64 is sent in the usual form if it is given %s', (_, given) => {
		expect(usual).toMatch(/\+.*==$/);
		expect(bodyOf(sendMedia, inBase64(given))).toMatchObject({ media_base64: usual });
	});

	it('A data URL gives the type of a file if nothing else does', () => {
		const text = NOTHING_KNOWN.toString('base64');
		const given = inBase64(`data:application/pdf;base64,${text}`, { fileName: 'menu' });

		expect(bodyOf(sendMedia, given)).toMatchObject({ media_base64: text, file_name: 'menu.pdf' });
	});

	it.each<[unknown, string]>([
		[GIF.toString('base64'), 'contains a file of type gif, and only jpg, jpeg, png, pdf, docx,'],
		...['%%%', 'abcde', 'ab=cd', PNG.toString('base64').slice(0, -3), 7, { a: 1 }].map(
			(given): [unknown, string] => [given, 'must be a file in base64'],
		),
	])('%j is refused as the base64 of a PNG: it %s', (given, why) => {
		const problems = planOrProblems(sendMedia, inBase64(given, { fileName: 'a.png' }));

		expect(problems).toContain(`Media Base64 ${why}`);
	});
});

describe('"directly downloadable HTTP URL"', () => {
	const at = (mediaUrl: string): Values => ({ ...to, mediaSource: 'url', mediaUrl });

	it.each(
		listed(`
		https://shop.example/render.html?id=1 | https://shop.example/get.cfm?f=a.png
		https://drive.example/report.v2 | https://drive.example/d/1XyZ/view
		https://cdn.example/photo.jfif | https://cdn.example/PHOTO.JPG?w=100#top
	`),
	)('A download address is sent: %s', (url) => {
		expect(bodyOf(sendMedia, at(url))).toMatchObject({ media_url: url });
	});

	it.each([
		['HTTPS://CDN.Example/Ä b.png', 'https://cdn.example/%C3%84%20b.png'],
		['https://münchen.example/a.png', 'https://xn--mnchen-3ya.example/a.png'],
		[' https://cdn.example/a/../b.png ', 'https://cdn.example/b.png'],
		['https://cdn.example', 'https://cdn.example/'],
	])('The download address %s is sent as %s', (url, sent) => {
		expect(bodyOf(sendMedia, at(url))).toMatchObject({ media_url: sent });
	});

	it.each([
		['https://a.example/menu.pdf', 'Our menu.pdf'],
		['https://a.example/17', 'Our menu'],
	])('The file at %s with the File Name Our menu is sent as %s', (url, sent) => {
		const values = { ...at(url), fileName: 'Our menu' };

		expect(bodyOf(sendMedia, values)).toMatchObject({ file_name: sent });
	});
});

describe('"image | .jpeg, .jpg | image/jpeg": one type, in a header above buttons too', () => {
	const header = (headerType: string, headerUrl: string): Values => ({
		...{ gatewayId: 'g', recipient: '6281234567890', body: 'Hi' },
		buttons: { button: [{ id: '1', title: 'Yes' }] },
		...{ headerType, headerUrl, headerFileName: 'Our menu' },
	});

	it('A file name in a header gets the extension of the file', () => {
		const sent = bodyOf(sendButtons, header('document', 'https://a.example/a.docx'));
		expect(sent).toMatchObject({ header: { filename: 'Our menu.docx' } });
	});

	it.each(['  ', undefined])('A blank file name is left out of a header: %j', (headerFileName) => {
		const link = 'https://a.example/a.pdf';
		const given = { ...header('document', link), headerFileName };

		expect(bodyOf(sendButtons, given)).toHaveProperty('header', { type: 'document', link });
	});
});

describe('"only text is documented as available, the others are announced"', () => {
	const roomId = '123e4567-e89b-42d3-a456-426614174000';
	const given = { roomId, messageType: 'image', fileSource: 'binary' };
	const empty = fileOf(Buffer.alloc(0), { name: 'a.png' });

	it.each([
		['an Official reply', officialReply, given],
		['an unofficial message', sendMedia, attached(undefined)],
	] as const)('An empty file is refused in %s', (_, operation, values) => {
		expect(planOrProblems(operation, { ...values, binaryPropertyName: empty })).toBe(
			"Input Binary Field contains the file 'a.png', which is empty",
		);
	});
});

describe('Text files', () => {
	const document = (bytes: Buffer, name: string, mime?: string) =>
		judgedFile(BUSINESS_FILES.document, { bytes, mime, names: [name] });

	it('A text file is allowed as a txt, whatever its name', () => {
		const [txt] = BUSINESS_FILES.document;

		expect(document(PLAIN, 'menu.txt')).toEqual({ kind: 'allowed', type: txt });
		expect(document(PLAIN, 'menu.pdf')).toEqual({ kind: 'allowed', type: txt });
	});

	it('A text file whose name says more than its bytes is no txt', () => {
		const found = document(latin1('{"a": 1}'), 'menu.csv');
		expect(found).toEqual({ kind: 'other', found: 'csv' });
	});
});

describe('File names of Business documents', () => {
	it.each([
		['Our menu', 'Our menu.pdf'],
		['Invoice No.5', 'Invoice No.5.pdf'],
		['a.pdf', 'a.pdf'],
		['Report.docs', 'Report.docs', 'https://a.example/x.docx'],
	])(
		'The document name %s is sent as %s',
		(fileName, filename, mediaUrl = 'https://a.example/x.pdf') => {
			const recipient = { gatewayId: 'g', recipient: '6281234567890' };
			const values = { ...recipient, messageType: 'document', mediaUrl, fileName };

			expect(bodyOf(reply, values)).toMatchObject({ payloads: { filename } });
		},
	);
});
