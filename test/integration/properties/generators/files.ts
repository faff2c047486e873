import fc from 'fast-check';

/** Files, their names and their addresses, in odd forms too. */

/** What each route takes, as the service's documentation lists it. */
export const BUSINESS_EXTENSIONS = {
	document: ['txt', 'xls', 'xlsx', 'doc', 'docx', 'ppt', 'pptx', 'pdf'],
	image: ['jpeg', 'jpg', 'png'],
	video: ['3gp', 'mp4'],
} as const;

export const HEADER_EXTENSIONS = {
	document: ['pdf', 'doc', 'docx', 'docs', 'ppt', 'pptx', 'txt', 'xls', 'xlsx'],
	image: ['jpeg', 'jpg', 'png'],
	video: ['3gp', 'mp4'],
} as const;

export const UNOFFICIAL_EXTENSIONS = ['docx', 'jpg', 'jpeg', 'png', 'pdf', 'webm', 'mp4'] as const;

const STEMS = [
	'photo',
	'Invoice 2025-07 (final)',
	'my.file.v2',
	'отчёт',
	'発注書',
	'فاتورة',
	'🧾 receipt 👍🏽',
	"it's 100% & <ok>",
	'a"b',
	'semi;colon=equals',
	'..',
	'CON',
	'x'.repeat(200),
	'e\u0301te\u0301',
	'back\\slash',
	'.hidden',
	'-rf',
	'#1',
	'?',
];

const stem = fc.oneof(
	fc.constantFrom(...STEMS),
	fc.stringMatching(/^[A-Za-z0-9_.-]{1,30}$/),
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
);

/** Each letter in either case. */
const anyCase = (text: string) =>
	fc
		.array(fc.boolean(), { minLength: text.length, maxLength: text.length })
		.map((upper) =>
			Array.from(text, (sign, at) => (upper[at] ? sign.toUpperCase() : sign)).join(''),
		);

const extensionFrom = (extensions: readonly string[]) =>
	fc
		.constantFrom(...extensions)
		.chain((extension) =>
			fc.oneof(
				{ weight: 3, arbitrary: fc.constant(extension) },
				{ weight: 1, arbitrary: anyCase(extension) },
			),
		);

/** The name of a file of one of these types. */
export const fileName = (extensions: readonly string[]): fc.Arbitrary<string> =>
	fc.tuple(stem, extensionFrom(extensions)).map(([name, extension]) => `${name}.${extension}`);

/** Names of downloads, with an extension or without: the node adds the one that the service wants. */
export const anyName: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: fileName(UNOFFICIAL_EXTENSIONS) },
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			'Our menu',
			'Invoice No_5',
			'Invoice No.5',
			' photo ',
			'Без имени',
			'sheet.xlsx',
			'a.CSV',
			'IMG-20250714-WA0003',
			'download (1)',
			'Screenshot 2025-07-14 at 09.41.00',
			'y.php',
			'photo.jfif',
			'menu.pdf.exe',
			'صورة',
			'領収書 2025年7月',
		),
	},
);

const HOSTS = [
	'files.example',
	'user:pass@files.example:8443',
	'münchen.example',
	'xn--mnchen-3ya.example',
	'203.0.113.7',
	'[2001:db8::1]:8080',
	'FILES.EXAMPLE',
	'a-very.long.sub.domain.of.a.host.example',
];
const SCHEMES = ['https://', 'http://', 'HTTPS://', 'Http://'];
const FOLDERS = [
	'/',
	'/a/b/c/',
	'/каталог/',
	'/%F0%9F%98%80/',
	'/v1.2/',
	'//',
	'/a.b/../',
	'/;x=1/',
];
const TAILS = [
	'',
	'',
	'',
	'?size=large&v=2',
	'#page=3',
	'?sig=a%2Fb%3D%3D&x=.exe',
	'?q=ü ö',
	'?',
	'?a.b/c.d',
];

const addressOf = (name: fc.Arbitrary<string>): fc.Arbitrary<string> =>
	fc
		.tuple(
			fc.constantFrom(...SCHEMES),
			fc.constantFrom(...HOSTS),
			fc.constantFrom(...FOLDERS),
			name,
			fc.constantFrom(...TAILS),
		)
		.map((parts) => parts.join(''));

/** Addresses as sites have them, whose ends do not show what file is there. */
const SITES = [
	'https://drive.example/uc?export=download&id=1XyZ_-abc',
	'https://shop.example/render.html?id=1',
	'https://shop.example/get.cfm?f=a.png',
	'https://files.example/files/john.doe',
	'https://files.example/report.v2',
	'https://files.example/index.php?file=menu',
	'https://bucket.s3.eu-central-1.storage.example/a1b2c3?X-Amz-Signature=ab%2Bcd&X-Amz-Expires=300',
	'https://cdn.example/image/upload/w_400,h_400/v1700000000/menu',
	'https://firebase.example/v0/b/app/o/menu%2F1?alt=media&token=1-2',
	'https://www.example.com/download/',
	'https://www.example.com',
	'https://example.com/d/1XyZ/view#page=2',
];

/** The address of a file of one of these types, its name written out or percent-encoded; or one that does not show it. */
export const fileUrl = (extensions: readonly string[]): fc.Arbitrary<string> =>
	fc.oneof(
		{ weight: 4, arbitrary: namedAddress(extensions) },
		{ weight: 1, arbitrary: fc.constantFrom(...SITES) },
	);

const namedAddress = (extensions: readonly string[]): fc.Arbitrary<string> =>
	addressOf(
		fc.oneof(
			fc
				.tuple(fc.stringMatching(/^[A-Za-z0-9_.~-]{1,20}$/), extensionFrom(extensions))
				.map(([name, extension]) => `${name}.${extension}`),
			fc
				.tuple(
					fc.constantFrom('отчёт', '発注書', 'a b', '😀', "o'neil", 'a+b', 'a;b'),
					extensionFrom(extensions),
				)
				.map(([name, extension]) => `${name}.${extension}`),
			fileName(extensions).map(encodeURIComponent),
		),
	);

/** The address of a file of another type. */
export const wrongTypeUrl = (extensions: readonly string[]): fc.Arbitrary<string> =>
	addressOf(
		fc
			.tuple(
				fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/),
				fc.constantFrom('.exe', '.svg', '.gif', '.zip', '.mp3', '.heic', '.EXE', '.7z', '%2Eexe'),
			)
			.map((parts) => parts.join(''))
			.filter(
				(name) => !extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`)),
			),
	);

export const noUrl: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(
		'photo.jpg',
		'www.example.com/photo.jpg',
		'//example.com/photo.jpg',
		'/photo.jpg',
		'https://',
		'https:// example.com/photo.jpg',
		'http//example.com/a.pdf',
		'https://exa mple.com/a.pdf',
		'https://example.com:99999/a.pdf',
		'https://[::1/a.pdf',
		'ftp://example.com/a.pdf',
		'file:///etc/passwd.pdf',
		'data:image/png;base64,iVBORw0KGgo=',
		'javascript:alert(1)//.pdf',
		'blob:https://example.com/a.png',
		'mailto:a@example.com',
		'   ',
		42,
		true,
		['https://example.com/a.pdf'],
		{ url: 'https://example.com/a.pdf' },
	),
	fc.stringMatching(/^[a-z0-9 ]{1,30}$/),
);

/** How files of each type begin. */
const BEGINNINGS: Record<string, string> = {
	jpg: '\xff\xd8\xff\xe0',
	png: '\x89PNG\r\n\x1a\n',
	pdf: '%PDF-1.7',
	// An archive whose first file, after a header of 30 bytes, is in the folder of a Word document.
	docx: `PK\x03\x04${'\0'.repeat(26)}word/document.xml`,
	mp4: '\0\0\0\x18ftypisom',
	webm: '\x1a\x45\xdf\xa3\x42\x82\x84webm',
};

export const MIMES: Record<string, string> = {
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	png: 'image/png',
	pdf: 'application/pdf',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	mp4: 'video/mp4',
	webm: 'video/webm',
};

/** A file that begins as its type does; the bytes after that are any. */
export const fileBytes = (type: string, most = 400): fc.Arbitrary<Buffer> =>
	fc
		.uint8Array({ maxLength: most, size: 'max' })
		.map((rest) => Buffer.concat([Buffer.from(BEGINNINGS[type] ?? '', 'latin1'), rest]));

/** By how a file begins. */
export const typeOfBytes = (bytes: Buffer): string =>
	Object.keys(BEGINNINGS).find((type) =>
		bytes.toString('latin1').startsWith(BEGINNINGS[type] ?? ''),
	) ?? '';

export const knownFile = (most?: number): fc.Arbitrary<{ type: string; bytes: Buffer }> =>
	fc
		.constantFrom(...Object.keys(BEGINNINGS))
		.chain((type) => fileBytes(type, most).map((bytes) => ({ type, bytes })));
