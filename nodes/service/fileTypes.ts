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

/** These are the first characters of base64, if the file is of this type. A docx file is a zip archive. */
const BASE64_STARTS: [extension: string, start: RegExp][] = [
	['jpg', /^\/9j\//],
	['png', /^iVBORw0KGgo/],
	['pdf', /^JVBERi0/],
	['docx', /^UEsDB/],
	['mp4', /^.{5}[2GWm]Z0eX/],
	['webm', /^GkXfo/],
];

/** A name for a file that is only known by its content in base64. */
export const nameByStart = (base64: string): string =>
	`file.${BASE64_STARTS.find(([, start]) => start.test(base64))?.[0] ?? ''}`;

function usualMime(mime: string): string {
	const written = mime.split(';')[0]?.trim().toLowerCase() ?? '';
	return OTHER_MIMES[written] ?? written;
}

export const saysNoType = (mime: string): boolean => SAYS_NOTHING.test(usualMime(mime));

/** The MIME type decides. If it says nothing, the first name with the extension of an allowed type does. */
export function fileTypeOf<Type extends FileType>(
	types: readonly Type[],
	mime: string,
	names: readonly string[],
): Type | undefined {
	if (!saysNoType(mime)) return types.find((type) => type.mime === usualMime(mime));
	const extensions = names.map((name) => usualExtension(extensionOf(name)));
	const fits = (extension: string) => types.find((type) => type.extensions.includes(extension));
	return extensions.map(fits).find((type) => type !== undefined);
}

export function nameWithExtension(name: string, { extensions }: FileType): string {
	const extension = extensionOf(name);
	// The service documents docs as an extension next to docx.
	if (extensions.includes(extension === 'docs' ? 'docx' : extension)) return name;
	const isForeign = KNOWN_EXTENSIONS.has(extension) || PROGRAM.test(extension);
	const stem = isForeign ? name.slice(0, -extension.length - 1) : name.replace(/(?<!\.)\.+$/, '');
	if (extensions.includes(extensionOf(stem))) return stem;
	return `${stem === '' ? 'file' : stem}.${extensions[0] ?? ''}`;
}
