import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ParameterSet } from '../sets';
import { commonFaults } from './common';
import { missing, noBoolean, noText, wrongValue, type Fault } from './faults';
import { fileName, fileUrl, knownFile, MIMES, noUrl } from './files';
import { destined, numberFaults } from './numbers';
import { count, isOn, switchWord } from './people';
import { PENDING, REJECTED, TEMPLATES, type KnownTemplate } from './templates';
import { anyText, brokenLine, commonOptions, copied, lineText, optional, orNumber } from './text';

/** Parameters of the Official route. */

/** More channels than the simulator starts with: the node sends one message a second on each. */
const CHANNELS = 100;

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

const headerUrl = {
	IMAGE: copied(fileUrl(['jpg', 'png'])),
	DOCUMENT: copied(fileUrl(['pdf', 'docx'])),
};
const documentName = fileName(['pdf', 'docx']);
/** Together no longer than what the journal keeps of a body. */
const LONGEST_TOGETHER = 1500;
const shareOf = ({ placeholders, buttons }: KnownTemplate) =>
	Math.floor(LONGEST_TOGETHER / Math.max(1, placeholders.length + buttons.length));

type Cell = string | number;

/** What fills a template: what a list or the service’s own object stands for. */
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
				const common = { destination, destinationName };
				return {
					template: chosen,
					parameters: { ...common, ...ids, ...own, options: all },
					dialled,
				};
			}),
	);

const anyTemplate = fc.constantFrom(...TEMPLATES);

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

export const fieldsOf = ({ placeholders, header, buttons }: KnownTemplate): string[] => [
	...(header === undefined
		? []
		: [header === 'IMAGE' ? 'Header Image URL' : 'Header Document URL']),
	...(header === undefined ? [] : ['Header File Name']),
	...placeholders.map((key) => `{{${key}}}`),
	...buttons.map((index) => `Button ${Number(index) + 1}`),
];

function mappedValue(id: string, template: KnownTemplate, fit: boolean): fc.Arbitrary<unknown> {
	if (id === 'Header Image URL') return headerUrl.IMAGE;
	if (id === 'Header Document URL') return headerUrl.DOCUMENT;
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

/** As the service documents its object. */
const asObject = ({ url, texts, buttons }: Listed, { header }: KnownTemplate) => ({
	body: Object.entries(texts).map(([key, text]) => ({
		key: /^\d+$/.test(key) ? `{{${key}}}` : key,
		value: 'any_name',
		value_text: text,
	})),
	...(url !== undefined && { header: { format: header, params: [{ key: 'url', value: url }] } }),
	buttons: Object.entries(buttons).map(([index, value]) => ({ index, type: 'url', value })),
});

const LISTINGS: ((listed: Listed, template: KnownTemplate) => unknown)[] = [
	inOrder,
	(listed, template) => [...inOrder(listed, template), '', null],
	(listed, template) => JSON.stringify(inOrder(listed, template)),
	asObject,
	(listed, template) => JSON.stringify(asObject(listed, template), undefined, 2),
];

const byKeys = (keys: readonly string[], cell: fc.Arbitrary<Cell>) =>
	fc.record(Object.fromEntries(keys.map((key) => [key, cell])));

const listedFields = (template: KnownTemplate, fit: boolean) => {
	const cell = value(fit, shareOf(template));
	return fc
		.tuple(
			fc.record({
				url: template.header === undefined ? fc.constant(undefined) : headerUrl[template.header],
				texts: byKeys(template.placeholders, cell),
				buttons: byKeys(template.buttons, cell),
			}),
			fc.constantFrom(...LISTINGS),
		)
		.map(([listed, write]) => ({
			listed,
			own: { parametersMode: 'json', parametersJson: write(listed, template) },
		}));
};

/** Values in JSON, for templates that differ by item. */
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

const noUuid: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
	'1',
	'not-an-id',
	'11111111111141118111111111111111',
	'{11111111-1111-4111-8111-111111111111}',
	'11111111-1111-1111-8111-111111111111',
	'11111111-1111-4111-c111-111111111111',
	'11111111-1111-4111-8111-11111111111',
	'11111111-1111-4111-8111-1111111111111',
	'g1111111-1111-4111-8111-111111111111',
	'urn:uuid:11111111-1111-4111-8111-111111111111',
	'11111111-1111-4111-8111-111111111111 22222222-2222-4222-8222-222222222222',
	7,
	true,
);

const commonBroadcastFaults = (base: fc.Arbitrary<ParameterSet>): Fault[] => [
	wrongValue('channelId is missing', base, ['channelId'], fc.constantFrom('', ' '), [
		'channelId',
		'value',
	]),
	wrongValue('channelId is no ID', base, ['channelId'], noUuid, ['channelId', 'value']),
	wrongValue('templateId is missing', base, ['templateId'], fc.constantFrom('', ' '), [
		'templateId',
		'value',
	]),
	wrongValue('templateId is no ID', base, ['templateId'], noUuid, ['templateId', 'value']),
	wrongValue(
		'the template is not approved',
		base,
		['templateId'],
		fc.constantFrom(PENDING, REJECTED, ` ${REJECTED}\n`),
		['templateId', 'value'],
	),
	missing(base, ['destination']),
	...numberFaults(base, 'destination'),
	missing(base, ['destinationName']),
	wrongValue('destinationName is no text', base, ['destinationName'], noText),
	wrongValue('fitText is no boolean', base, ['fitText'], noBoolean, ['options', 'fitText']),
	...commonFaults(base),
];

const isFit = ({ parameters }: ParameterSet) => isOn((parameters.options as IDataObject).fitText);

export function mappedFaults(channels: readonly string[]): Fault[] {
	const base = mapped(channels);
	const strict = base.filter((set) => !isFit(set));
	const changedField = (
		fault: string,
		sets: fc.Arbitrary<BroadcastSet>,
		wanted: (id: string) => boolean,
		values: fc.Arbitrary<unknown>,
	): Fault => ({
		fault,
		at: ['templateParameters'],
		base: sets.filter(({ template }) => fieldsOf(template).some(wanted)),
		spoil: (set) => {
			const mapper = set.parameters.templateParameters as { value: IDataObject };
			const ids = Object.keys(mapper.value).filter(wanted);
			return fc.tuple(fc.constantFrom(...ids), values).map(([id, wrong]) => ({
				...set,
				parameters: {
					...set.parameters,
					templateParameters: {
						...mapper,
						value: { ...mapper.value, [id]: wrong as string },
					},
				},
			}));
		},
	});
	const isRequired = (id: string) => id !== 'Header File Name';
	const isText = (id: string) => !id.startsWith('Header ');
	return [
		...commonBroadcastFaults(base),
		changedField('a value is missing', base, isRequired, fc.constantFrom(undefined, '', null)),
		changedField('a value is no line', strict, isText, brokenLine),
		changedField(
			'the address of the header is none',
			base,
			(id) => id.endsWith(' URL'),
			fc.constantFrom(
				'photo.jpg',
				'ftp://a.example/b.png',
				'https://',
				'   ',
				'www.a.example/b.pdf',
			),
		),
	];
}

export function listedFaults(channels: readonly string[]): Fault[] {
	const base = listed(channels);
	const asking = base.filter(({ template }) => template.asks);
	const withText = base.filter(({ template }) => template.placeholders.length > 0);
	const withFile = base.filter(({ template }) => template.header !== undefined);
	const at = ['parametersJson'];
	const spoiled = (
		fault: string,
		sets: fc.Arbitrary<BroadcastSet>,
		wrong: (listed: Listed, template: KnownTemplate) => unknown,
	): Fault => ({
		fault,
		at,
		base: sets,
		spoil: (set) => {
			const { listed: all, template } = set as BroadcastSet;
			const parametersJson = all && (wrong(all, template) as string);
			return fc.constant({ ...set, parameters: { ...set.parameters, parametersJson } });
		},
	});
	const spoiledText = (all: Listed, template: KnownTemplate, text: unknown) =>
		inOrder(all, template).map((cell, at) =>
			at === (all.url === undefined ? 0 : 1) ? text : cell,
		);
	return [
		...commonBroadcastFaults(base),
		spoiled('there is a value too few', asking, (all, template) => inOrder(all, template).slice(1)),
		spoiled('there is a value too many', base, (all, template) => [...inOrder(all, template), 'x']),
		spoiled('a cell is empty', withText, (all, template) => spoiledText(all, template, '')),
		spoiled('a cell is no text', withText, (all, template) => spoiledText(all, template, { a: 1 })),
		spoiled(
			'a cell is no line',
			withText.filter((set) => !isFit(set)),
			(all, template) => spoiledText(all, template, 'Jl. Merdeka 1\nJakarta'),
		),
		spoiled('the file has no address', withFile, (all, template) =>
			inOrder({ ...all, url: 'photo.jpg' }, template),
		),
		spoiled('the file is of another type', withFile, (all, template) =>
			asObject({ ...all, url: 'https://a.example/a.mp4' }, template),
		),
		wrongValue(
			'the values are no list',
			asking,
			at,
			fc.constantFrom<unknown>('Ayu, 1024', 5, true),
		),
	];
}

/** Unlike a placeholder, a message is more than spaces. */
const roomText = (fit: boolean) =>
	value(fit).map((text) => (String(text).trim() === '' ? '-' : text));

/** Replies into rooms: the room itself is opened by the test, in the place of the one that is here. */
const roomId = copied(fc.uuid({ version: 4 }));

export const textReplies: fc.Arbitrary<ParameterSet> = fitChoice.chain((fitText) =>
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

export const replyFaults: Fault[] = [
	missing(replies, ['roomId']),
	wrongValue('roomId is no ID', replies, ['roomId'], noUuid),
	wrongValue(
		'messageType is none of the choices',
		replies,
		['messageType'],
		fc.constantFrom<unknown>('Image', 'sticker', 1, true),
		['options', 'messageType'],
	),
	wrongValue(
		'fileSource is none of the choices',
		urlReplies,
		['fileSource'],
		fc.constantFrom<unknown>('URL', 'disk', 1, true),
		['options', 'fileSource'],
	),
	missing(textReplies, ['text']),
	wrongValue('text is no text', replies, ['text'], noText),
	wrongValue(
		'text is no line',
		replies.filter((set) => !isFit(set)),
		['text'],
		brokenLine,
	),
	missing(urlReplies, ['fileUrl'], ['options', 'fileUrl']),
	wrongValue('fileUrl is no web address', urlReplies, ['fileUrl'], noUrl, ['options', 'fileUrl']),
	wrongValue('there is no such file', fileReplies, ['binaryPropertyName'], fc.constant('nothing'), [
		'options',
		'binaryPropertyName',
	]),
	wrongValue('fitText is no boolean', replies, ['fitText'], noBoolean, ['options', 'fitText']),
	...commonFaults(replies),
];

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

export const listFaults = (base: fc.Arbitrary<ParameterSet>): Fault[] => [
	wrongValue('returnAll is no boolean', base, ['returnAll'], noBoolean),
	wrongValue(
		'limit is no count',
		// Where all are asked for, a limit does not show and does not count.
		base.map(({ parameters }) => ({ parameters: { ...parameters, returnAll: false } })),
		['limit'],
		fc.constantFrom<unknown>(0, -1, 1.5, 'all', true, [5]),
	),
	...commonFaults(base),
];

export const templateListFaults: Fault[] = [
	...listFaults(templateLists),
	wrongValue(
		'status is none of the choices',
		templateLists,
		['status'],
		fc.constantFrom<unknown>('Approved', 'deleted', 1, true),
		['options', 'status'],
	),
];
