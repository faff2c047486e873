import { z } from 'zod';

import { BUSINESS_FILES, type BusinessMedia, extensionsOf, typesInWords } from '../../../service';
import { operation } from '../../engine/operation';
import { countryCodeField, dialled } from '../inputs/destination';
import { blankable, fileName, identifier, optionalText, text } from '../inputs/text';
import { listedFileAddress, nameForUrl } from '../inputs/webAddress';
import { businessAnswer, gatewayFields, gatewayInput, replyRequest } from './gateway';

const MEDIA = ['document', 'image', 'video'] as const satisfies readonly BusinessMedia[];

const replyTo = { replyToMessageId: blankable(identifier) };

const media = <Kind extends BusinessMedia>(kind: Kind) =>
	z.object({
		...gatewayInput,
		...replyTo,
		messageType: z.literal(kind),
		mediaUrl: listedFileAddress(extensionsOf(BUSINESS_FILES[kind])),
		caption: optionalText(),
		fileName,
	});

const input = z
	.discriminatedUnion('messageType', [
		z.object({ ...gatewayInput, ...replyTo, messageType: z.literal('text'), text: text() }),
		media('document'),
		media('image'),
		media('video'),
		z.object({
			...gatewayInput,
			...replyTo,
			messageType: z.literal('reaction'),
			messageId: identifier,
			// An empty one takes the reaction back.
			emoji: optionalText().transform((emoji) => emoji ?? ''),
		}),
	])
	.transform(dialled('recipient'))
	.refine(
		({ messageType, replyToMessageId }) =>
			messageType !== 'reaction' || replyToMessageId === undefined,
		{
			path: ['replyToMessageId'],
			message: 'cannot be used with a reaction: remove it, or choose another message type',
		},
	);

type Input = z.output<typeof input>;

function payloadsOf(given: Input) {
	switch (given.messageType) {
		case 'text':
			// A reply that quotes a message carries its text in another field.
			return { [given.replyToMessageId === undefined ? 'body' : 'text']: given.text };
		case 'reaction':
			return { message_id: given.messageId, emoji: given.emoji };
		default: {
			const { messageType, mediaUrl, caption } = given;
			const filename =
				messageType === 'document'
					? nameForUrl(given.fileName, mediaUrl, BUSINESS_FILES.document)
					: undefined;
			return {
				link: mediaUrl,
				...(caption !== undefined && { caption }),
				...(filename !== undefined && { filename }),
			};
		}
	}
}

export const reply = operation({
	value: 'reply',
	name: 'Reply',
	action: 'Reply on WhatsApp Business',
	description:
		'Send a text, a file or a reaction to a person who has written to your WhatsApp Business gateway',
	fields: [
		...gatewayFields,
		{
			displayName: 'Message Type',
			name: 'messageType',
			type: 'options',
			options: [
				{
					name: 'Document',
					value: 'document',
					description: `PDF, Word, Excel, PowerPoint or text: ${typesInWords(BUSINESS_FILES.document)}`,
				},
				{
					name: 'Image',
					value: 'image',
					description: `A picture: ${typesInWords(BUSINESS_FILES.image)}`,
				},
				{ name: 'Reaction', value: 'reaction', description: 'An emoji on a message' },
				{ name: 'Text', value: 'text' },
				{
					name: 'Video',
					value: 'video',
					description: `A video: ${typesInWords(BUSINESS_FILES.video)}`,
				},
			],
			default: 'text',
			description: 'What kind of message to send',
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			placeholder: 'e.g. Thank you for your message!',
			description: 'The text of the message',
			displayOptions: { show: { messageType: ['text'] } },
		},
		{
			displayName: 'Media URL',
			name: 'mediaUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/menu.pdf',
			description: `The address from which the service downloads the file, without a login. Documents: ${typesInWords(BUSINESS_FILES.document)}. Images: ${typesInWords(BUSINESS_FILES.image)}. Videos: ${typesInWords(BUSINESS_FILES.video)}.`,
			displayOptions: { show: { messageType: [...MEDIA] } },
		},
		{
			displayName: 'Caption',
			name: 'caption',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. This week’s menu',
			description: 'The text below the file',
			displayOptions: { show: { messageType: [...MEDIA] } },
		},
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. menu.pdf',
			description: 'The file name that the recipient sees',
			displayOptions: { show: { messageType: ['document'] } },
		},
		{
			displayName: 'Message ID',
			name: 'messageId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.message_id }}',
			description:
				'The message to react to: message_id of an incoming message, or of one that you sent before',
			displayOptions: { show: { messageType: ['reaction'] } },
		},
		{
			displayName: 'Emoji',
			name: 'emoji',
			type: 'string',
			default: '',
			placeholder: 'e.g. 👍',
			description: 'The emoji to react with. Leave it empty to take your reaction back.',
			displayOptions: { show: { messageType: ['reaction'] } },
		},
	],
	options: [
		countryCodeField,
		{
			displayName: 'Reply to Message ID',
			name: 'replyToMessageId',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.message_id }}',
			description:
				'The message to quote: message_id of an incoming message, or of one that you sent before. Reactions cannot quote, and cannot be quoted.',
			displayOptions: { hide: { '/messageType': ['reaction'] } },
		},
	],
	effect: 'send',
	input,
	request: (given) =>
		replyRequest(given, {
			type: given.messageType,
			payloads: payloadsOf(given),
			...(given.replyToMessageId !== undefined && { message_id_context: given.replyToMessageId }),
		}),
	...businessAnswer,
});
