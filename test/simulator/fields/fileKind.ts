import type { FileKind } from '../facts/files';

/**
 * The type of a file: by its MIME type, then by its name, then by its first bytes. The documentation lists types of
 * files and does not say how the service tells them apart.
 */

/** How the files of unofficial messages begin. */
const BEGINNINGS: readonly [RegExp, string][] = [
	[/^\xff\xd8\xff/, 'jpg'],
	[/^\x89PNG/, 'png'],
	[/^%PDF-/, 'pdf'],
	[/^PK/, 'docx'],
	[/^.{4}ftyp/s, 'mp4'],
	[/^.E\xdf\xa3/s, 'webm'],
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

const extensionOf = (name: string): string => /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

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
	{ bytes, mime = '', name = '' }: Evidence,
): Kind | 'other' | 'unknown' {
	const type = mime.replace(JPEG, 'image/jpeg');
	const extension = extensionOf(name);
	const byName = kinds.find(({ extensions }) => extensions.includes(extension));
	const byMime = SAYS_NOTHING.test(type) ? undefined : kinds.find((kind) => kind.mime === type);

	if (byMime !== undefined) return byMime;
	if (!SAYS_NOTHING.test(type)) return 'other';
	if (byName !== undefined) return byName;
	if (NAMED_KINDS.has(extension)) return 'other';
	const beginning = bytes?.toString('latin1', 0, 12) ?? '';
	const shown = BEGINNINGS.find(([form]) => form.test(beginning))?.[1] ?? '';
	return kinds.find(({ extensions }) => extensions.includes(shown)) ?? 'unknown';
}
