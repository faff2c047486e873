import { z } from 'zod';

import {
	beginningOfBase64,
	extensionsOf,
	type FileType,
	judgedFile,
	LONGEST_BASE64,
	nameWithExtension,
	sizeInWords,
	UNOFFICIAL_FILES,
	usualBase64,
} from '../../../service';
import { REQUIRED, type ItemFile } from '../../engine/operation';
import { unlessBlank } from '../inputs/text';
import { fileAddress } from '../inputs/webAddress';

/** The file of a media message, from any source. What the service would refuse is refused here first. */

const EXTENSIONS = extensionsOf(UNOFFICIAL_FILES);

/** 'docx, jpg, jpeg, …', for people. */
export const ALLOWED = EXTENSIONS.join(', ');

/** A file of this many bytes gives the most characters of base64 that the service accepts. */
export const LARGEST_ATTACHED = (LONGEST_BASE64 / 4) * 3;

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`;

export const mediaUrl = fileAddress(EXTENSIONS);

const DATA_URL = /^data:([^,;]{0,100})[^,]{0,100};base64,/i;

/** Base64 in any usual form: as a data URL, broken into lines, without padding, or in its URL-safe form. */
export const mediaBase64 = z.unknown().transform((value, context) => {
	const given = unlessBlank(value);
	const fault = (message: string) => {
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	};
	if (given === undefined) return fault(REQUIRED);
	const written = typeof given === 'string' ? given.replace(/\s+/g, '') : '';
	const [head = '', mime] = DATA_URL.exec(written) ?? [];
	const characters = usualBase64(written.slice(head.length));
	if (characters === undefined) return fault('must be a file in base64');
	if (characters.length > LONGEST_BASE64) {
		return fault(
			`may have at most ${LONGEST_BASE64} characters and has ${characters.length}: send a smaller file, or send it by URL`,
		);
	}
	return { characters, mime };
});

type MediaBase64 = z.output<typeof mediaBase64>;

/** The type of a file that can be sent, or in words what is wrong with the file. */
type Judged = { ok: true; type: FileType } | { ok: false; what: string };

function judgedAttached(file: ItemFile, fileName: string | undefined): Judged {
	const { beginning: bytes, mimeType: mime, fileName: own, size } = file;
	const wrong = (what: string): Judged => ({ ok: false, what: `contains ${what}` });
	const names = [fileName, own].filter((name) => name !== undefined);
	const judged = judgedFile(UNOFFICIAL_FILES, { bytes, mime, names });
	if (judged.kind !== 'allowed') {
		const type = judged.kind === 'other' ? judged.found : mime;
		return wrong(
			`the file '${own ?? fileName ?? 'file'}' of type ${type}, and only ${ALLOWED} are allowed`,
		);
	}
	if (size > LARGEST_ATTACHED) {
		return wrong(
			`a file of ${kilobytes(size)}, and at most ${sizeInWords(LARGEST_ATTACHED)} can be attached: send a smaller file, or send it by URL`,
		);
	}
	return { ok: true, type: judged.type };
}

export function faultOfAttached(file: ItemFile, fileName: string | undefined) {
	const judged = judgedAttached(file, fileName);
	return judged.ok ? undefined : judged.what;
}

/** The file name that the user entered, or the file’s own name, with an extension that fits its type. */
export function nameOfAttached(file: ItemFile, fileName: string | undefined): string {
	const judged = judgedAttached(file, fileName);
	const name = fileName ?? file.fileName ?? '';
	return judged.ok ? nameWithExtension(name, judged.type) : name;
}

const judgedBase64 = ({ characters, mime }: MediaBase64, name: string | undefined) =>
	judgedFile(UNOFFICIAL_FILES, {
		bytes: beginningOfBase64(characters),
		mime,
		names: name === undefined ? [] : [name],
	});

/** What is wrong with a well-formed base64 text, in words. */
export function faultOfBase64(base64: MediaBase64, name: string | undefined): string | undefined {
	const judged = judgedBase64(base64, name);
	switch (judged.kind) {
		case 'allowed':
			return undefined;
		case 'other':
			return `contains a file of type ${judged.found}, and only ${ALLOWED} are allowed`;
		case 'unknown':
			return `contains a file of unknown type: set File Name to a name that ends in one of ${ALLOWED}`;
	}
}

export function nameOfBase64(base64: MediaBase64, fileName: string): string {
	const judged = judgedBase64(base64, fileName);
	return judged.kind === 'allowed' ? nameWithExtension(fileName, judged.type) : fileName;
}
