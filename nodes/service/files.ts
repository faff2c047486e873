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

/** The ending of a version or a date, such as the 2 of v1.2, has no letter. */
export const extensionOf = (name: string): string =>
	/\.(?=\d*[a-z])([a-z0-9]{1,5})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '';

/** Other endings of a URL, such as .php, say nothing about the file. */
const KNOWN_EXTENSIONS = new Set([
	...Object.values(BUSINESS_FILES).flatMap(extensionsOf),
	...extensionsOf(UNOFFICIAL_FILES),
	...'avi bmp csv exe gif heic jfif json log m4a md mov mp3 odt ogg rar rtf svg tif webp xml zip'.split(
		' ',
	),
]);

export const namesAnotherType = (name: string, allowed: readonly string[]): boolean =>
	KNOWN_EXTENSIONS.has(extensionOf(name)) && !allowed.includes(extensionOf(name));

/**
 * The extension decides, and without one the MIME type. The service checks a file that has neither. A web page is never
 * meant: it is what a download gets instead of a file that needs a login.
 */
export function isOfTypes(types: readonly FileType[], name: string, mime: string): boolean {
	const written = mime.split(';')[0]?.trim().toLowerCase() ?? '';
	if (written === 'text/html') return false;
	if (extensionOf(name) !== '') return extensionsOf(types).includes(extensionOf(name));
	return written === '' || types.some((type) => type.mime === written);
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
