import { z } from 'zod';

import { field, parsedUrl, quoted } from '../../../plain';
import * as service from '../../../service';
import { ItemFile, REQUIRED } from '../../engine/operation';
import { identifier, optionalText, trimmed } from './values';

export const captionField = (placeholder: string, details: field.Details = {}) =>
	field.text('Caption', 'caption', {
		typeOptions: { rows: 2 },
		placeholder,
		description: 'The text below the file',
		...details,
	});

export const DOWNLOADED = 'A public address of the file';

export const FILE_SOURCES = {
	binary: ['File of the Item', 'A file that the item contains'],
	url: ['URL', 'The service downloads the file'],
} as const;

export const attachedFileField = (details: field.Details) =>
	field.text('Input Binary Field', 'binaryPropertyName', {
		default: 'data',
		placeholder: 'e.g. data',
		description: 'The name of the input field that contains the file',
		...details,
	});

export const attachedFile = z.instanceof(ItemFile, { message: REQUIRED }).refine(
	({ size }) => size > 0,
	({ fileName = 'file' }) => ({ message: `contains the file ${quoted(fileName)}, which is empty` }),
);

/** File systems accept no longer name. */
const LONGEST_NAME = 255;

export const fileName = z.preprocess(trimmed, optionalText(LONGEST_NAME));

const isWebAddress = (text: string) =>
	/^https?:\/\/[^/]/i.test(text) && !/[\t\n\r]/.test(text) && parsedUrl(text) !== undefined;

/** Like a browser, this escapes the spaces in a URL. */
export const webAddress = identifier
	.refine(
		isWebAddress,
		'must be a web address with http:// or https://, such as https://example.com/file.pdf',
	)
	.transform((text) => new URL(text).href);

function fileNameOf(url: string): string {
	const name = new URL(url).pathname.split('/').pop() ?? '';
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** Refuses a URL only if it clearly leads to a file of another type. The service checks all other URLs. */
export const fileAddress = (allowed: readonly string[]) =>
	webAddress.refine(
		(url) => !service.namesAnotherType(fileNameOf(url), allowed),
		(url) => ({
			message: `leads to a file that ends in ${quoted(service.extensionOf(fileNameOf(url)))}, and only ${allowed.join(', ')} are allowed here`,
		}),
	);
