import fc from 'fast-check';
import type { GenericValue, IDataObject } from 'n8n-workflow';

import type { ParameterSet } from '../sets';
import { commonFaults } from './common';
import { missing, noText, wrongValue, type Fault } from './faults';
import {
	BUSINESS_EXTENSIONS,
	anyName,
	fileName,
	fileUrl,
	HEADER_EXTENSIONS,
	noUrl,
	wrongTypeUrl,
} from './files';
import { destined, numberFaults } from './numbers';
import { blankCell } from './people';
import {
	anyText,
	charactersOf,
	commonOptions,
	copied,
	longerThan,
	ofLength,
	optional,
	orNumber,
} from './text';

/** Parameters of the Business route. Messages that are named stand for real ones, which the test puts in their place. */

const KINDS = ['document', 'image', 'video'] as const;
type Kind = (typeof KINDS)[number];

const common = {
	gatewayId: copied(fc.constantFrom('gateway-1', 'gateway-2')),
	to: destined,
};

const messageId = copied(fc.stringMatching(/^[a-z0-9]{5,15}$/));

const reply = (
	own: fc.Arbitrary<IDataObject>,
	quotes: fc.Arbitrary<GenericValue> = optional(messageId),
): fc.Arbitrary<ParameterSet> =>
	fc
		.tuple(
			fc.record(common),
			own,
			quotes,
			fc.record(commonOptions, { requiredKeys: ['validateOnly', 'requestTimeout'] }),
		)
		.map(([{ gatewayId, to }, fields, replyToMessageId, options]) => {
			const { destination: recipient, dialled, ...code } = to;
			const all = { ...options, ...code, replyToMessageId };
			return { parameters: { gatewayId, recipient, ...fields, options: all }, dialled };
		});

const textReplies = reply(
	fc.record({ messageType: fc.constant('text'), text: orNumber(anyText(8000)) }),
);

const mediaReply = (kind: Kind) =>
	reply(
		fc.record({
			messageType: fc.constant(kind),
			mediaUrl: copied(fileUrl(BUSINESS_EXTENSIONS[kind])),
			caption: optional(orNumber(anyText())),
			fileName: kind === 'document' ? optional(anyName) : fc.constant(undefined),
		}),
	);

const mediaReplies = fc.oneof(...KINDS.map(mediaReply));

const reactions = reply(
	fc.record({
		messageType: fc.constant('reaction'),
		messageId,
		emoji: fc.constantFrom('👍', '❤️', '👨‍👩‍👧‍👦', '🇮🇩', '👋🏽', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'),
	}),
	blankCell,
);

export const replies = fc.oneof(textReplies, mediaReplies, reactions);

const commonSendFaults = (base: fc.Arbitrary<ParameterSet>): Fault[] => [
	missing(base, ['gatewayId']),
	wrongValue('gatewayId is blank', base, ['gatewayId'], fc.constantFrom(' ', '\n')),
	wrongValue('gatewayId is no text', base, ['gatewayId'], noText),
	missing(base, ['recipient']),
	...numberFaults(base, 'recipient'),
	...commonFaults(base),
];

const wrongKindOfUrl = (kind: Kind): Fault =>
	wrongValue(
		`mediaUrl leads to no ${kind}`,
		mediaReply(kind),
		['mediaUrl'],
		wrongTypeUrl(BUSINESS_EXTENSIONS[kind]),
	);

export const replyFaults: Fault[] = [
	...commonSendFaults(replies),
	missing(textReplies, ['text']),
	wrongValue('text is no text', textReplies, ['text'], noText),
	missing(mediaReplies, ['mediaUrl']),
	wrongValue('mediaUrl is no web address', mediaReplies, ['mediaUrl'], noUrl),
	...KINDS.map(wrongKindOfUrl),
	wrongValue('caption is no text', mediaReplies, ['caption'], noText),
	wrongValue('fileName is no text', mediaReply('document'), ['fileName'], noText),
	missing(reactions, ['messageId']),
	wrongValue('emoji is no text', reactions, ['emoji'], noText),
	wrongValue(
		'replyToMessageId is no text',
		fc.oneof(textReplies, mediaReplies),
		['replyToMessageId'],
		noText,
		['options', 'replyToMessageId'],
	),
	wrongValue('a reaction quotes a message', reactions, ['replyToMessageId'], messageId, [
		'options',
		'replyToMessageId',
	]),
	wrongValue(
		'messageType is none of the choices',
		replies,
		['messageType'],
		fc.constantFrom<unknown>('Text', 'audio', 1, true),
	),
];

const MOST_BUTTONS = 3;
const LONGEST = { body: 1024, footer: 60, id: 256, title: 20 };

const fits = (value: string | number, most: number) => charactersOf(String(value)) <= most;
const upTo = (most: number) =>
	orNumber(fc.oneof(anyText(most), ofLength(most))).filter((value) => fits(value, most));

const buttons = fc
	.uniqueArray(fc.record({ id: upTo(LONGEST.id), title: upTo(LONGEST.title) }), {
		minLength: 1,
		maxLength: MOST_BUTTONS,
		selector: ({ id }) => String(id),
	})
	.map((button) => ({ button }));

const headers: Record<string, fc.Arbitrary<IDataObject>> = {
	none: fc.constant({ headerType: 'none' }),
	text: fc.record({ headerType: fc.constant('text'), headerText: orNumber(anyText(300)) }),
	document: fc.record({
		headerType: fc.constant('document'),
		headerUrl: copied(fileUrl(HEADER_EXTENSIONS.document)),
		headerFileName: fc.oneof(
			{ weight: 4, arbitrary: orNumber(fileName(HEADER_EXTENSIONS.document)) },
			{ weight: 1, arbitrary: fc.constantFrom('', '  ', null) },
		),
	}),
	image: fc.record({
		headerType: fc.constant('image'),
		headerUrl: copied(fileUrl(HEADER_EXTENSIONS.image)),
	}),
	video: fc.record({
		headerType: fc.constant('video'),
		headerUrl: copied(fileUrl(HEADER_EXTENSIONS.video)),
	}),
};

const withHeader = (...types: string[]): fc.Arbitrary<ParameterSet> =>
	fc
		.tuple(
			fc.record({ ...common, body: upTo(LONGEST.body), buttons }),
			fc.oneof(...types.flatMap((type) => headers[type] ?? [])),
			optional(upTo(LONGEST.footer)),
			fc.record(commonOptions, { requiredKeys: ['validateOnly', 'requestTimeout'] }),
		)
		.map(([{ to, ...fields }, header, footer, options]) => {
			const { destination: recipient, dialled, ...code } = to;
			const all = { ...options, ...code, footer };
			return { parameters: { recipient, ...fields, ...header, options: all }, dialled };
		});

export const buttonMessages = withHeader(...Object.keys(headers));

const several = buttonMessages.filter(
	({ parameters }) => (parameters.buttons as { button: unknown[] }).button.length > 1,
);

const inButton = (
	fault: string,
	field: 'id' | 'title',
	values: fc.Arbitrary<unknown>,
	base = buttonMessages,
): Fault => wrongValue(fault, base, ['buttons', 0, field], values, ['buttons', 'button', 0, field]);

/** Written out, so that the same ID is the same in either form: 7 and '7'. */
const plainId = (button: IDataObject | undefined) => `${button?.id as string | number}`;

const MEDIA_HEADERS = ['document', 'image', 'video'] as const;

export const buttonFaults: Fault[] = [
	...commonSendFaults(buttonMessages),
	missing(buttonMessages, ['body']),
	wrongValue('body is no text', buttonMessages, ['body'], noText),
	wrongValue('body is too long', buttonMessages, ['body'], longerThan(LONGEST.body)),
	wrongValue('footer is too long', buttonMessages, ['footer'], longerThan(LONGEST.footer), [
		'options',
		'footer',
	]),
	wrongValue('there is no button', buttonMessages, ['buttons'], fc.constant([]), [
		'buttons',
		'button',
	]),
	wrongValue(
		'there are too many buttons',
		buttonMessages,
		['buttons'],
		fc
			.integer({ min: 4, max: 6 })
			.map((count) =>
				Array.from({ length: count }, (_, at) => ({ id: `id ${at}`, title: `Button ${at}` })),
			),
		['buttons', 'button'],
	),
	inButton('a button has no ID', 'id', fc.constantFrom('', undefined)),
	inButton('a button has no title', 'title', fc.constantFrom('', undefined)),
	inButton('the ID of a button is too long', 'id', longerThan(LONGEST.id)),
	inButton('the title of a button is too long', 'title', longerThan(LONGEST.title)),
	inButton('the title of a button is no text', 'title', noText),
	{
		fault: 'two buttons have the same ID',
		at: ['buttons', 1, 'id'],
		base: several,
		spoil: (set) => {
			const { button } = set.parameters.buttons as { button: IDataObject[] };
			const same = button.map((one, at) => (at === 1 ? { ...one, id: plainId(button[0]) } : one));
			return fc.constant({ ...set, parameters: { ...set.parameters, buttons: { button: same } } });
		},
	},
	wrongValue(
		'headerType is none of the choices',
		buttonMessages,
		['headerType'],
		fc.constantFrom<unknown>('audio', 'IMAGE', 1, true),
	),
	missing(withHeader('text'), ['headerText']),
	wrongValue('headerText is no text', withHeader('text'), ['headerText'], noText),
	missing(withHeader(...MEDIA_HEADERS), ['headerUrl']),
	wrongValue('headerUrl is no web address', withHeader(...MEDIA_HEADERS), ['headerUrl'], noUrl),
	...MEDIA_HEADERS.map((kind) =>
		wrongValue(
			`headerUrl leads to no ${kind}`,
			withHeader(kind),
			['headerUrl'],
			wrongTypeUrl(HEADER_EXTENSIONS[kind]),
		),
	),
];
