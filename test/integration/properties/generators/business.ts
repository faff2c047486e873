import fc from 'fast-check';
import type { GenericValue, IDataObject } from 'n8n-workflow';

import type { ParameterSet } from '../sets';
import { BUSINESS_EXTENSIONS, anyName, fileName, fileUrl, HEADER_EXTENSIONS } from './files';
import { destined } from './numbers';
import { blankCell } from './people';
import { anyText, charactersOf, commonOptions, copied, ofLength, optional, orNumber } from './text';

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
