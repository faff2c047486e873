import fc from 'fast-check';
import type { GenericValue } from 'n8n-workflow';

import type { ParameterSet } from '../sets';
import {
	fileBytes,
	anyName,
	fileName,
	fileUrl,
	knownFile,
	MIMES,
	UNOFFICIAL_EXTENSIONS,
} from './files';
import { destined, type Destined } from './numbers';
import { count, onWord, switchWord } from './people';
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

const caption = optional(orNumber(anyText(3000)));

/** A file of at most so many bytes fits into 1024 KB of base64. */
const LARGEST_ATTACHED = 768 * 1024;

const urlMedia = sending(
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

const base64Media = sending(
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

const binaryMedia = fc
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
