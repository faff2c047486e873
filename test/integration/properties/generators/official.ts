import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ParameterSet } from '../sets';
import { fileName, fileUrl, knownFile, MIMES } from './files';
import { destined } from './numbers';
import { count, isOn, switchWord } from './people';
import { TEMPLATES, type KnownTemplate } from './templates';
import { anyText, commonOptions, copied, lineText, optional, orNumber } from './text';

/** Parameters of the Official route. */

/** More channels than the simulator starts with: each takes 60 messages a minute, and the node keeps to it. */
const CHANNELS = 14;

let channelsSoFar = 0;

/** Channels that no test has used before. */
export const newChannels = (): string[] =>
	Array.from({ length: CHANNELS }, () => {
		channelsSoFar++;
		return `00000000-0000-4000-8000-${String(channelsSoFar).padStart(12, '0')}`;
	});

/** IDs picked from the list or typed; in lower case, since the simulator compares them as they are written. */
const locators = (channels: readonly string[], template: string) =>
	fc
		.tuple(
			fc.constantFrom('list', 'id'),
			copied(fc.constantFrom(...channels)),
			copied(fc.constant(template)),
		)
		.map(([mode, channel, chosen]) => ({
			channelId: { __rl: true, mode, value: channel },
			templateId: { __rl: true, mode, value: chosen },
		}));

const values = new Map<string, fc.Arbitrary<string | number>>();

/** A value of a parameter, rough where the option makes it fit; made once, since making it takes long. */
function value(fit: boolean, most = 1500): fc.Arbitrary<string | number> {
	const key = `${String(fit)} ${most}`;
	const known =
		values.get(key) ??
		fc.oneof(
			{ weight: 15, arbitrary: orNumber(fit ? anyText(most) : lineText(most)) },
			// A placeholder may be nothing but a few spaces.
			{ weight: 1, arbitrary: fc.constantFrom(' ', '    ', '\u00a0') },
		);
	values.set(key, known);
	return known;
}

const headerUrl = copied(fileUrl(['jpg', 'png', 'pdf']));
const documentName = fileName(['pdf', 'docx']);
const buttonType = fc.constantFrom('url', ' url');

/** Together no longer than what the journal keeps of a body. */
const LONGEST_TOGETHER = 1500;
const shareOf = ({ placeholders, buttons }: KnownTemplate) =>
	Math.floor(LONGEST_TOGETHER / Math.max(1, placeholders.length + buttons.length));

type Cell = string | number;

/** What fills a template, whose fields may differ by item: what a list or an object of values stands for. */
interface Listed {
	url: string | undefined;
	texts: Record<string, Cell>;
	buttons: Record<string, Cell>;
}

export interface BroadcastSet extends ParameterSet {
	template: KnownTemplate;
	listed?: Listed;
}

/** Any name will do, a space too. */
const to = fc.record({
	number: destined,
	destinationName: fc.oneof(
		{ weight: 8, arbitrary: orNumber(anyText(200)) },
		{ weight: 1, arbitrary: fc.constantFrom(' ', '-', '     ', '\n') },
	),
});

const options = fc.record(commonOptions, { requiredKeys: ['validateOnly', 'requestTimeout'] });

/** n8n gives every choice its default. */
const CHOICES = { parametersMode: 'manual', headerFormat: 'none' };

const variableName = fc.stringMatching(/^[a-z0-9_]{2,32}$/);

const manualFields = (template: KnownTemplate, fit: boolean) => {
	const { placeholders, header, buttons } = template;
	return fc
		.tuple(
			fc.shuffledSubarray(placeholders, { minLength: placeholders.length }),
			fc.shuffledSubarray(buttons, { minLength: buttons.length }),
		)
		.chain(([keys, indexes]) =>
			fc.record({
				bodyParameters:
					keys.length === 0
						? fc.constantFrom<unknown>(undefined, {}, { parameter: [] })
						: fc.record({
								parameter: fc.tuple(
									...keys.map((key) =>
										fc.record({
											index: /^\d+$/.test(key)
												? fc.constantFrom<string | number>(key, ` ${key}`, Number(key))
												: copied(fc.constant(key)),
											name: variableName,
											text: value(fit, shareOf(template)),
										}),
									),
								),
							}),
				headerFormat: fc.constant(header?.toLowerCase() ?? 'none'),
				headerUrl: header === undefined ? fc.constant(undefined) : headerUrl,
				headerFileName:
					header === undefined
						? fc.constant(undefined)
						: optional(fc.oneof(documentName, value(fit, 100))),
				buttons:
					indexes.length === 0
						? fc.constantFrom<unknown>(undefined, {}, { button: [] })
						: fc.record({
								button: fc.tuple(
									...indexes.map((index) =>
										fc.record({
											index: fc.constantFrom<string | number>(index, Number(index)),
											type: buttonType,
											value: value(fit, shareOf(template)),
										}),
									),
								),
							}),
			}),
		);
};

/** fitText where it matters, and sometimes where it does not. */
const fitChoice = fc.oneof(fc.constant(undefined), switchWord);

const broadcast = (
	template: fc.Arbitrary<KnownTemplate>,
	channels: readonly string[],
	fields: (template: KnownTemplate, fit: boolean) => fc.Arbitrary<object>,
	fits = fitChoice,
): fc.Arbitrary<BroadcastSet> =>
	fc.tuple(template, fits).chain(([chosen, fitText]) =>
		fc
			.tuple(to, locators(channels, chosen.id), fields(chosen, isOn(fitText)), options)
			.map(([{ number, destinationName }, ids, own, others]) => {
				const { destination, dialled, ...code } = number;
				const all = { ...others, ...code, ...(fitText !== undefined && { fitText }) };
				const common = { ...CHOICES, destination, destinationName };
				return {
					template: chosen,
					parameters: { ...common, ...ids, ...own, options: all },
					dialled,
				};
			}),
	);

const anyTemplate = fc.constantFrom(...TEMPLATES);

export const manual = (channels: readonly string[]): fc.Arbitrary<BroadcastSet> =>
	fc.oneof(
		{ weight: 12, arbitrary: broadcast(anyTemplate, channels, manualFields) },
		{
			weight: 1,
			arbitrary: broadcast(
				fc.constantFrom(...TEMPLATES.filter(({ asks }) => !asks)),
				channels,
				() => fc.constant({ parametersMode: 'none' }),
			),
		},
	);

/** The schema that the editor keeps of a template's fields. */
const schemaOf = (ids: readonly string[]): IDataObject[] =>
	ids.map((id) => ({
		id,
		displayName: id,
		required: id !== 'Header File Name',
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: 'string',
	}));

const fieldsOf = ({ placeholders, header, buttons }: KnownTemplate): string[] => [
	...(header === undefined
		? []
		: [header === 'IMAGE' ? 'Header Image URL' : 'Header Document URL']),
	...(header === undefined ? [] : ['Header File Name']),
	...placeholders.map((key) => `{{${key}}}`),
	...buttons.map((index) => `Button ${Number(index) + 1}`),
];

function mappedValue(id: string, template: KnownTemplate, fit: boolean): fc.Arbitrary<unknown> {
	if (id.endsWith(' URL')) return headerUrl;
	if (id === 'Header File Name') return optional(documentName);
	return value(fit, shareOf(template));
}

const mappedFields = (template: KnownTemplate, fit: boolean) => {
	const ids = fieldsOf(template);
	return fc
		.record(Object.fromEntries(ids.map((id) => [id, mappedValue(id, template, fit)])))
		.map((filled) => ({
			parametersMode: 'template',
			templateParameters: {
				mappingMode: 'defineBelow',
				value: filled,
				matchingColumns: [],
				schema: schemaOf(ids),
				attemptToConvertTypes: false,
				convertFieldsToString: true,
			},
		}));
};

export const mapped = (channels: readonly string[]): fc.Arbitrary<BroadcastSet> =>
	broadcast(anyTemplate, channels, mappedFields);

/** In the order of the template: its header file, its placeholders, its buttons. */
const inOrder = ({ url, texts, buttons }: Listed, { placeholders }: KnownTemplate): Cell[] => [
	...(url === undefined ? [] : [url]),
	...placeholders.flatMap((key) => texts[key] ?? []),
	...Object.values(buttons),
];

/** By name, as a row of a sheet that has other columns too. */
const byName = ({ url, texts, buttons }: Listed, nameOf: (key: string) => string) => ({
	phone: '0812-345',
	...(url !== undefined && { header_url: url }),
	...Object.fromEntries(Object.entries(texts).map(([key, text]) => [nameOf(key), text])),
	...Object.fromEntries(Object.entries(buttons).map(([index, text]) => [`button_${index}`, text])),
	tags: ['new', 'vip'],
});

const LISTINGS: ((listed: Listed, template: KnownTemplate) => unknown)[] = [
	inOrder,
	(listed, template) => [...inOrder(listed, template), '', null],
	(listed, template) => JSON.stringify(inOrder(listed, template)),
	(listed) => byName(listed, (key) => key),
	(listed) => byName(listed, (key) => `{{${key}}}`),
	(listed) => byName(listed, (key) => `body_${key}`),
	(listed) =>
		JSON.stringify(
			byName(listed, (key) => key),
			undefined,
			2,
		),
];

const byKeys = (keys: readonly string[], cell: fc.Arbitrary<Cell>) =>
	fc.record(Object.fromEntries(keys.map((key) => [key, cell])));

const listedFields = (template: KnownTemplate, fit: boolean) => {
	const cell = value(fit, shareOf(template));
	return fc
		.tuple(
			fc.record({
				url: template.header === undefined ? fc.constant(undefined) : headerUrl,
				texts: byKeys(template.placeholders, cell),
				buttons: byKeys(template.buttons, cell),
			}),
			fc.constantFrom(...LISTINGS),
		)
		.map(([listed, write]) => ({
			listed,
			own: { parametersMode: 'values', parameterValues: write(listed, template) },
		}));
};

/** Values by position in a list or by name in an object, for templates that differ by item. */
export const listed = (channels: readonly string[]): fc.Arbitrary<BroadcastSet> =>
	anyTemplate.chain((chosen) =>
		fitChoice.chain((fitText) =>
			listedFields(chosen, isOn(fitText)).chain(({ listed, own }) =>
				broadcast(fc.constant(chosen), channels, () => fc.constant(own), fc.constant(fitText)).map(
					(set) => ({ ...set, listed }),
				),
			),
		),
	);

/** Unlike a placeholder, a message is more than spaces. */
const roomText = (fit: boolean) =>
	value(fit).map((text) => (String(text).trim() === '' ? '-' : text));

/** Replies into rooms: the room itself is opened by the test, in the place of the one that is here. */
const roomId = copied(fc.uuid({ version: 4 }));

const textReplies: fc.Arbitrary<ParameterSet> = fitChoice.chain((fitText) =>
	fc
		.record({ roomId, text: roomText(isOn(fitText)), options })
		.map(({ options: others, ...fields }) => ({
			parameters: {
				...fields,
				options: { ...others, ...(fitText !== undefined && { fitText }) },
			},
		})),
);

const announced = fc.constantFrom('audio', 'document', 'image', 'video', 'voice');

const urlReplies: fc.Arbitrary<ParameterSet> = fc
	.record({
		roomId,
		messageType: announced,
		fileUrl: copied(fileUrl(['jpg', 'pdf', 'mp4', 'ogg'])),
		text: optional(lineText()),
		options,
	})
	.map(({ messageType, fileUrl: url, options: others, ...fields }) => ({
		parameters: {
			...fields,
			options: { ...others, messageType, fileSource: 'url', fileUrl: url },
		},
	}));

const fileReplies: fc.Arbitrary<ParameterSet> = knownFile(500).chain(({ type, bytes }) =>
	fc
		.record({
			roomId,
			messageType: announced,
			binaryPropertyName: fc.constantFrom('data', 'Файл'),
			text: optional(lineText()),
			options,
			// The simulator takes what stands before a backslash for a folder.
			name: fileName([type]).filter((name) => !name.includes('\\')),
		})
		.map(({ name, messageType, binaryPropertyName, options: others, ...fields }) => ({
			parameters: {
				...fields,
				options: { ...others, messageType, fileSource: 'binary', binaryPropertyName },
			},
			files: {
				[binaryPropertyName]: {
					data: bytes.toString('base64'),
					mimeType: MIMES[type] ?? '',
					fileName: name,
				},
			},
		})),
);

export const replies = fc.oneof(
	{ weight: 4, arbitrary: textReplies },
	{ weight: 1, arbitrary: urlReplies },
	{ weight: 1, arbitrary: fileReplies },
);

/** Return All, Limit and Status of the lists. */
const listFields = {
	returnAll: switchWord,
	limit: count(1, 30),
};
const readOptions = {
	responseFormat: commonOptions.responseFormat,
	requestTimeout: commonOptions.requestTimeout,
};

export const channelLists: fc.Arbitrary<ParameterSet> = fc
	.record({ ...listFields, options: fc.record(readOptions, { requiredKeys: ['requestTimeout'] }) })
	.map((parameters) => ({ parameters }));

export const templateLists: fc.Arbitrary<ParameterSet> = fc
	.record({
		...listFields,
		options: fc.record(
			{
				...readOptions,
				status: fc.constantFrom('any', 'approved', 'pending', 'rejected'),
				name: optional(fc.constantFrom('order', 'ORDER', 'named', 'a', ' promo ', 'nothing')),
				category: optional(fc.constantFrom('MARKETING', 'utility', ' Authentication ', 'other')),
			},
			{ requiredKeys: ['requestTimeout'] },
		),
	})
	.map((parameters) => ({ parameters }));
