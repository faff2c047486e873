import { z } from 'zod';

import {
	extensionOf,
	extensionOfBytes,
	type FileType,
	isBase64,
	LONGEST_BASE64,
	UNOFFICIAL_FILES,
} from '../../../service';
import { ItemFile, REQUIRED } from '../../engine/operation';
import { fileNameOf, misfitOfName, webAddress } from '../inputs/webAddress';

/** The file of a media message, from wherever it comes: what the service refuses is refused here first. */

const EXTENSIONS = UNOFFICIAL_FILES.flatMap(({ extensions }) => extensions);
const ALLOWED = EXTENSIONS.join(', ');

/** So many bytes give the most characters of base64 that the service takes. */
const LARGEST_ATTACHED = (LONGEST_BASE64 / 4) * 3;

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`;

const typeByName = (name: string): FileType | undefined =>
	UNOFFICIAL_FILES.find(({ extensions }) => extensions.includes(extensionOf(name)));

const typeByMime = (mime: string): FileType | undefined =>
	UNOFFICIAL_FILES.find((type) => type.mime === mime.split(';')[0]?.trim().toLowerCase());

export const mediaUrl = webAddress.superRefine((url, context) => {
	const message = misfitOfName(fileNameOf(url), EXTENSIONS);
	if (message !== undefined) context.addIssue({ code: 'custom', message });
});

/** As people have it: with the beginning of a data URL, or broken into lines. */
export const mediaBase64 = z.preprocess(
	(value) =>
		typeof value === 'string'
			? value.replace(/^\s*data:[^,]{0,200};base64,/i, '').replace(/\s+/g, '')
			: value,
	z.string().superRefine((value, context) => {
		const fault = (message: string) => {
			context.addIssue({ code: 'custom', message });
		};
		if (!isBase64(value)) fault('must be a file in base64');
		if (value.length > LONGEST_BASE64) {
			fault(
				`may have at most ${LONGEST_BASE64} characters and has ${value.length}: send a smaller file, or send it by URL`,
			);
		}
	}),
);

export const attachedFile = z.instanceof(ItemFile, { message: REQUIRED });

/** In words what is wrong with a file of an item. */
export function faultOfAttached(file: ItemFile, fileName: string | undefined) {
	const name = nameOfAttached(file, fileName);
	if (typeByName(name) === undefined) {
		return `holds the file '${name}' of type ${file.mimeType}, and only ${ALLOWED} are allowed`;
	}
	if (file.size === 0) return `holds the file '${name}', which is empty`;
	if (file.size > LARGEST_ATTACHED) {
		return `holds a file of ${kilobytes(file.size)}, and at most ${kilobytes(LARGEST_ATTACHED)} can be attached: send a smaller file, or send it by URL`;
	}
	return undefined;
}

/** The name that a person gave, or that the file has, with an extension that tells its type. */
export function nameOfAttached(file: ItemFile, fileName: string | undefined): string {
	if (fileName !== undefined) return fileName;
	const own = file.fileName ?? '';
	if (typeByName(own) !== undefined) return own;
	const extension = typeByMime(file.mimeType)?.extensions[0];
	if (extension === undefined) return own === '' ? 'file' : own;
	return extensionOf(own) === '' ? `${own === '' ? 'file' : own}.${extension}` : own;
}

/** In words what is wrong with a base64 text whose form is right. */
export function faultOfBase64(base64: string, fileName: string | undefined): string | undefined {
	if (fileName !== undefined) return undefined;
	const beginning = Buffer.from(base64.slice(0, 32), 'base64');
	return extensionOfBytes(beginning) === undefined
		? `holds a file whose type cannot be told: give it a File Name that ends in one of ${ALLOWED}`
		: undefined;
}

export function faultOfName(fileName: string): string | undefined {
	return typeByName(fileName) === undefined ? `must end in one of ${ALLOWED}` : undefined;
}
