import { z } from 'zod/v4';

/** A kind of file that an endpoint accepts. */
export interface FileKind {
	extensions: readonly string[];
	mime: string;
	largest: number;
}

const KB = 1024;
const MB = 1024 * KB;
const OFFICE = 'application/vnd.openxmlformats-officedocument';

const kind = (largest: number, mime: string, ...extensions: string[]): FileKind => ({
	extensions,
	mime,
	largest,
});

/** POST wa_business/reply: "Media formats and size limits". */
export const BUSINESS_FILES = {
	document: [
		kind(100 * MB, 'text/plain', 'txt'),
		kind(100 * MB, 'application/vnd.ms-excel', 'xls'),
		kind(100 * MB, `${OFFICE}.spreadsheetml.sheet`, 'xlsx'),
		kind(100 * MB, 'application/msword', 'doc'),
		kind(100 * MB, `${OFFICE}.wordprocessingml.document`, 'docx'),
		kind(100 * MB, 'application/vnd.ms-powerpoint', 'ppt'),
		kind(100 * MB, `${OFFICE}.presentationml.presentation`, 'pptx'),
		kind(100 * MB, 'application/pdf', 'pdf'),
	],
	image: [kind(5 * MB, 'image/jpeg', 'jpeg', 'jpg'), kind(5 * MB, 'image/png', 'png')],
	video: [kind(16 * MB, 'video/3gpp', '3gp'), kind(5 * MB, 'video/mp4', 'mp4')],
} as const satisfies Record<string, readonly FileKind[]>;

export type BusinessMedia = keyof typeof BUSINESS_FILES;

/**
 * POST button_reply: "document pdf, doc, docs, ppt, pptx, txt, xls, xlsx; image jpeg, png; video 3gp, mp4". The table
 * of wa_business/reply treats jpg and jpeg as one type; "docs" can only mean docx.
 */
export const HEADER_EXTENSIONS: Readonly<Record<BusinessMedia, readonly string[]>> = {
	document: ['pdf', 'doc', 'docs', 'docx', 'ppt', 'pptx', 'txt', 'xls', 'xlsx'],
	image: ['jpeg', 'jpg', 'png'],
	video: ['3gp', 'mp4'],
};

/** POST whatsapp/media: "Allowed file types: docx, jpg, jpeg, png, pdf, webm, mp4". */
export const UNOFFICIAL_FILES: readonly FileKind[] = [
	kind(1024 * KB, 'image/jpeg', 'jpg', 'jpeg'),
	kind(1024 * KB, 'image/png', 'png'),
	kind(1024 * KB, 'application/pdf', 'pdf'),
	kind(1024 * KB, `${OFFICE}.wordprocessingml.document`, 'docx'),
	kind(MB, 'video/mp4', 'mp4'),
	kind(MB, 'video/webm', 'webm'),
];

/** media_base64: at most 1024 kilobytes of characters. */
const BASE64_CHARACTERS = 1024 * KB;

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** A PDF in base64: three bytes are four characters. */
export const pdf = (characters: number) => btoa(`%PDF-1.4${'\0'.repeat((characters / 4) * 3 - 8)}`);

export const base64 = z
	.string()
	.min(1)
	.max(BASE64_CHARACTERS, `must have at most ${BASE64_CHARACTERS} characters`)
	.regex(BASE64, 'is not valid base64')
	.describe(`base64 of at most ${BASE64_CHARACTERS} characters`);
