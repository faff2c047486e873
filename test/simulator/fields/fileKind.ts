import type { FileKind } from '../facts/files';

/**
 * The type of a file: by its bytes, then by its MIME type, then by its name. The documentation lists types of files and
 * does not say how the service tells them apart. A name alone is the weakest sign.
 */

/** How files begin, each with the extensions of such files. The first pattern that matches decides. */
const BEGINNINGS: readonly [RegExp, string][] = [
	[/^\xff\xd8\xff/, 'jpg jpeg'],
	[/^\x89PNG\r\n/, 'png'],
	[/^GIF8/, 'gif'],
	[/^BM.{4}\0{4}/s, 'bmp'],
	[/^RIFF.{4}WEBP/s, 'webp'],
	// The first entry of an OpenDocument or an e-book is its type. A Java program has a folder of its own.
	[/^PK[^ -~]{2}.{26}(mimetype|META-INF\/|[\w ./-]+\.(docx|xlsx|pptx|zip|jar))/is, 'zip'],
	// An Office document is an archive with a folder of its program, or with the parts that all of them have.
	[/^(?=PK[^ -~]{2}).*?PK[^ -~]{2}.{26}word\//s, 'docx docs'],
	[/^(?=PK[^ -~]{2}).*?PK[^ -~]{2}.{26}xl\//s, 'xlsx'],
	[/^(?=PK[^ -~]{2}).*?PK[^ -~]{2}.{26}ppt\//s, 'pptx'],
	[
		/^(?=PK[^ -~]{2}).*?PK[^ -~]{2}.{26}(\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/)/s,
		'docx docs xlsx pptx',
	],
	[/^PK[^ -~]{2}/, 'zip'],
	[/^\xd0\xcf.\xe0/, 'doc xls ppt'],
	[/^.{4}ftyp3g/s, '3gp'],
	// These brands are not mp4, although most of them name a brand of mp4 too.
	[/^.{4}ftyp(qt|[MF]4[ABP]|he[iv]|mif1|msf1|avi|crx)/s, 'mov m4a heic avif'],
	[
		/^.{4}ftyp(.{4}){0,62}?(iso.|mp4.|mp71|avc1|M4V|MSNV|XAVC|dash|msdh|msix|cmf.|f4v|mmp4|ND)/is,
		'mp4',
	],
	[/^.{4}ftyp/s, 'another brand'],
	[/^[^ -~]E\xdf\xa3/, 'webm'],
	[/^MZ/, 'exe'],
	[/^[\s\0\xef\xbb\xbf]*%PDF-/, 'pdf'],
	// The sign of a PDF may also be on a line of its own, before the objects.
	[/^.{0,1018}?[^ -~]%PDF-.{0,4000}? obj\b/s, 'pdf'],
	// Text has no control characters except those of lines. A mark shows UTF-16.
	[/^([\t\n\f\r\x20-\x7e\x80-\xff]{4096}|[\t\n\f\r\x20-\x7e\x80-\xff]+$)/, 'txt csv json html'],
	[/^(\xff\xfe|\xfe\xff)/, 'txt'],
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

interface Evidence {
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

	const beginning = bytes.toString('latin1', 0, 64 * 1024);
	const shown = BEGINNINGS.find(([form]) => form.test(beginning))?.[1].split(' ');
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
