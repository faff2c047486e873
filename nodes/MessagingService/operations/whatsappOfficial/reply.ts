import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { capitalized, isPlainRecord } from '../../../plain';
import { operation, REQUIRED } from '../../engine/operation';
import {
	attachedFile,
	attachedFileField,
	choiceField,
	FILE_SOURCES,
	fitText,
	fitTextField,
	fittingText,
	optionalText,
	refuse,
	textField,
	uuid4,
	webAddress,
	wordsField,
} from '../inputs';
import { roomFields, roomRequest, roomsLimit, sent } from './channel';

const ANNOUNCED = ['audio', 'document', 'image', 'video', 'voice'] as const;
const NOT_YET =
	'Announced by the service, but not documented as available yet: it may refuse this type';

const FIELDS = { url: 'fileUrl', binary: 'binaryPropertyName' } as const;

const message = z
	.object({
		roomId: uuid4,
		fitText,
		messageType: z.enum(['text', ...ANNOUNCED]).default('text'),
		text: optionalText(),
		fileSource: z.enum(['url', 'binary']).optional(),
		fileUrl: webAddress.optional(),
		binaryPropertyName: attachedFile.optional(),
	})
	.transform((given, context) => {
		const { messageType, fileSource, text } = given;
		const needed =
			messageType === 'text'
				? 'text'
				: fileSource === undefined
					? 'fileSource'
					: FIELDS[fileSource];
		if (given[needed] === undefined) {
			const noSource = `is missing, but a message of type ${messageType} needs a file: add that option`;
			refuse(context, needed === 'fileSource' ? noSource : REQUIRED, [needed]);
		}
		return { ...given, text: text && fittingText(text, given.fitText, context, ['text']) };
	});

/** A hidden file field may still have a value, which must not be sent. */
const input = z.preprocess((given) => {
	if (!isPlainRecord(given)) return given;
	const { fileSource, fileUrl, binaryPropertyName, ...others } = given;
	const isText = (given.messageType ?? 'text') === 'text';
	return {
		...others,
		...(!isText && fileSource !== 'none' && { fileSource }),
		...(!isText && fileSource === 'url' && { fileUrl }),
		...(!isText && fileSource === 'binary' && { binaryPropertyName }),
	};
}, message);

const forAnnounced = (more: Record<string, string[]> = {}) => ({
	displayOptions: { show: { messageType: [...ANNOUNCED], ...more } },
});

/** The service documents only text as available, so the other types are under Options. */
const announcedFields: INodeProperties[] = [
	choiceField(
		'Announced Message Type',
		'messageType',
		'image',
		'Send a file instead of a text. The service has announced these types, but does not document them as available yet. The options for the file appear after you add this one.',
		ANNOUNCED.map((value) => ({
			name: capitalized(value),
			value,
			description: NOT_YET,
		})),
	),
	{
		...choiceField('File Source', 'fileSource', 'url', 'Where the file comes from', FILE_SOURCES),
		...forAnnounced(),
	},
	textField('File URL', 'fileUrl', {
		placeholder: 'e.g. https://example.com/photo.jpg',
		description: 'The address from which the service downloads the file',
		...forAnnounced({ fileSource: ['url'] }),
	}),
	attachedFileField(forAnnounced({ fileSource: ['binary'] })),
];

/** An agent that writes a workflow may set these fields outside Options. Hidden fields accept them there. */
const nextToTheText = announcedFields.map(
	({ displayName, name, description, hint }): INodeProperties => ({
		...{ displayName, name, type: 'hidden', default: '' },
		description: description ?? hint ?? '',
	}),
);

export const reply = operation({
	value: 'reply',
	name: 'Reply',
	action: 'Reply in WhatsApp room',
	description: 'Send free text to a person who wrote to you within the last 24 hours',
	fields: [
		...roomFields,
		wordsField('text', 'e.g. Thank you, we will call you today', {
			required: false,
			typeOptions: { rows: 3 },
			description:
				'The text of the message, or the caption of the file. With the option Make Text Fit, characters that are not allowed become a space.',
			hint: 'No line breaks, tabs or more than 4 spaces in a row',
		}),
		...nextToTheText,
	],
	options: [...announcedFields, fitTextField],
	effect: 'send',
	// Agents often write line breaks, which the service refuses.
	asTool: { fitText: true },
	input,
	file: {
		field: 'binaryPropertyName',
		isWanted: ({ messageType, fileSource }) =>
			messageType !== undefined && messageType !== 'text' && fileSource === 'binary',
	},
	request: ({ roomId, messageType, text, fileUrl, binaryPropertyName: file }) => ({
		...roomRequest(roomId, {
			type: messageType,
			...(fileUrl !== undefined && { file_url: fileUrl }),
			...(text !== undefined && { text }),
		}),
		...(file && { part: { name: 'file', file } }),
	}),
	sharedLimit: roomsLimit,
	answer: sent,
});
