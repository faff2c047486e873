import { z } from 'zod';

import { capitalized, field } from '../../../plain';
import { operation, REQUIRED } from '../../engine/operation';
import * as inputs from '../inputs';
import { roomFields, roomRequest, repliesLimit, sent } from './channel';

/** The service documents only text as available. */
const ANNOUNCED = ['audio', 'document', 'image', 'video', 'voice'] as const;

const MAY_REFUSE = 'Announced by the service, which may still refuse it';

const FIELDS = { url: 'fileUrl', binary: 'binaryPropertyName' } as const;

const input = z
	.object({
		roomId: inputs.uuid4,
		fitText: inputs.fitText,
		messageType: z.enum(['text', ...ANNOUNCED]).default('text'),
		message: inputs.optionalText(),
		fileSource: z.enum(['url', 'binary']).default('url'),
		fileUrl: inputs.webAddress.optional(),
		binaryPropertyName: inputs.attachedFile.optional(),
	})
	.transform((given, context) => {
		const { messageType, fileSource, message } = given;
		const needed = messageType === 'text' ? 'message' : FIELDS[fileSource];
		if (given[needed] === undefined) inputs.refuse(context, REQUIRED, [needed]);
		const fitting = message && inputs.fittingText(message, given.fitText, context, ['message']);
		return { ...given, message: fitting };
	});

const ofFile = (more: Record<string, string[]> = {}) => ({
	displayOptions: { show: { messageType: [...ANNOUNCED], ...more } },
});

export const reply = operation({
	value: 'reply',
	name: 'Reply',
	action: 'Reply to WhatsApp message (Official)',
	description: 'Send free text to a person who wrote to you within the last 24 hours',
	fields: [
		...roomFields,
		field.choice('Message Type', 'messageType', 'text', {
			description: 'What kind of message to send',
			choices: {
				text: 'Text',
				...Object.fromEntries(
					ANNOUNCED.map((value) => [value, [capitalized(value), MAY_REFUSE] as const]),
				),
			},
		}),
		field.text('Message', 'message', {
			placeholder: 'e.g. Thank you, we will call you today',
			typeOptions: { rows: 3 },
			description: 'The text without line breaks, or the caption of the file',
		}),
		field.choice('File Source', 'fileSource', 'url', {
			description: 'Where the file comes from',
			choices: inputs.FILE_SOURCES,
			...ofFile(),
		}),
		field.required('File URL', 'fileUrl', {
			placeholder: 'e.g. https://example.com/photo.jpg',
			description: inputs.DOWNLOADED,
			...ofFile({ fileSource: ['url'] }),
		}),
		inputs.attachedFileField({ required: true, ...ofFile({ fileSource: ['binary'] }) }),
	],
	options: [inputs.fitTextField],
	effect: 'send',
	// Agents often write line breaks, which the service refuses.
	asTool: { fitText: true },
	input,
	file: { field: 'binaryPropertyName', isWanted: ({ fileSource }) => fileSource === 'binary' },
	request: ({ roomId, messageType, message, fileUrl, binaryPropertyName: file }) => ({
		...roomRequest(roomId, {
			type: messageType,
			...(fileUrl !== undefined && { file_url: fileUrl }),
			...(message !== undefined && { text: message }),
		}),
		...(file && { part: { name: 'file', file } }),
	}),
	sharedLimit: repliesLimit,
	answer: sent,
});
