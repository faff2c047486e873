import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { fittedText } from '../../../service';
import { ItemFile, operation, REQUIRED } from '../../engine/operation';
import { optionalText, text, uuid4 } from '../inputs/text';
import { fitText, fitTextField, refuseMisfit } from '../inputs/templateText';
import { webAddress } from '../inputs/webAddress';
import { roomFields, roomsLimit } from './room';
import { sent } from './sent';

const ANNOUNCED = ['audio', 'document', 'image', 'video', 'voice'] as const;
const NOT_YET =
	'Announced by the service, but not documented as available yet: it may refuse this type';

const base = { roomId: uuid4, fitText };

const input = z
	.discriminatedUnion('messageType', [
		z.object({ ...base, messageType: z.literal('text'), text: text() }),
		z.object({
			...base,
			messageType: z.enum(ANNOUNCED),
			text: optionalText(),
			fileSource: z.enum(['none', 'url', 'binary']).default('none'),
			fileUrl: webAddress.optional(),
			binaryPropertyName: z.instanceof(ItemFile).optional(),
		}),
	])
	.superRefine((given, context) => {
		refuseMisfit(given.text, ['text'], given.fitText, context);
		if (given.messageType === 'text') return;
		const message = REQUIRED;
		if (given.fileSource === 'none') {
			context.addIssue({
				code: 'custom',
				path: ['fileSource'],
				message: `is None, but a message of type ${given.messageType} needs a file: choose where it comes from`,
			});
		}
		if (given.fileSource === 'url' && given.fileUrl === undefined) {
			context.addIssue({ code: 'custom', path: ['fileUrl'], message });
		}
		if (given.fileSource === 'binary' && given.binaryPropertyName === undefined) {
			context.addIssue({ code: 'custom', path: ['binaryPropertyName'], message });
		}
	});

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

/** Shown only once the option is added: n8n treats what it hides as if it had its default, text. */
const announced = { '/options.announcedTypes': [true] };

const announcedTypesField: INodeProperties = {
	displayName: 'Announced Message Types',
	name: 'announcedTypes',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description:
		'Whether to show the field Message Type, with the types that the service has announced but does not document as available yet: audio, document, image, video and voice',
};

export const reply = operation({
	value: 'reply',
	name: 'Reply',
	action: 'Reply in WhatsApp room',
	description: 'Send free text to a person who wrote to you within the last 24 hours',
	fields: [
		...roomFields,
		{
			displayName: 'Message Type',
			name: 'messageType',
			type: 'options',
			options: [
				{ name: 'Audio (Announced)', value: 'audio', description: NOT_YET },
				{ name: 'Document (Announced)', value: 'document', description: NOT_YET },
				{ name: 'Image (Announced)', value: 'image', description: NOT_YET },
				{ name: 'Text', value: 'text' },
				{ name: 'Video (Announced)', value: 'video', description: NOT_YET },
				{ name: 'Voice (Announced)', value: 'voice', description: NOT_YET },
			],
			default: 'text',
			description: 'What kind of message to send. Only text is documented as available.',
			displayOptions: { show: announced },
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. Thank you, we will call you today',
			description:
				'The text of the message, or the caption of the file. Line breaks, tabs and more than 4 spaces in a row are not allowed, unless you add the option Make Text Fit.',
		},
		{
			displayName: 'File Source',
			name: 'fileSource',
			type: 'options',
			options: [
				{
					name: 'File of the Item',
					value: 'binary',
					description: 'A file that the item contains',
				},
				{ name: 'None', value: 'none' },
				{ name: 'URL', value: 'url', description: 'The service downloads the file' },
			],
			default: 'none',
			description: 'Where the file comes from. Every type except text needs a file.',
			displayOptions: { show: { ...announced, messageType: [...ANNOUNCED] } },
		},
		{
			displayName: 'File URL',
			name: 'fileUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/photo.jpg',
			description: 'The address from which the service downloads the file',
			displayOptions: { show: { ...announced, messageType: [...ANNOUNCED], fileSource: ['url'] } },
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			placeholder: 'e.g. data',
			hint: 'The name of the input field that contains the file',
			displayOptions: {
				show: { ...announced, messageType: [...ANNOUNCED], fileSource: ['binary'] },
			},
		},
	],
	options: [announcedTypesField, fitTextField],
	effect: 'send',
	// Agents write line breaks.
	asTool: { fitText: true },
	input,
	file: {
		field: 'binaryPropertyName',
		isWanted: ({ messageType, fileSource }) => messageType !== 'text' && fileSource === 'binary',
	},
	request: (given) => {
		const { url, part } = fileOf(given);
		const words = given.text !== undefined && given.fitText ? fittedText(given.text) : given.text;
		return {
			method: 'POST',
			path: '/wa_official/message/reply',
			multipart: {
				room_id: given.roomId,
				type: given.messageType,
				...(url !== undefined && { file_url: url }),
				...(words !== undefined && { text: words }),
			},
			...(part && { part }),
		};
	},
	sharedLimit: roomsLimit,
	answer: sent,
});
