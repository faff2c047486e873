import { isPlainRecord } from '../plain';

/** Section Endpoints lists the file types of each route (wa_business/reply, button_reply, whatsapp/media). */

export interface FileType {
	extensions: readonly string[];
	mime: string;
	largest: number;
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

const document = (extension: string, mime: string): FileType => ({
	extensions: [extension],
	mime,
	largest: 100 * MEGABYTE,
});

const OFFICE = 'application/vnd.openxmlformats-officedocument';

export const BUSINESS_FILES = {
	document: [
		document('txt', 'text/plain'),
		document('xls', 'application/vnd.ms-excel'),
		document('xlsx', `${OFFICE}.spreadsheetml.sheet`),
		document('doc', 'application/msword'),
		document('docx', `${OFFICE}.wordprocessingml.document`),
		document('ppt', 'application/vnd.ms-powerpoint'),
		document('pptx', `${OFFICE}.presentationml.presentation`),
		document('pdf', 'application/pdf'),
	],
	image: [
		{ extensions: ['jpeg', 'jpg'], mime: 'image/jpeg', largest: 5 * MEGABYTE },
		{ extensions: ['png'], mime: 'image/png', largest: 5 * MEGABYTE },
	],
	video: [
		{ extensions: ['3gp'], mime: 'video/3gpp', largest: 16 * MEGABYTE },
		{ extensions: ['mp4'], mime: 'video/mp4', largest: 5 * MEGABYTE },
	],
} as const satisfies Record<string, readonly FileType[]>;

export type BusinessMedia = keyof typeof BUSINESS_FILES;

/** The service lists docs and not docx. Only docx can be meant, so both are accepted. */
export const BUTTONS_HEADER_EXTENSIONS = {
	document: ['pdf', 'doc', 'docx', 'docs', 'ppt', 'pptx', 'txt', 'xls', 'xlsx'],
	image: ['jpeg', 'jpg', 'png'],
	video: ['3gp', 'mp4'],
} as const satisfies Record<BusinessMedia, readonly string[]>;

export const UNOFFICIAL_FILES: readonly FileType[] = [
	{ extensions: ['jpg', 'jpeg'], mime: 'image/jpeg', largest: 1024 * KILOBYTE },
	{ extensions: ['png'], mime: 'image/png', largest: 1024 * KILOBYTE },
	{ extensions: ['pdf'], mime: 'application/pdf', largest: 1024 * KILOBYTE },
	{ extensions: ['docx'], mime: `${OFFICE}.wordprocessingml.document`, largest: 1024 * KILOBYTE },
	{ extensions: ['mp4'], mime: 'video/mp4', largest: MEGABYTE },
	{ extensions: ['webm'], mime: 'video/webm', largest: MEGABYTE },
];

export const LONGEST_BASE64 = 1024 * KILOBYTE;

export const sizeInWords = (bytes: number): string =>
	bytes > MEGABYTE ? `${Math.floor(bytes / MEGABYTE)} MB` : `${Math.floor(bytes / KILOBYTE)} KB`;

export const extensionsOf = (types: readonly FileType[]): readonly string[] =>
	types.flatMap(({ extensions }) => extensions);

/** Returns a text such as '3gp up to 16 MB; mp4 up to 5 MB'. */
export function typesInWords(types: readonly FileType[]): string {
	const sizes = [...new Set(types.map(({ largest }) => largest))];
	const alike = (size: number) => extensionsOf(types.filter(({ largest }) => largest === size));
	return sizes.map((size) => `${alike(size).join(', ')} up to ${sizeInWords(size)}`).join('; ');
}

export const extensionOf = (name: string): string =>
	/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

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

export const namesAnotherType = (name: string, allowed: readonly string[]): boolean =>
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
export function isOfTypes(
	types: readonly FileType[],
	mime: string,
	names: readonly string[],
): boolean {
	if (!saysNoType(mime)) return types.some((type) => type.mime === usualMime(mime));
	const allowed = extensionsOf(types);
	return names.map(extensionOf).some((one) => allowed.includes(OTHER_EXTENSIONS[one] ?? one));
}

const ADDRESS_FIELDS = new Set(['media_url', 'link', 'file_url']);

/** The service downloads files from these URLs, which may be at any depth of a request. */
export function mediaUrlsIn(body: unknown): string[] {
	if (Array.isArray(body)) return body.flatMap(mediaUrlsIn);
	if (!isPlainRecord(body)) return [];
	// In a template's header, the URL is the value of the key url.
	if (body.key === 'url' && typeof body.value === 'string') return [body.value];
	return Object.entries(body).flatMap(([name, value]) =>
		ADDRESS_FIELDS.has(name) && typeof value === 'string' ? [value] : mediaUrlsIn(value),
	);
}
