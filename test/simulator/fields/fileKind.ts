import type { FileKind } from '../facts/files';

/**
 * What kind of file something is: by its bytes, then by its MIME type, then by its name. The documentation lists kinds
 * of files and does not say how the service tells them; a name by itself is the weakest sign.
 */

const at = (bytes: Buffer, start: number, text: string): boolean =>
	bytes.toString('latin1', start, start + text.length) === text;

/** What the file headers of a zip archive call its entries, as far as these bytes go. */
function entriesOf(bytes: Buffer): string[] {
	const names: string[] = [];
	for (
		let header = bytes.indexOf('PK\x03\x04', 0, 'latin1');
		header >= 0 && names.length < 1000;
		header = bytes.indexOf('PK\x03\x04', header + 4, 'latin1')
	) {
		const length = bytes.length < header + 30 ? 0 : bytes.readUInt16LE(header + 26);
		names.push(bytes.toString('latin1', header + 30, header + 30 + (length || 64)));
	}
	return names;
}

const OFFICE_FOLDERS: Readonly<Record<string, string[]>> = {
	word: ['docx', 'docs'],
	xl: ['xlsx'],
	ppt: ['pptx'],
};

/** An Office document is an archive with a folder of its program, or at least with what all of them hold. */
function archiveExtensions(bytes: Buffer): string[] {
	const [first = '', ...others] = entriesOf(bytes);
	// An OpenDocument or an e-book says so first, a program for Java has its own folder, and another file may be inside.
	if (/^(mimetype|META-INF\/)/.test(first) || /\.(docx|xlsx|pptx|zip|jar)$/i.test(first))
		return ['zip'];
	const entries = [first, ...others];
	for (const [folder, extensions] of Object.entries(OFFICE_FOLDERS)) {
		if (entries.some((name) => name.startsWith(`${folder}/`))) return extensions;
	}
	const isOffice = entries.some((name) =>
		/^(\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/)/.test(name),
	);
	return isOffice ? Object.values(OFFICE_FOLDERS).flat() : ['zip'];
}

/** Brands of ISO media files that are not mp4, although most of them name a brand of mp4 beside their own. */
const OTHER_BRANDS: readonly [RegExp, string][] = [
	[/^3g/, '3gp'],
	[/^qt/, 'mov'],
	[/^[MF]4[ABP]/, 'm4a'],
	[/^(he[iv]|mif1|msf1)/, 'heic'],
	[/^avi/, 'avif'],
	[/^crx/, 'cr3'],
];

const MP4_BRAND = /^(iso.|mp4.|mp71|avc1|M4V|MSNV|XAVC|dash|msdh|msix|cmf.|f4v|mmp4|ND)/i;

function mediaExtensions(bytes: Buffer): string[] {
	const brands: string[] = [];
	const end = Math.max(12, Math.min(bytes.readUInt32BE(0), 256, bytes.length));
	for (let start = 8; start + 4 <= end; start += 4) {
		brands.push(bytes.toString('latin1', start, start + 4));
	}
	const other = OTHER_BRANDS.find(([brand]) => brand.test(brands[0] ?? ''));
	if (other !== undefined) return [other[1]];
	return brands.some((brand) => MP4_BRAND.test(brand)) ? ['mp4'] : ['another brand'];
}

/** A PDF begins with its sign, or has it on a line of its own within the first kilobyte, before its objects. */
function isPdf(bytes: Buffer): boolean {
	const start = bytes.subarray(0, 1024).indexOf('%PDF-', 0, 'latin1');
	if (start < 0) return false;
	const before = bytes.toString('latin1', 0, start);
	if (/^[\s\0\xef\xbb\xbf]*$/.test(before)) return true;
	return /[^ -~]$/.test(before) && / obj\b/.test(bytes.toString('latin1', start, start + 4096));
}

/** Text has no control characters but those of lines; a mark says that it is UTF-16. */
const isText = (bytes: Buffer): boolean =>
	/^[\t\n\f\r\x20-\x7e\x80-\xff]+$/.test(bytes.toString('latin1', 0, 4096)) ||
	at(bytes, 0, '\xff\xfe') ||
	at(bytes, 0, '\xfe\xff');

const SIGNS: readonly [is: (bytes: Buffer) => boolean, extensions: (bytes: Buffer) => string[]][] =
	[
		[(bytes) => at(bytes, 0, '\xff\xd8\xff'), () => ['jpg', 'jpeg']],
		[(bytes) => at(bytes, 0, '\x89PNG\r\n\x1a\n'), () => ['png']],
		[(bytes) => at(bytes, 0, 'GIF8'), () => ['gif']],
		[(bytes) => at(bytes, 0, 'BM') && at(bytes, 6, '\0\0\0\0'), () => ['bmp']],
		[(bytes) => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP'), () => ['webp']],
		[(bytes) => at(bytes, 0, 'PK\x03\x04') || at(bytes, 0, 'PK\x05\x06'), archiveExtensions],
		[(bytes) => at(bytes, 0, '\xd0\xcf\x11\xe0'), () => ['doc', 'xls', 'ppt']],
		[(bytes) => at(bytes, 4, 'ftyp'), mediaExtensions],
		[(bytes) => at(bytes, 0, '\x1a\x45\xdf\xa3'), () => ['webm']],
		[(bytes) => at(bytes, 0, 'MZ'), () => ['exe']],
		[isPdf, () => ['pdf']],
		[isText, () => ['txt', 'csv', 'json', 'html']],
	];

/** MIME types that servers give to files of any kind. */
const SAYS_NOTHING =
	/^(|text\/plain|binary\/octet-stream|application\/(octet-stream|x-download|force-download))$/;

const JPEG = /^image\/(jpg|pjpeg)$/;

/** Extensions that name a kind of file; `.php` or `.2` do not. */
const NAMED_KINDS = new Set(
	[
		'txt csv rtf doc docx docs odt xls xlsx ods ppt pptx pdf zip rar 7z tar gz exe apk iso',
		'jpg jpeg png gif webp bmp tif tiff svg heic ico 3gp mp4 webm mov avi mkv wmv flv mpg mpeg',
		'mp3 wav ogg opus m4a aac',
	].flatMap((names) => names.split(' ')),
);

export const extensionOf = (name: string): string =>
	/\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Whether a name is no reason to refuse the file: it ends in one of these, or in nothing that names a kind of file. */
export function mayEndSo(name: string, extensions: readonly string[]): boolean {
	const extension = extensionOf(name);
	return extensions.includes(extension) || !NAMED_KINDS.has(extension);
}

/** What is known about a file. Any part of it may be missing. */
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
