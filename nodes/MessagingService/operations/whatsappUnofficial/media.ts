import { z } from 'zod';

import {
	extensionsOf,
	fileTypeOf,
	LONGEST_BASE64,
	nameByStart,
	nameWithExtension,
	saysNoType,
	sizeInWords,
	UNOFFICIAL_FILES,
} from '../../../service';
import { REQUIRED, type ItemFile } from '../../engine/operation';
import { fileAddress, refuse, unlessBlank } from '../inputs';

const EXTENSIONS = extensionsOf(UNOFFICIAL_FILES);

export const ALLOWED = EXTENSIONS.join(', ');

/** Base64 writes 3 bytes as 4 characters. */
export const LARGEST_ATTACHED = (LONGEST_BASE64 / 4) * 3;

export const mediaUrl = fileAddress(EXTENSIONS);

const DATA_URL = /^data:([^,;]{0,100})[^,]{0,100};base64,/i;

function usualBase64(text: string): string | undefined {
	const [, signs = ''] = /^([A-Za-z0-9+/_-]+)={0,2}$/.exec(text) ?? [];
	if (signs === '' || signs.length % 4 === 1) return undefined;
	return Buffer.from(signs, 'base64').toString('base64');
}

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

function notAllowed(file: string, mime: string): Named {
	const type = mime === '' ? 'unknown type' : `type ${mime}`;
	const advice = saysNoType(mime)
		? '. If it is one of these, set File Name to a name that ends in its type'
		: '';
	return { fault: `contains ${file} of ${type}, and only ${ALLOWED} are allowed${advice}` };
}

export function namedAttached(file: ItemFile, fileName: string | undefined): Named {
	const { mimeType, fileName: own, size } = file;
	const names = [fileName, own].filter((name) => name !== undefined);
	const type = fileTypeOf(UNOFFICIAL_FILES, mimeType, names);
	if (type === undefined) return notAllowed(`the file '${own ?? fileName ?? 'file'}'`, mimeType);
	if (size > LARGEST_ATTACHED) {
		const kilobytes = Math.ceil(size / 1024);
		return {
			fault: `contains a file of ${kilobytes} KB, and at most ${sizeInWords(LARGEST_ATTACHED)} can be attached: send a smaller file, or send it by URL`,
		};
	}
	return { name: nameWithExtension(fileName ?? own ?? '', type) };
}

export function namedBase64(
	{ characters, mime = '' }: z.output<typeof mediaBase64>,
	fileName: string | undefined,
): Named {
	const type = fileTypeOf(UNOFFICIAL_FILES, mime, [fileName ?? '', nameByStart(characters)]);
	if (type !== undefined) {
		return fileName === undefined ? {} : { name: nameWithExtension(fileName, type) };
	}
	return notAllowed('a file', mime);
}
