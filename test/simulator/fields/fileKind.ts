import type { FileKind } from '../facts/files';

/**
 * What kind of file something is: by its bytes, then by its MIME type, then by its name. The documentation lists kinds
 * of files and does not say how the service tells them; a name by itself is the weakest sign.
 */

const at = (bytes: Buffer, start: number, text: string): boolean =>
	bytes.toString('latin1', start, start + text.length) === text;

const holds = (bytes: Buffer, text: string): boolean => bytes.includes(text, 0, 'latin1');

/** A zip archive with the folder of an Office document is that document; any other may be one. */
function officeExtensions(bytes: Buffer): string[] {
	if (holds(bytes, 'word/')) return ['docx', 'docs'];
	if (holds(bytes, 'xl/')) return ['xlsx'];
	if (holds(bytes, 'ppt/')) return ['pptx'];
	return ['docx', 'docs', 'xlsx', 'pptx', 'zip'];
}

const SIGNS: readonly [is: (bytes: Buffer) => boolean, extensions: (bytes: Buffer) => string[]][] =
	[
		[(bytes) => at(bytes, 0, '\xff\xd8\xff'), () => ['jpg', 'jpeg']],
		[(bytes) => at(bytes, 0, '\x89PNG\r\n\x1a\n'), () => ['png']],
		[(bytes) => at(bytes, 0, 'GIF8'), () => ['gif']],
		[(bytes) => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP'), () => ['webp']],
		[(bytes) => at(bytes, 0, 'PK\x03\x04'), officeExtensions],
		[(bytes) => at(bytes, 0, '\xd0\xcf\x11\xe0'), () => ['doc', 'xls', 'ppt']],
		[(bytes) => at(bytes, 4, 'ftyp3g'), () => ['3gp']],
		[(bytes) => at(bytes, 4, 'ftypqt'), () => ['mov']],
		[(bytes) => at(bytes, 4, 'ftyp'), () => ['mp4']],
		[(bytes) => at(bytes, 0, '\x1a\x45\xdf\xa3'), () => ['webm']],
		[(bytes) => at(bytes, 0, 'MZ'), () => ['exe']],
		// A byte order mark or other bytes may come before it.
		[(bytes) => holds(bytes.subarray(0, 1024), '%PDF-'), () => ['pdf']],
	];

/** MIME types that servers give to files of any kind. */
const SAYS_NOTHING =
	/^(|text\/plain|binary\/octet-stream|application\/(octet-stream|x-download|force-download))$/;

const JPEG = /^image\/(jpg|pjpeg)$/;

/** Extensions that name a kind of file; `.php` or `.2` do not. */
const NAMED_KINDS = new Set([
	...[
		'txt',
		'csv',
		'rtf',
		'doc',
		'docx',
		'docs',
		'odt',
		'xls',
		'xlsx',
		'ods',
		'ppt',
		'pptx',
		'pdf',
	],
	...['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'svg', 'heic', 'ico'],
	...['3gp', 'mp4', 'webm', 'mov', 'avi', 'mkv', 'wmv', 'flv', 'mpg', 'mpeg'],
	...[
		'mp3',
		'wav',
		'ogg',
		'opus',
		'm4a',
		'aac',
		'zip',
		'rar',
		'7z',
		'tar',
		'gz',
		'exe',
		'apk',
		'iso',
	],
]);

export const extensionOf = (name: string): string =>
	/\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Whether a name is no reason to refuse the file: it ends in one of these, or in nothing that names a kind of file. */
export function mayEndSo(name: string, extensions: readonly string[]): boolean {
	const extension = extensionOf(name);
	return extensions.includes(extension) || !NAMED_KINDS.has(extension);
}

/** What is known of a file: some of it may be missing. */
export interface Evidence {
	bytes?: Buffer | undefined;
	mime?: string | undefined;
	name?: string | undefined;
}

/** One of the kinds, 'other' for another kind of file, 'unknown' if nothing shows what it is. */
export function fileKind<Kind extends FileKind>(
	kinds: readonly Kind[],
	{ bytes = Buffer.alloc(0), mime = '', name = '' }: Evidence,
): Kind | 'other' | 'unknown' {
	const type = mime.replace(JPEG, 'image/jpeg');
	const extension = extensionOf(name);
	const byName = kinds.find(({ extensions }) => extensions.includes(extension));
	const byMime = SAYS_NOTHING.test(type) ? undefined : kinds.find((kind) => kind.mime === type);

	const shown = SIGNS.find(([is]) => is(bytes))?.[1](bytes);
	if (shown !== undefined) {
		const possible = kinds.filter(({ extensions }) =>
			extensions.some((one) => shown.includes(one)),
		);
		return (
			[byName, byMime].find((kind) => kind && possible.includes(kind)) ?? possible[0] ?? 'other'
		);
	}
	if (byMime !== undefined) return byMime;
	if (!SAYS_NOTHING.test(type)) return 'other';
	return byName ?? (NAMED_KINDS.has(extension) ? 'other' : 'unknown');
}
