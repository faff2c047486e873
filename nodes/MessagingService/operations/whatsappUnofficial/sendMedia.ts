import { z } from 'zod';

import {
	CREDITS_PER_MEDIA,
	LONGEST_BASE64,
	sizeInWords,
	typesInWords,
	UNOFFICIAL_FILES,
} from '../../../service';
import { operation, type ServiceRequest } from '../../engine/operation';
import { attachedFile } from '../inputs/attachedFile';
import { fileName, optionalText } from '../inputs/text';
import { nameForUrl } from '../inputs/webAddress';
import {
	ALLOWED,
	faultOfAttached,
	faultOfBase64,
	LARGEST_ATTACHED,
	mediaBase64,
	mediaUrl,
	nameOfAttached,
	nameOfBase64,
} from './media';
import {
	checkSending,
	fromFields,
	pauseOf,
	reviewSending,
	sendInput,
	sendOptions,
	toField,
	toWhom,
	wireSending,
} from './sender';
import { sent } from './sent';

const base = { ...sendInput, fileName, caption: optionalText() };

const input = z
	.discriminatedUnion('mediaSource', [
		z.object({ ...base, mediaSource: z.literal('url'), mediaUrl }),
		z.object({ ...base, mediaSource: z.literal('base64'), mediaBase64 }),
		z.object({ ...base, mediaSource: z.literal('binary'), binaryPropertyName: attachedFile }),
	])
	.transform(toWhom)
	.superRefine((given, context) => {
		checkSending(given, context);
		for (const [field, message] of Object.entries(faultsOf(given))) {
			if (message !== undefined) context.addIssue({ code: 'custom', path: [field], message });
		}
	});

type Input = z.output<typeof input>;

function faultsOf(given: Input): Record<string, string | undefined> {
	switch (given.mediaSource) {
		case 'url':
			return {};
		case 'base64':
			return { mediaBase64: faultOfBase64(given.mediaBase64, given.fileName) };
		case 'binary':
			return { binaryPropertyName: faultOfAttached(given.binaryPropertyName, given.fileName) };
	}
}

function nameOf(given: Input): string | undefined {
	switch (given.mediaSource) {
		case 'url':
			return nameForUrl(given.fileName, given.mediaUrl, UNOFFICIAL_FILES);
		case 'base64':
			return given.fileName && nameOfBase64(given.mediaBase64, given.fileName);
		case 'binary':
			return nameOfAttached(given.binaryPropertyName, given.fileName);
	}
}

/** Never two sources: the service would use the base64 and silently ignore the URL. */
function request(given: Input): ServiceRequest {
	const { caption } = given;
	const name = nameOf(given);
	const json = {
		...wireSending(given),
		...(caption !== undefined && { caption }),
		...(name !== undefined && { file_name: name }),
	};
	const where = { method: 'POST', path: '/whatsapp/media' } as const;
	switch (given.mediaSource) {
		case 'url':
			return { ...where, json: { ...json, media_url: given.mediaUrl } };
		case 'base64':
			return { ...where, json: { ...json, media_base64: given.mediaBase64.characters } };
		case 'binary':
			return { ...where, json, jsonFile: { name: 'media_base64', file: given.binaryPropertyName } };
	}
}

export const sendMedia = operation({
	value: 'sendMedia',
	name: 'Send Media',
	action: 'Send unofficial WhatsApp media',
	description: 'Send a picture, a video or a document from one of the unofficial WhatsApp senders',
	fields: [
		toField,
		{
			displayName: 'Media Source',
			name: 'mediaSource',
			type: 'options',
			options: [
				{
					name: 'Base64 Text',
					value: 'base64',
					description: 'The content of the file as base64 text',
				},
				{
					name: 'File of the Item',
					value: 'binary',
					description: 'A file that the item contains',
				},
				{ name: 'URL', value: 'url', description: 'The service downloads the file' },
			],
			default: 'url',
			hint: `Each media message costs ${CREDITS_PER_MEDIA} WhatsApp credits`,
			description: `Where the file comes from. Allowed types: ${ALLOWED}.`,
		},
		{
			displayName: 'Media URL',
			name: 'mediaUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/photo.jpg',
			description: `The address from which the service downloads the file, without a login. ${typesInWords(UNOFFICIAL_FILES)}.`,
			displayOptions: { show: { mediaSource: ['url'] } },
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			placeholder: 'e.g. data',
			hint: 'The name of the input field that contains the file',
			description: `The file may have at most ${sizeInWords(LARGEST_ATTACHED)}, which becomes ${sizeInWords(LONGEST_BASE64)} when it is sent`,
			displayOptions: { show: { mediaSource: ['binary'] } },
		},
		{
			displayName: 'Media Base64',
			name: 'mediaBase64',
			type: 'string',
			typeOptions: { rows: 3 },
			required: true,
			default: '',
			placeholder: 'e.g. iVBORw0KGgo…',
			description: `The content of the file as base64 text, at most ${sizeInWords(LONGEST_BASE64)}`,
			displayOptions: { show: { mediaSource: ['base64'] } },
		},
		{
			displayName: 'Caption',
			name: 'caption',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Our new roast',
			description: 'The text below the file',
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. invoice.pdf',
			description:
				'The file name that the recipient sees. If it has no extension, the one of the file type is added.',
		},
		...fromFields,
	],
	options: sendOptions,
	effect: 'send',
	input,
	review: (given) => reviewSending(given, given.caption ?? ''),
	file: { field: 'binaryPropertyName', isWanted: ({ mediaSource }) => mediaSource === 'binary' },
	request,
	answer: sent.extend({ caption: z.string().nullish(), media_url: z.string().nullish() }),
	credits: () => CREDITS_PER_MEDIA,
	pause: pauseOf,
});
