import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { isPlainRecord } from '../../../plain';
import { fittedText } from '../../../service';
import { operation, REQUIRED } from '../../engine/operation';
import { attachedFile } from '../inputs/attachedFile';
import { optionalText, text, uuid4 } from '../inputs/text';
import { fitText, fitTextField, refuseMisfit } from '../inputs/templateText';
import { webAddress } from '../inputs/webAddress';
import { roomFields, roomRequest, roomsLimit } from './room';
import { sent } from './sent';

const ANNOUNCED = ['audio', 'document', 'image', 'video', 'voice'] as const;
const NOT_YET =
	'Announced by the service, but not documented as available yet: it may refuse this type';

const base = { roomId: uuid4, fitText };

const types = z
	.discriminatedUnion('messageType', [
		z.object({ ...base, messageType: z.literal('text'), text: text() }),
		z.object({
			...base,
			messageType: z.enum(ANNOUNCED),
			text: optionalText(),
			fileSource: z.enum(['url', 'binary']).optional(),
			fileUrl: webAddress.optional(),
			binaryPropertyName: attachedFile.optional(),
		}),
	])
	.superRefine((given, context) => {
		refuseMisfit(given.text, ['text'], given.fitText, context);
		if (given.messageType === 'text') return;
		const message = REQUIRED;
		if (given.fileSource === undefined) {
			context.addIssue({
				code: 'custom',
				path: ['fileSource'],
				message: `is missing, but a message of type ${given.messageType} needs a file: add that option`,
			});
		}
		if (given.fileSource === 'url' && given.fileUrl === undefined) {
			context.addIssue({ code: 'custom', path: ['fileUrl'], message });
		}
		if (given.fileSource === 'binary' && given.binaryPropertyName === undefined) {
			context.addIssue({ code: 'custom', path: ['binaryPropertyName'], message });
		}
	});

/** A message is a text unless a type was chosen. Of a file, only what its source needs counts. */
const input = z.preprocess((given) => {
	if (!isPlainRecord(given)) return given;
	const { messageType = 'text', fileSource, fileUrl, ...others } = given;
	return {
		...others,
		messageType,
		...(fileSource !== 'none' && { fileSource }),
		...(fileSource === 'url' && { fileUrl }),
	};
}, types);

type Input = z.output<typeof input>;

/** The address or the file, whichever was chosen: never both. */
function fileOf(given: Input) {
	if (given.messageType === 'text') return {};
	const { fileSource, fileUrl, binaryPropertyName: file } = given;
	return {
		...(fileSource === 'url' && fileUrl !== undefined && { url: fileUrl }),
		...(fileSource === 'binary' && file !== undefined && { part: { name: 'file', file } }),
	};
}

const forAnnounced = (fileSource?: string) => ({
	show: {
		messageType: [...ANNOUNCED],
		...(fileSource !== undefined && { fileSource: [fileSource] }),
	},
});

/** Only text is documented as available. What else is announced is not in the way of those who send text. */
const announcedFields: INodeProperties[] = [
	{
		displayName: 'Announced Message Type',
		name: 'messageType',
		type: 'options',
		options: ANNOUNCED.map((value) => ({
			name: `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
			value,
			description: NOT_YET,
		})),
		default: 'image',
		description:
			'Send a file instead of a text, of a type that the service has announced but does not document as available yet. The options for the file appear once this one is added.',
	},
	{
		displayName: 'File Source',
		name: 'fileSource',
		type: 'options',
		options: [
			{ name: 'File of the Item', value: 'binary', description: 'A file that the item contains' },
			{ name: 'URL', value: 'url', description: 'The service downloads the file' },
		],
		default: 'url',
		description: 'Where the file comes from',
		displayOptions: forAnnounced(),
	},
	{
		displayName: 'File URL',
		name: 'fileUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/photo.jpg',
		description: 'The address from which the service downloads the file',
		displayOptions: forAnnounced('url'),
	},
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the input field that contains the file',
		displayOptions: forAnnounced('binary'),
	},
];

/** A workflow that was not made in the editor may have them beside the text, as those of the Business reply are. */
const besideTheText = announcedFields.map(
	({ displayName, name, description, hint }): INodeProperties => ({
		displayName,
		name,
		type: 'hidden',
		default: '',
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
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Thank you, we will call you today',
			description:
				'The text of the message, or the caption of the file. With the option Make Text Fit, what is not allowed is replaced with a space.',
			hint: 'No line breaks, tabs or more than 4 spaces in a row',
		},
		...besideTheText,
	],
	options: [...announcedFields, fitTextField],
	effect: 'send',
	// Agents write line breaks.
	asTool: { fitText: true },
	input,
	file: {
		field: 'binaryPropertyName',
		isWanted: ({ messageType, fileSource }) =>
			messageType !== undefined && messageType !== 'text' && fileSource === 'binary',
	},
	request: (given) => {
		const { url, part } = fileOf(given);
		const words = given.text !== undefined && given.fitText ? fittedText(given.text) : given.text;
		return {
			...roomRequest(given.roomId, {
				type: given.messageType,
				...(url !== undefined && { file_url: url }),
				...(words !== undefined && { text: words }),
			}),
			...(part && { part }),
		};
	},
	sharedLimit: roomsLimit,
	answer: sent,
});
