import { z } from 'zod';

import { field, quoted, spare } from '../../../plain';
import * as service from '../../../service';
import { operation, REQUIRED, withoutUnknown, type ServiceRequest } from '../../engine/operation';
import * as inputs from '../inputs';
import * as sender from './sender';

const EXTENSIONS = Object.keys(service.UNOFFICIAL_TYPES);

const ALLOWED = EXTENSIONS.join(', ');

/** Base64 writes 3 bytes as 4 characters. */
const LARGEST_ATTACHED = (service.LONGEST_BASE64 / 4) * 3;

const DATA_URL = /^data:([^,;]{0,100})[^,]{0,100};base64,/i;

function usualBase64(text: string): string | undefined {
	const [, signs = ''] = /^([A-Za-z0-9+/_-]+)={0,2}$/.exec(text) ?? [];
	if (signs === '' || signs.length % 4 === 1) return undefined;
	return Buffer.from(signs, 'base64').toString('base64');
}

/** Programs also write base64 as a data URL, with line breaks, without padding or with the URL-safe alphabet. */
const mediaBase64 = z.unknown().transform((value, context) => {
	const given = inputs.unlessBlank(value);
	if (given === undefined) return inputs.refuse(context, REQUIRED);
	const written = typeof given === 'string' ? given.replace(/\s+/g, '') : '';
	const [head = '', mime = ''] = DATA_URL.exec(written) ?? [];
	const characters = usualBase64(written.slice(head.length));
	if (characters === undefined) return inputs.refuse(context, 'must be a file in base64');
	if (characters.length > service.LONGEST_BASE64) {
		return inputs.refuse(
			context,
			`may have at most ${service.LONGEST_BASE64} characters and has ${characters.length}: send a smaller file, or send it by URL`,
		);
	}
	return { characters, mimeType: mime };
});

const smallFile = inputs.attachedFile.refine(
	({ size }) => size <= LARGEST_ATTACHED,
	({ size }) => ({
		message: `contains a file of ${Math.ceil(size / 1024)} KB, and at most ${service.sizeInWords(LARGEST_ATTACHED)} can be attached: send a smaller file, or send it by URL`,
	}),
);

const base = {
	...sender.sendInput,
	...sender.messageInput,
	fileName: inputs.fileName,
	caption: inputs.optionalText(),
};

const media = z.discriminatedUnion('mediaSource', [
	z.object({ ...base, mediaSource: z.literal('url'), mediaUrl: inputs.fileAddress(EXTENSIONS) }),
	z.object({ ...base, mediaSource: z.literal('base64'), mediaBase64 }),
	z.object({ ...base, mediaSource: z.literal('binary'), binaryPropertyName: smallFile }),
]);

const nameOf = (given: z.output<typeof media>): string | undefined =>
	given.fileName ??
	(given.mediaSource === 'binary' ? given.binaryPropertyName.fileName : undefined);

const FIELDS = { base64: 'mediaBase64', binary: 'binaryPropertyName' };

/** A URL shows only how its file ends. Of the other files, more is known. */
function checkType(given: z.output<typeof media>, context: z.RefinementCtx): void {
	if (given.mediaSource === 'url') return;
	const { mimeType } =
		given.mediaSource === 'binary' ? given.binaryPropertyName : given.mediaBase64;
	const name = nameOf(given) ?? '';
	if (service.isUnofficialFile(name, mimeType)) return;
	const file = `${name === '' ? 'a file' : quoted(name)} of type ${quoted(mimeType || 'unknown')}`;
	const advice = 'If it is one of these, set File Name to a name that ends in its type';
	const words = `contains ${file}, and only ${ALLOWED} are allowed. ${advice}`;
	inputs.refuse(context, words, [FIELDS[given.mediaSource]]);
}

const input = media.transform((given, context) => {
	checkType(given, context);
	return sender.addressed(given, context);
});

/** With two sources, the service would silently ignore the URL. So the request has only one. */
function request(given: z.output<typeof input>): ServiceRequest {
	const file = { caption: given.caption, file_name: nameOf(given) };
	const json = withoutUnknown({ ...sender.wireSending(given), ...file });
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
	action: 'Send WhatsApp media (Unofficial)',
	description: 'Send a picture, a video or a document from one of the unofficial WhatsApp senders',
	fields: [
		sender.recipientField,
		field.choice('Media Source', 'mediaSource', 'url', {
			description: `Where the file comes from. Types: ${ALLOWED}.`,
			choices: {
				base64: ['Base64 Text', 'The file as base64 text'],
				...inputs.FILE_SOURCES,
			},
			hint: `Costs ${service.CREDITS_PER_MEDIA} WhatsApp credits`,
		}),
		field.required('Media URL', 'mediaUrl', {
			placeholder: 'e.g. https://example.com/photo.jpg',
			description: `${inputs.DOWNLOADED}, at most ${service.sizeInWords(service.LONGEST_BASE64)}`,
			...field.shownFor('mediaSource', 'url'),
		}),
		inputs.attachedFileField({
			required: true,
			description: `The name of the input field that contains the file, at most ${service.sizeInWords(LARGEST_ATTACHED)}`,
			...field.shownFor('mediaSource', 'binary'),
		}),
		field.required('Media Base64', 'mediaBase64', {
			typeOptions: { rows: 3 },
			placeholder: 'e.g. iVBORw0KGgo…',
			description: `The file as base64 text, at most ${service.sizeInWords(service.LONGEST_BASE64)}`,
			...field.shownFor('mediaSource', 'base64'),
		}),
		inputs.captionField('e.g. Our new roast'),
		field.text('File Name', 'fileName', {
			placeholder: 'e.g. invoice.pdf',
			description: 'The name that the recipient sees',
		}),
		...sender.fromFields,
	],
	options: sender.messageOptions,
	effect: 'send',
	input,
	file: { field: 'binaryPropertyName', isWanted: ({ mediaSource }) => mediaSource === 'binary' },
	request,
	answer: sender.sent.extend({ caption: spare(z.string()), media_url: spare(z.string()) }),
	credits: () => service.CREDITS_PER_MEDIA,
	pause: sender.pauseOf,
	lookup: sender.lookup,
});
