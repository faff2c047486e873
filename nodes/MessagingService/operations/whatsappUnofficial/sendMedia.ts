import { z } from 'zod';

import { CREDITS_PER_MEDIA } from '../../../service';
import { operation, type ServiceRequest } from '../../engine/operation';
import { text } from '../inputs/text';
import {
	attachedFile,
	faultOfAttached,
	faultOfBase64,
	faultOfName,
	mediaBase64,
	mediaUrl,
	nameOfAttached,
} from './media';
import {
	checkSending,
	fromFields,
	sendInput,
	sendOptions,
	toField,
	toWhom,
	wireSending,
} from './sender';
import { sent } from './sent';

const base = { ...sendInput, fileName: text().optional(), caption: text().optional() };

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

/** By the fields that they are about. */
function faultsOf(given: Input): Record<string, string | undefined> {
	const { fileName, mediaSource } = given;
	const fileNameFault = fileName === undefined ? undefined : faultOfName(fileName);
	if (fileNameFault !== undefined) return { fileName: fileNameFault };
	if (mediaSource === 'binary') {
		return { binaryPropertyName: faultOfAttached(given.binaryPropertyName, fileName) };
	}
	return mediaSource === 'base64'
		? { mediaBase64: faultOfBase64(given.mediaBase64, fileName) }
		: {};
}

/** One source and never two: the service would take the base64 and say nothing about the other. */
function request(given: Input): ServiceRequest {
	const { caption, fileName } = given;
	const json = {
		...wireSending(given),
		...(caption !== undefined && { caption }),
		...(fileName !== undefined && { file_name: fileName }),
	};
	const where = { method: 'POST', path: '/whatsapp/media' } as const;
	switch (given.mediaSource) {
		case 'url':
			return { ...where, json: { ...json, media_url: given.mediaUrl } };
		case 'base64':
			return { ...where, json: { ...json, media_base64: given.mediaBase64 } };
		case 'binary': {
			const file = given.binaryPropertyName;
			return {
				...where,
				json: { ...json, file_name: nameOfAttached(file, fileName) },
				jsonFile: { name: 'media_base64', file },
			};
		}
	}
}

export const sendMedia = operation({
	value: 'sendMedia',
	name: 'Send Media',
	action: 'Send a WhatsApp Unofficial media message',
	description:
		'Send a picture, a video or a document through one of the unofficial WhatsApp senders',
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
					description: 'The file itself, written as base64',
				},
				{
					name: 'File of the Item',
					value: 'binary',
					description: 'A file that this item carries',
				},
				{ name: 'URL', value: 'url', description: 'The service downloads the file' },
			],
			default: 'url',
			hint: `Each media message costs ${CREDITS_PER_MEDIA} WhatsApp credits`,
			description: 'Where the file comes from: docx, jpg, jpeg, png, pdf, webm or mp4',
		},
		{
			displayName: 'Media URL',
			name: 'mediaUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/photo.jpg',
			description:
				'The address from which the service downloads the file, without a login and at most 1024 KB large',
			displayOptions: { show: { mediaSource: ['url'] } },
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			placeholder: 'e.g. data',
			hint: 'The name of the input field that holds the file',
			description: 'At most 768 KB, which is 1024 KB in the form in which it is sent',
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
			description: 'The file as base64, at most 1024 KB of characters',
			displayOptions: { show: { mediaSource: ['base64'] } },
		},
		...fromFields,
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
				'The name under which the recipient sees the file. Its end tells the type: docx, jpg, jpeg, png, pdf, webm or mp4.',
		},
	],
	options: sendOptions,
	effect: 'send',
	input,
	file: { field: 'binaryPropertyName', isWanted: ({ mediaSource }) => mediaSource === 'binary' },
	request,
	answer: sent.extend({ caption: z.string().nullish(), media_url: z.string().nullish() }),
	credits: () => CREDITS_PER_MEDIA,
});
