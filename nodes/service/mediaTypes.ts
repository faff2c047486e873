/** The files that each route takes (section Endpoints: wa_business/reply, button_reply, whatsapp/media). */

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

/** Media of a Business reply. */
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

/** Extensions of a header above reply buttons; no sizes are documented for them. */
export const BUTTONS_HEADER_EXTENSIONS = {
	document: ['pdf', 'doc', 'docs', 'ppt', 'pptx', 'txt', 'xls', 'xlsx'],
	image: ['jpeg', 'png'],
	video: ['3gp', 'mp4'],
} as const satisfies Record<BusinessMedia, readonly string[]>;

/** Files of an unofficial media message. */
export const UNOFFICIAL_FILES: readonly FileType[] = [
	{ extensions: ['jpg', 'jpeg'], mime: 'image/jpeg', largest: 1024 * KILOBYTE },
	{ extensions: ['png'], mime: 'image/png', largest: 1024 * KILOBYTE },
	{ extensions: ['pdf'], mime: 'application/pdf', largest: 1024 * KILOBYTE },
	{ extensions: ['docx'], mime: `${OFFICE}.wordprocessingml.document`, largest: 1024 * KILOBYTE },
	{ extensions: ['mp4'], mime: 'video/mp4', largest: MEGABYTE },
	{ extensions: ['webm'], mime: 'video/webm', largest: MEGABYTE },
];

/** Characters of base64, whatever the file behind them. */
export const LONGEST_BASE64 = 1024 * KILOBYTE;

/** The type whose extension a file name or the path of a URL carries. */
export function fileTypeOf<Type extends FileType>(
	types: readonly Type[],
	name: string,
): Type | undefined {
	const extension = extensionOf(name);
	return types.find(({ extensions }) => extensions.includes(extension));
}

export const extensionOf = (name: string): string =>
	/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
