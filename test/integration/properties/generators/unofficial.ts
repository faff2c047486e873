import fc from 'fast-check';
import type { GenericValue } from 'n8n-workflow';

import type { ParameterSet } from '../sets';
import { commonFaults } from './common';
import { missing, noBoolean, noText, wrongValue, type Fault } from './faults';
import {
	fileBytes,
	anyName,
	fileName,
	fileUrl,
	knownFile,
	MIMES,
	noUrl,
	UNOFFICIAL_EXTENSIONS,
	wrongTypeUrl,
} from './files';
import { destined, numberFaults, type Destined } from './numbers';
import { count, isOn, onWord, switchWord } from './people';
import { anyText, commonOptions, copied, optional, orNumber } from './text';

/** Parameters of the unofficial route. */

const QUEUES = ['marketing', 'service'];
const SENDERS = ['6281100000011', '6281100000012', '6281100000013'];

/** As a person writes a length of time, and the seconds that it is. */
const DURATIONS: Record<string, number> = {
	'90': 90,
	'1': 1,
	' 45 ': 45,
	'15 minutes': 900,
	'2h': 7200,
	'1 day': 86_400,
	'1.5 hours': 5400,
	'30 SEC': 30,
	'3 Days': 259_200,
	'10m': 600,
};

export const secondsOf = (duration: unknown): number =>
	DURATIONS[String(duration)] ?? Number(duration);

const sendOptions = {
	...commonOptions,
	channel: count(-5, 100_000),
	deliveryTimeout: fc.oneof<fc.Arbitrary<string | number>[]>(
		fc.constantFrom(...Object.keys(DURATIONS)),
		fc.integer({ min: 1, max: 604_800 }),
	),
	includeUnsubscribe: switchWord,
};

/** A group has a name of its own, no number. */
const group = copied(
	fc.oneof(
		fc.stringMatching(/^[0-9]{10,18}-[0-9]{10}@g\.us$/),
		fc.constantFrom('Keluarga Besar', 'チーム', '+62 (0) group', '0812', '👨‍👩‍👧'),
	),
);

const to = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			to: destined,
			isGroup: fc.constantFrom<GenericValue[]>(undefined, false, 'no', 'FALSE', 0, ''),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			to: group.map((destination): Destined => ({ destination, dialled: destination.trim() })),
			isGroup: onWord,
		}),
	},
);

const from = fc.oneof(
	fc.constantFrom<object>({}, { sendFrom: 'auto' }, { sendFrom: 'auto', queue: 'x', sender: '1' }),
	fc.record({ sendFrom: fc.constant('queue'), queue: copied(fc.constantFrom(...QUEUES)) }),
	fc.record({
		sendFrom: fc.constant('sender'),
		sender: fc.oneof<fc.Arbitrary<string | number>[]>(
			copied(fc.constantFrom(...SENDERS)),
			fc.constantFrom(...SENDERS).map(Number),
		),
	}),
);

const sending = <Own extends object, Options extends object>(
	own: fc.Arbitrary<Own>,
	options: fc.Arbitrary<Options>,
): fc.Arbitrary<ParameterSet> =>
	fc
		.tuple(
			own,
			to,
			from,
			fc.record(sendOptions, { requiredKeys: ['validateOnly', 'requestTimeout'] }),
			options,
		)
		.map(([fields, { to: target, isGroup }, sender, common, more]) => {
			const { destination, dialled, ...code } = target;
			const all = { ...common, ...more, ...code, ...(isGroup !== undefined && { isGroup }) };
			return {
				// n8n gives every choice its default.
				parameters: { sendFrom: 'auto', ...fields, destination, ...sender, options: all },
				dialled,
			};
		});

export const texts = sending(
	fc.record({ message: orNumber(anyText(9000)) }),
	fc.record({ escapeEmoji: switchWord }, { requiredKeys: [] }),
);

const toNumber = (base: fc.Arbitrary<ParameterSet>) =>
	base.filter(({ parameters: { options } }) => !isOn((options as { isGroup?: unknown }).isGroup));

const byChoice = (base: fc.Arbitrary<ParameterSet>, name: string, value: string) =>
	base.filter(({ parameters }) => parameters[name] === value);

const noDuration: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
	'soon',
	'-5',
	-1,
	'0.2 seconds',
	'1 week',
	'2 hours 30 minutes',
	'1h30',
	true,
	['1 day'],
	'1e3',
);

const sendingFaults = (base: fc.Arbitrary<ParameterSet>): Fault[] => [
	missing(base, ['destination']),
	...numberFaults(toNumber(base), 'destination'),
	wrongValue(
		'sendFrom is none of the choices',
		base,
		['sendFrom'],
		fc.constantFrom<unknown>('both', 'Auto', 'senders', 1, true),
	),
	missing(byChoice(base, 'sendFrom', 'queue'), ['queue']),
	wrongValue(
		'queue is blank',
		byChoice(base, 'sendFrom', 'queue'),
		['queue'],
		fc.constantFrom(' ', '\n'),
	),
	wrongValue('queue is no text', byChoice(base, 'sendFrom', 'queue'), ['queue'], noText),
	missing(byChoice(base, 'sendFrom', 'sender'), ['sender']),
	wrongValue('sender is no text', byChoice(base, 'sendFrom', 'sender'), ['sender'], noText),
	wrongValue(
		'channel is no whole number',
		base,
		['channel'],
		fc.constantFrom<unknown>(1.5, 'one', true, [1]),
		['options', 'channel'],
	),
	wrongValue('deliveryTimeout is no time', base, ['deliveryTimeout'], noDuration, [
		'options',
		'deliveryTimeout',
	]),
	wrongValue('includeUnsubscribe is no boolean', base, ['includeUnsubscribe'], noBoolean, [
		'options',
		'includeUnsubscribe',
	]),
	wrongValue('isGroup is no boolean', base, ['isGroup'], noBoolean, ['options', 'isGroup']),
	...commonFaults(base),
];

export const textFaults: Fault[] = [
	missing(texts, ['message']),
	wrongValue('message is no text', texts, ['message'], noText),
	wrongValue('escapeEmoji is no boolean', texts, ['escapeEmoji'], noBoolean, [
		'options',
		'escapeEmoji',
	]),
	...sendingFaults(texts),
];

const caption = optional(orNumber(anyText(3000)));

/** A file of at most so many bytes fits into 1024 KB of base64. */
export const LARGEST_ATTACHED = 768 * 1024;
export const LONGEST_BASE64 = 1024 * 1024;

export const urlMedia = sending(
	fc.record({
		mediaSource: fc.constant('url'),
		mediaUrl: copied(fileUrl(UNOFFICIAL_EXTENSIONS)),
		fileName: optional(anyName),
		caption,
	}),
	fc.constant({}),
);

/** As people have it: bare, in lines, without padding, made for URLs, or with the beginning of a data URL. */
const dressed = fc.constantFrom<((base64: string, mime: string) => string)[]>(
	(base64) => base64,
	(base64) => base64.replace(/.{1,76}/g, '$&\n'),
	(base64) => ` ${base64}\r\n`,
	(base64) => base64.replace(/=+$/, ''),
	(base64) => Buffer.from(base64, 'base64').toString('base64url'),
	(base64, mime) => `data:${mime};base64,${base64}`,
	(base64, mime) => `data:${mime};name=a%20b.bin;base64,${base64}`,
);

const named = fc.oneof(
	{ weight: 1, arbitrary: optional(anyName) },
	{ weight: 1, arbitrary: fc.constant(undefined) },
);

const base64 = fc.oneof(
	{ weight: 60, arbitrary: knownFile(600) },
	// As large as may be.
	{
		weight: 1,
		arbitrary: fc.constant({
			type: 'png',
			bytes: Buffer.concat([
				Buffer.from('89504e470d0a1a0a', 'hex'),
				Buffer.alloc(LARGEST_ATTACHED - 8, 7),
			]),
		}),
	},
);

export const base64Media = sending(
	fc.tuple(base64, dressed, named, caption).map(([{ type, bytes }, dress, name, words]) => ({
		mediaSource: 'base64',
		mediaBase64: dress(bytes.toString('base64'), MIMES[type] ?? ''),
		fileName: name,
		caption: words,
	})),
	fc.constant({}),
);

const givenName = optional(anyName);
const ownName = fc.oneof(
	fileName(UNOFFICIAL_EXTENSIONS),
	fc.constantFrom(
		undefined,
		'photo',
		'Без имени',
		'version 2',
		'photo.jfif',
		'y.php',
		'Invoice No.5',
	),
);
const properties = fc.constantFrom('data', 'attachment_0', 'Файл', 'my file', 'a.b', '0');

/** A file of an item: its bytes show its type, whatever a download calls it. */
const attached = fc
	.oneof(
		{ weight: 60, arbitrary: knownFile(2000) },
		{
			weight: 1,
			arbitrary: fileBytes('jpg', 4).map((start) => ({
				type: 'jpg',
				bytes: Buffer.concat([start, Buffer.alloc(LARGEST_ATTACHED - start.length, 7)]),
			})),
		},
	)
	.chain(({ type, bytes }) =>
		fc.record({
			bytes: fc.constant(bytes),
			mimeType: fc.constantFrom(
				MIMES[type] ?? '',
				(MIMES[type] ?? '').toUpperCase(),
				`${MIMES[type] ?? ''}; charset=binary`,
				'application/octet-stream',
				'',
			),
			ownName,
			given: givenName,
			property: properties,
		}),
	);

const withFile = ({
	file: { bytes, mimeType, ownName, property },
	...set
}: ParameterSet & {
	file: { bytes: Buffer; mimeType: string; ownName: string | undefined; property: string };
}): ParameterSet => ({
	...set,
	files: {
		[property]: {
			data: bytes.toString('base64'),
			mimeType,
			...(ownName !== undefined && { fileName: ownName }),
		},
	},
});

export const binaryMedia = fc
	.tuple(
		sending(fc.record({ mediaSource: fc.constant('binary'), caption }), fc.constant({})),
		attached,
	)
	.map(([{ parameters, ...set }, { given, ...file }]) =>
		withFile({
			...set,
			parameters: { ...parameters, binaryPropertyName: file.property, fileName: given },
			file,
		}),
	);

export const media = fc.oneof(urlMedia, base64Media, binaryMedia);

/** With another file in the place of the one that was there. */
const otherFile =
	(file: fc.Arbitrary<{ bytes: Buffer; mimeType: string; ownName: string | undefined }>) =>
	({ parameters }: ParameterSet): fc.Arbitrary<ParameterSet> =>
		file.map((other) =>
			withFile({
				parameters: { ...parameters, fileName: undefined },
				file: { ...other, property: parameters.binaryPropertyName as string },
			}),
		);

const jpg = { mimeType: 'image/jpeg', ownName: 'photo.jpg' };

const noBase64: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
	'abcde',
	'iVBORw0KG',
	'iVBOR=w0KGgo',
	'====',
	'data:image/png;base64,',
	'https://example.com/photo.png',
	'Ünïcode=',
	7,
	true,
	['iVBORw0KGgo='],
);

export const mediaFaults: Fault[] = [
	wrongValue(
		'mediaSource is none of the choices',
		media,
		['mediaSource'],
		fc.constantFrom<unknown>('URL', 'file', 1, true),
	),
	missing(urlMedia, ['mediaUrl']),
	wrongValue('mediaUrl is no web address', urlMedia, ['mediaUrl'], noUrl),
	wrongValue(
		'mediaUrl leads to another type',
		urlMedia,
		['mediaUrl'],
		wrongTypeUrl(UNOFFICIAL_EXTENSIONS),
	),
	wrongValue('fileName is no text', media, ['fileName'], noText),
	wrongValue('caption is no text', media, ['caption'], noText),
	missing(base64Media, ['mediaBase64']),
	wrongValue('mediaBase64 is no base64', base64Media, ['mediaBase64'], noBase64),
	{
		fault: 'mediaBase64 is of a type that cannot be told',
		at: ['mediaBase64'],
		base: base64Media,
		spoil: ({ parameters }) =>
			fc.uint8Array({ minLength: 9, maxLength: 40 }).map((bytes) => ({
				parameters: {
					...parameters,
					fileName: undefined,
					mediaBase64: Buffer.concat([Buffer.from('Hello'), bytes]).toString('base64'),
				},
			})),
	},
	missing(binaryMedia, ['binaryPropertyName']),
	wrongValue(
		'there is no such file',
		binaryMedia,
		['binaryPropertyName'],
		fc.constantFrom('nothing', 'Data'),
	),
	{
		fault: 'the file is of another type',
		at: ['binaryPropertyName'],
		base: binaryMedia,
		spoil: otherFile(
			fc.constantFrom(
				{ bytes: Buffer.from('GIF89a'), mimeType: 'image/gif', ownName: 'a.gif' },
				{ bytes: Buffer.from('GIF89a'), mimeType: 'image/png', ownName: 'a.png' },
				{
					bytes: Buffer.from('<!DOCTYPE html><title>Sign in</title>'),
					mimeType: 'application/pdf',
					ownName: 'report.pdf',
				},
				{ bytes: Buffer.from('MZ\x90\0'), mimeType: 'application/pdf', ownName: 'menu.pdf' },
				{ bytes: Buffer.from('hello'), mimeType: 'text/plain', ownName: undefined },
				{ bytes: Buffer.from('hello'), mimeType: 'application/octet-stream', ownName: 'data' },
				{ bytes: Buffer.from('ID3'), mimeType: 'audio/mpeg', ownName: 'a.mp3' },
			),
		),
	},
	{
		fault: 'the file is empty',
		at: ['binaryPropertyName'],
		base: binaryMedia,
		spoil: otherFile(fc.constant({ ...jpg, bytes: Buffer.alloc(0) })),
	},
	...sendingFaults(media),
];

/** Too large to be made by the hundred. */
export const largeFaults: Fault[] = [
	{
		fault: 'the file is too large',
		at: ['binaryPropertyName'],
		base: binaryMedia,
		spoil: otherFile(
			fc
				.constantFrom(1, 2, 3, 4096, LARGEST_ATTACHED)
				.map((more) => ({ ...jpg, bytes: Buffer.alloc(LARGEST_ATTACHED + more, 7) })),
		),
	},
	wrongValue(
		'mediaBase64 is too long',
		base64Media,
		['mediaBase64'],
		fc.constantFrom(4, 400).map((more) => `iVBORw0KGgo${'A'.repeat(LONGEST_BASE64 + more - 11)}`),
	),
];
