import { z } from 'zod';

import {
	beginningOfBase64,
	extensionsOf,
	judgedFile,
	LONGEST_BASE64,
	nameWithExtension,
	sizeInWords,
	UNOFFICIAL_FILES,
	usualBase64,
} from '../../../service';
import { REQUIRED, type ItemFile } from '../../engine/operation';
import { fileAddress, refuse, unlessBlank } from '../inputs';

const EXTENSIONS = extensionsOf(UNOFFICIAL_FILES);

export const ALLOWED = EXTENSIONS.join(', ');

/** Base64 writes 3 bytes as 4 characters. */
export const LARGEST_ATTACHED = (LONGEST_BASE64 / 4) * 3;

export const mediaUrl = fileAddress(EXTENSIONS);

const DATA_URL = /^data:([^,;]{0,100})[^,]{0,100};base64,/i;

/** Programs also write base64 as a data URL, with line breaks, without padding or with the URL-safe alphabet. */
export const mediaBase64 = z.unknown().transform((value, context) => {
	const given = unlessBlank(value);
	if (given === undefined) return refuse(context, REQUIRED);
	const written = typeof given === 'string' ? given.replace(/\s+/g, '') : '';
	const [head = '', mime] = DATA_URL.exec(written) ?? [];
	const characters = usualBase64(written.slice(head.length));
	if (characters === undefined) return refuse(context, 'must be a file in base64');
	if (characters.length > LONGEST_BASE64) {
		return refuse(
			context,
			`may have at most ${LONGEST_BASE64} characters and has ${characters.length}: send a smaller file, or send it by URL`,
		);
	}
	return { characters, mime };
});

export interface Named {
	name?: string | undefined;
	fault?: string;
}

export function namedAttached(file: ItemFile, fileName: string | undefined): Named {
	const { beginning: bytes, mimeType: mime, fileName: own, size } = file;
	const names = [fileName, own].filter((name) => name !== undefined);
	const judged = judgedFile(UNOFFICIAL_FILES, { bytes, mime, names });
	if (judged.kind !== 'allowed') {
		const type = judged.kind === 'other' ? judged.found : mime;
		const called = own ?? fileName ?? 'file';
		return {
			fault: `contains the file '${called}' of type ${type}, and only ${ALLOWED} are allowed`,
		};
	}
	if (size > LARGEST_ATTACHED) {
		const kilobytes = Math.ceil(size / 1024);
		return {
			fault: `contains a file of ${kilobytes} KB, and at most ${sizeInWords(LARGEST_ATTACHED)} can be attached: send a smaller file, or send it by URL`,
		};
	}
	return { name: nameWithExtension(fileName ?? own ?? '', judged.type) };
}

export function namedBase64(
	{ characters, mime }: z.output<typeof mediaBase64>,
	fileName: string | undefined,
): Named {
	const judged = judgedFile(UNOFFICIAL_FILES, {
		bytes: beginningOfBase64(characters),
		mime,
		names: fileName === undefined ? [] : [fileName],
	});
	if (judged.kind === 'allowed') {
		return fileName === undefined ? {} : { name: nameWithExtension(fileName, judged.type) };
	}
	const fault =
		judged.kind === 'other'
			? `contains a file of type ${judged.found}, and only ${ALLOWED} are allowed`
			: `contains a file of unknown type: set File Name to a name that ends in one of ${ALLOWED}`;
	return { fault };
}
