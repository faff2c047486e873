import { z } from 'zod';

import { field } from '../../../plain';
import { type BusinessMedia, extensionsOf, typesInWords } from '../../../service';
import { operation, withoutUnknown } from '../../engine/operation';
import * as inputs from '../inputs';
import { gatewayFields, gatewayInput, replyRequest, fileAt } from './gateway';
import { businessAnswer } from './response';

const base = { ...gatewayInput, replyToMessageId: inputs.blankable(inputs.identifier) };

const media = <Kind extends BusinessMedia>(kind: Kind) =>
	z.object({
		...base,
		messageType: z.literal(kind),
		mediaUrl: inputs.fileAddress(extensionsOf(kind)),
		caption: inputs.optionalText(),
		fileName: inputs.fileName,
	});

const noQuote = inputs.identifier.refine(
	() => false,
	'cannot be used with a reaction: remove it, or choose another message type',
);

const input = z
	.discriminatedUnion('messageType', [
		z.object({ ...base, messageType: z.literal('text'), message: inputs.text() }),
		media('document'),
		media('image'),
		media('video'),
		z.object({
			...base,
			messageType: z.literal('reaction'),
			messageId: inputs.identifier,
			emoji: inputs.text(),
			replyToMessageId: inputs.blankable(noQuote),
		}),
	])
	.transform(inputs.destination.dialed);

function payloadsOf(given: z.output<typeof input>) {
	if (given.messageType === 'text') {
		// If a reply quotes a message, the service expects its text in the field `text`.
		return { [given.replyToMessageId === undefined ? 'body' : 'text']: given.message };
	}
	if (given.messageType === 'reaction') {
		return { message_id: given.messageId, emoji: given.emoji };
	}
	const file = fileAt(given.messageType, given.mediaUrl, given.fileName);
	return withoutUnknown({ ...file, caption: given.caption });
}

export const reply = operation({
	value: 'reply',
	name: 'Reply',
	action: 'Reply to WhatsApp message (Business)',
	description:
		'Send a text, a file or a reaction to a person who has written to your WhatsApp Business gateway',
	fields: [
		...gatewayFields,
		field.choice('Message Type', 'messageType', 'text', {
			description: 'What kind of message to send',
			choices: {
				document: ['Document', `PDF, Word, Excel, PowerPoint or text: ${typesInWords('document')}`],
				image: ['Image', `A picture: ${typesInWords('image')}`],
				reaction: ['Reaction', 'An emoji on a message'],
				text: 'Text',
				video: ['Video', `A video: ${typesInWords('video')}`],
			},
		}),
		inputs.messageField('e.g. Thank you for your message!', field.shownFor('messageType', 'text')),
		field.required('Media URL', 'mediaUrl', {
			placeholder: 'e.g. https://example.com/menu.pdf',
			description: `${inputs.DOWNLOADED}, of a type that Message Type names`,
			...field.shownFor('messageType', 'document', 'image', 'video'),
		}),
		inputs.captionField(
			'e.g. This week’s menu',
			field.shownFor('messageType', 'document', 'image', 'video'),
		),
		field.text('File Name', 'fileName', {
			placeholder: 'e.g. menu.pdf',
			description: 'The name that the recipient sees',
			...field.shownFor('messageType', 'document'),
		}),
		field.required('Message ID', 'messageId', {
			placeholder: 'e.g. {{ $json.message_id }}',
			description: 'The message_id of the message to react to',
			...field.shownFor('messageType', 'reaction'),
		}),
		field.required('Emoji', 'emoji', {
			placeholder: 'e.g. 👍',
			description: 'The emoji to react with',
			...field.shownFor('messageType', 'reaction'),
		}),
	],
	options: [
		...inputs.destination.options,
		field.text('Reply to Message ID', 'replyToMessageId', {
			placeholder: 'e.g. {{ $json.message_id }}',
			description: 'The message_id of the message to quote',
			displayOptions: { hide: { '/messageType': ['reaction'] } },
		}),
	],
	input,
	request: (given) =>
		replyRequest(given, {
			type: given.messageType,
			payloads: payloadsOf(given),
			...(given.replyToMessageId !== undefined && { message_id_context: given.replyToMessageId }),
		}),
	effect: 'send',
	...businessAnswer,
});
