import { extensionsOfBytes } from './fileBeginnings';
import { extensionOf, type FileType } from './mediaTypes';

const OTHER_MIMES: Readonly<Record<string, string>> = {
	'image/jpg': 'image/jpeg',
	'image/pjpeg': 'image/jpeg',
	'image/x-png': 'image/png',
	'application/x-pdf': 'application/pdf',
	'application/mp4': 'video/mp4',
};

const OTHER_EXTENSIONS: Readonly<Record<string, string>> = {
	jfif: 'jpg',
	jpe: 'jpg',
	pjpeg: 'jpg',
	docs: 'docx',
};

/** Any file may have one of these MIME types: n8n falls back to text/plain, and a docx is a zip archive. */
const SAYS_NOTHING =
	/^$|^text\/plain$|^(?:application|binary)\/(?:octet-stream|(?:x-|force-)?download|x-binary|(?:x-)?zip(?:-compressed)?)$/;

/** Other endings, such as .php or .2, say nothing about the type of a file. */
const KNOWN_EXTENSIONS = new Set(
	[
		'txt csv rtf doc docx docm dotx docs odt xls xlsx xlsm ods ppt pptx pps odp pdf epub',
		'json xml md log yaml yml ics vcf pages numbers',
		'jpg jpeg jfif jpe pjpeg png gif webp bmp tif tiff svg heic heif avif ico psd eps ai',
		'3gp mp4 m4v webm mov avi mkv wmv flv mpg mpeg mts ogv',
		'mp3 wav ogg oga opus m4a aac flac wma amr mid midi',
		'zip rar 7z tar gz tgz bz2 xz iso dmg exe msi apk jar deb rpm',
	].flatMap((kinds) => kinds.split(' ')),
);

/** A URL that ends in .php returns a file of another type, so the name must not keep that ending. */
const PROGRAM = /^(?:php\d?|aspx?|ashx|jspx?|cgi|cfm|do|html?)$/;

const usualExtension = (extension: string) => OTHER_EXTENSIONS[extension] ?? extension;

export const namesAnotherType = (name: string, allowed: readonly string[]): boolean =>
	KNOWN_EXTENSIONS.has(extensionOf(name)) && !allowed.includes(usualExtension(extensionOf(name)));

/** Unlike `namesAnotherType`, this is also true for other names of an allowed type, such as jfif. */
export const isNotListed = (name: string, allowed: readonly string[]): boolean =>
	KNOWN_EXTENSIONS.has(extensionOf(name)) && !allowed.includes(extensionOf(name));

interface FileSigns {
	bytes?: Buffer | undefined;
	mime?: string | undefined;
	names?: readonly string[];
}

type JudgedFile<Type extends FileType> =
	{ kind: 'allowed'; type: Type } | { kind: 'other'; found: string } | { kind: 'unknown' };

export function judgedFile<Type extends FileType>(
	types: readonly Type[],
	{ bytes, mime = '', names = [] }: FileSigns,
): JudgedFile<Type> {
	const judged = (type: Type | undefined, found: string): JudgedFile<Type> =>
		type === undefined ? { kind: 'other', found } : { kind: 'allowed', type };
	const shown = bytes === undefined ? [] : extensionsOfBytes(bytes);
	const extensions = names.map(extensionOf);
	const shownByName = extensions.find((one) => shown.includes(one));
	const possible = types.filter(
		(type) => shown.length === 0 || type.extensions.some((extension) => shown.includes(extension)),
	);
	if (possible.length === 0 || shown.length === 1) {
		return judged(possible[0], shownByName ?? shown[0] ?? '');
	}
	// The bytes may fit several types. All Office files, for example, are zip archives.
	const written = mime.split(';')[0]?.trim().toLowerCase() ?? '';
	const usualMime = OTHER_MIMES[written] ?? written;
	if (!SAYS_NOTHING.test(usualMime)) {
		return judged(
			possible.find((type) => type.mime === usualMime),
			usualMime,
		);
	}
	const byName = extensions
		.map(usualExtension)
		.flatMap((extension) => possible.filter((type) => type.extensions.includes(extension)));
	if (byName.length === 0 && shown.length === 0) return { kind: 'unknown' };
	return judged(
		byName[0] ?? (shownByName === undefined ? possible[0] : undefined),
		shownByName ?? '',
	);
}

export function nameWithExtension(name: string, { extensions }: FileType): string {
	const extension = extensionOf(name);
	// The service documents docs as an extension next to docx.
	if (extensions.includes(extension === 'docs' ? 'docx' : extension)) return name;
	const isForeign = KNOWN_EXTENSIONS.has(extension) || PROGRAM.test(extension);
	const stem = isForeign ? name.slice(0, -extension.length - 1) : name.replace(/\.+$/, '');
	if (extensions.includes(extensionOf(stem))) return stem;
	return `${stem === '' ? 'file' : stem}.${extensions[0] ?? ''}`;
}
