import { isPlainRecord } from '../plain';

/** Section Endpoints lists the file types of each route (wa_business/reply, button_reply, whatsapp/media). */

const DOCUMENTS = ['txt', 'xls', 'xlsx', 'doc', 'docx', 'ppt', 'pptx', 'pdf'];

interface Files {
	extensions: readonly string[];
	megabytes: number;
}

export const BUSINESS_FILES = {
	document: [{ extensions: DOCUMENTS, megabytes: 100 }],
	image: [{ extensions: ['jpeg', 'jpg', 'png'], megabytes: 5 }],
	video: [
		{ extensions: ['3gp'], megabytes: 16 },
		{ extensions: ['mp4'], megabytes: 5 },
	],
} as const satisfies Record<string, readonly Files[]>;

export type BusinessMedia = keyof typeof BUSINESS_FILES;

export const extensionsOf = (kind: BusinessMedia): readonly string[] =>
	BUSINESS_FILES[kind].flatMap(({ extensions }) => extensions);

/** Returns a text such as '3gp up to 16 MB; mp4 up to 5 MB'. */
export const typesInWords = (kind: BusinessMedia): string =>
	BUSINESS_FILES[kind]
		.map(({ extensions, megabytes }) => `${extensions.join(', ')} up to ${megabytes} MB`)
		.join('; ');

/** The headers of buttons. For a document, the service lists docs and not docx. Only docx can be meant, so both are accepted. */
export const headerExtensionsOf = (kind: BusinessMedia): readonly string[] =>
	kind === 'document' ? [...DOCUMENTS, 'docs'] : extensionsOf(kind);

export const UNOFFICIAL_TYPES: Readonly<Record<string, string>> = {
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	png: 'image/png',
	pdf: 'application/pdf',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	mp4: 'video/mp4',
	webm: 'video/webm',
};

/** In base64. A file behind a URL may have as many bytes. */
export const LONGEST_BASE64 = 1024 * 1024;

export const sizeInWords = (bytes: number): string => `${Math.floor(bytes / 1024)} KB`;

/** The ending of a version or a date, such as the 2 of v1.2, has no letter. */
export const extensionOf = (name: string): string =>
	/\.(?=\d*[a-z])([a-z0-9]{1,5})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '';

/** Other endings of a URL, such as .php, say nothing about the file. */
const KNOWN_EXTENSIONS = new Set([
	...[...DOCUMENTS, ...extensionsOf('image'), ...extensionsOf('video')],
	...Object.keys(UNOFFICIAL_TYPES),
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
export function isUnofficialFile(name: string, mime: string): boolean {
	const written = mime.split(';')[0]?.trim().toLowerCase() ?? '';
	if (written === 'text/html') return false;
	if (extensionOf(name) !== '') return Object.hasOwn(UNOFFICIAL_TYPES, extensionOf(name));
	return written === '' || Object.values(UNOFFICIAL_TYPES).includes(written);
}

/** Allowed Media Hosts guards only these: a request with another name for a URL needs it here. */
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
