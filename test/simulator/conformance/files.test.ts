import { files, useService } from './client';
import { expectInvalid } from './expect';
import { expectSent, media } from './requests';

useService();

/** A file in base64. */
const named = (bytes: string, file_name = 'photo.png') => ({
	media_url: undefined,
	file_name,
	media_base64: Buffer.from(bytes, 'latin1').toString('base64'),
});

const PDF = '%PDF-1.4';

describe('Files of unofficial messages', () => {
	it.each(['docx', 'jpeg', 'webm'])('A .%s file has at most 1,048,576 bytes', async (extension) => {
		const url = (bytes: number) => ({ media_url: files.url(`file.${extension}`, bytes) });

		expectSent(await media(url(1_048_576)));
		expectInvalid(await media(url(1_048_577)), 'media_url');
		expectSent(await media(named(PDF, `file.${extension}`)));
	});

	it.each([
		['of another type', 'file.gif', 10, undefined],
		['that its server calls a gif', 'photo.png', 10, 'image/gif'],
		// The documentation is silent on these two. README.md has the decisions.
		['without content', 'photo.png', 0, undefined],
		['of an unknown type', 'file', 10, undefined],
	])('A file %s is refused', async (_what, name, size, mime) => {
		expectInvalid(await media({ media_url: files.url(name, size, mime) }), 'media_url');
	});

	it.each(['\x89PNG\r\n', 'PK\x03\x04', '\0\0\0\x14ftypisom'])(
		'A file without a type in its name is known by its first bytes: %j',
		async (bytes) => {
			expectSent(await media(named(bytes, 'file')));
			expectInvalid(await media(named('other bytes', 'file')), 'media_base64');
		},
	);

	it.each([
		...['Our menu', 'Invoice No.5', 'offer.php', 'offer.jfif'].map((name) => named(PDF, name)),
		...['render.html?id=1', 'get.cfm?f=a.png', 'files/john.doe', 'report.v2', ''].map((path) => ({
			media_url: `https://files.example.com/${path}`,
			file_name: undefined,
		})),
	])(
		'A name that names no type of file is no reason to refuse it: $file_name $media_url',
		async (file) => {
			expectSent(await media(file));
		},
	);

	it('The file behind media_url is used if there is no base64', async () => {
		const url = files.url('photo.jpg', 10, 'image/jpeg');

		expectSent(await media({ media_url: url }));
		expect(files.asked(url)).toBe(1);
	});

	it('The base64 is used if both are given', async () => {
		const tooLarge = files.url('film.mov', 4_194_304);

		expectSent(await media({ ...named(PDF), media_url: tooLarge }));
		expect(files.asked(tooLarge)).toBe(0);
	});
});
