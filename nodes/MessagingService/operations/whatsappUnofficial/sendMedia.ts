import { z } from 'zod';

import {
	CREDITS_PER_MEDIA,
	LONGEST_BASE64,
	sizeInWords,
	typesInWords,
	UNOFFICIAL_FILES,
} from '../../../service';
import { operation, withoutUnknown, type ServiceRequest } from '../../engine/operation';
import {
	attachedFile,
	attachedFileField,
	captionField,
	choiceField,
	DOWNLOADED,
	FILE_SOURCES,
	fileName,
	nameForUrl,
	optionalText,
	refuse,
	requiredField,
	shownFor,
	textField,
} from '../inputs';
import {
	ALLOWED,
	LARGEST_ATTACHED,
	mediaBase64,
	mediaUrl,
	namedAttached,
	namedBase64,
	type Named,
} from './media';
import * as sender from './sender';

const base = { ...sender.sendInput, fileName, caption: optionalText() };

const media = z.discriminatedUnion('mediaSource', [
	z.object({ ...base, mediaSource: z.literal('url'), mediaUrl }),
	z.object({ ...base, mediaSource: z.literal('base64'), mediaBase64 }),
	z.object({ ...base, mediaSource: z.literal('binary'), binaryPropertyName: attachedFile }),
]);

function named(given: z.output<typeof media>): Named {
	switch (given.mediaSource) {
		case 'url':
			return { name: nameForUrl(given.fileName, given.mediaUrl, UNOFFICIAL_FILES) };
		case 'base64':
			return namedBase64(given.mediaBase64, given.fileName);
		case 'binary':
			return namedAttached(given.binaryPropertyName, given.fileName);
	}
}

const FIELDS = { url: 'mediaUrl', base64: 'mediaBase64', binary: 'binaryPropertyName' };

const input = media.transform((given, context) => {
	const { name, fault } = named(given);
	if (fault !== undefined) refuse(context, fault, [FIELDS[given.mediaSource]]);
	return { ...sender.addressed(given, context), name };
});

/** With two sources, the service would silently ignore the URL. So the request has only one. */
function request(given: z.output<typeof input>): ServiceRequest {
	const { caption, name } = given;
	const json = withoutUnknown({ ...sender.wireSending(given), caption, file_name: name });
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
		sender.toField,
		{
			...choiceField(
				'Media Source',
				'mediaSource',
				'url',
				`Where the file comes from. Allowed types: ${ALLOWED}.`,
				[
					{
						name: 'Base64 Text',
						value: 'base64',
						description: 'The content of the file as base64 text',
					},
					...FILE_SOURCES,
				],
			),
			hint: `Each media message costs ${CREDITS_PER_MEDIA} WhatsApp credits`,
		},
		requiredField('Media URL', 'mediaUrl', {
			placeholder: 'e.g. https://example.com/photo.jpg',
			description: `${DOWNLOADED} ${typesInWords(UNOFFICIAL_FILES)}.`,
			...shownFor('mediaSource', 'url'),
		}),
		attachedFileField({
			required: true,
			description: `The file may have at most ${sizeInWords(LARGEST_ATTACHED)}, which becomes ${sizeInWords(LONGEST_BASE64)} when it is sent`,
			...shownFor('mediaSource', 'binary'),
		}),
		requiredField('Media Base64', 'mediaBase64', {
			typeOptions: { rows: 3 },
			placeholder: 'e.g. iVBORw0KGgo…',
			description: `The content of the file as base64 text, at most ${sizeInWords(LONGEST_BASE64)}`,
			...shownFor('mediaSource', 'base64'),
		}),
		captionField('e.g. Our new roast'),
		textField('File Name', 'fileName', {
			placeholder: 'e.g. invoice.pdf',
			description:
				'The file name that the recipient sees. If it has no extension, the one of the file type is added.',
		}),
		...sender.fromFields,
	],
	options: sender.sendOptions,
	effect: 'send',
	input,
	review: (given) => sender.reviewSending(given, given.caption ?? ''),
	file: { field: 'binaryPropertyName', isWanted: ({ mediaSource }) => mediaSource === 'binary' },
	request,
	answer: sender.sent.extend({ caption: z.string().nullish(), media_url: z.string().nullish() }),
	credits: () => CREDITS_PER_MEDIA,
	pause: sender.pauseOf,
});
