import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { charactersIn } from '../../../plain';
import { LONGEST_BUTTON_ID, LONGEST_BUTTON_TITLE, LONGEST_BUTTONS_BODY } from '../../../service';
import { operation, type ServiceRequest } from '../../engine/operation';
import { countryCodeField, dialled } from '../inputs/destination';
import {
	answerFields,
	asking,
	messageField,
	questionInput,
	questionOptions,
	withWait,
	wordsWithLink,
	type Links,
} from '../question';
import {
	businessAnswer,
	buttonRequest,
	gatewayFields,
	gatewayInput,
	replyRequest,
} from './gateway';

const asked = z
	.object({
		...gatewayInput,
		...questionInput,
		answerBy: z.enum(['link', 'buttons']).default('link'),
	})
	.transform(dialled('recipient'));

interface Button {
	name: 'approveLabel' | 'disapproveLabel';
	title: string;
	id: string;
}

/** Always both, so that a payload that holds both is known to show the question. Undefined if a page takes the answer. */
function buttonsOf(
	{ answerBy, responseType, approvalOptions }: z.output<typeof asked>,
	links: Links,
): Button[] | undefined {
	if (answerBy !== 'buttons' || responseType !== 'approval') return undefined;
	const { approveLabel, disapproveLabel } = approvalOptions.values;
	return [
		{ name: 'approveLabel', title: approveLabel, id: links.approve },
		{ name: 'disapproveLabel', title: disapproveLabel, id: links.decline },
	];
}

const input = asked
	.superRefine((given, context) => {
		const buttons = buttonsOf(given, given.links);
		if (buttons === undefined) return;
		const wrong = (path: string[], message: string) => {
			context.addIssue({ code: 'custom', path, message });
		};
		const most = (longest: number, has: number) =>
			`may have at most ${longest} characters with buttons and has ${has}: shorten it, or set Answer By to Link`;
		const has = charactersIn(given.message);
		if (has > LONGEST_BUTTONS_BODY) wrong(['message'], most(LONGEST_BUTTONS_BODY, has));
		for (const { name, title, id } of buttons) {
			const length = charactersIn(title);
			if (length > LONGEST_BUTTON_TITLE) {
				wrong(['approvalOptions', 'values', name], most(LONGEST_BUTTON_TITLE, length));
			}
			if (id.length > LONGEST_BUTTON_ID) {
				wrong(
					['answerBy'],
					'cannot be Buttons here, since the ID of this node is too long: choose Link',
				);
			}
		}
	})
	.transform((given, context) => {
		const isInChat = buttonsOf(given, given.links) !== undefined;
		return withWait(given, context, isInChat ? given.recipient : undefined);
	});

type Input = z.output<typeof input>;

function request(given: Input, links: Links): ServiceRequest {
	const buttons = buttonsOf(given, links);
	return buttons === undefined
		? replyRequest(given, { type: 'text', payloads: { body: wordsWithLink(given, links.page) } })
		: buttonRequest(given, { body: given.message, buttons });
}

const answerByField: INodeProperties = {
	displayName: 'Answer By',
	name: 'answerBy',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Buttons',
			value: 'buttons',
			description:
				'In the chat. They need a published Messaging Service Trigger, registered for WhatsApp Business.',
		},
		{ name: 'Link', value: 'link', description: 'A page behind a link in the message' },
	],
	default: 'link',
	description:
		'Where the recipient answers. Buttons rely on the service returning their ID, which is not documented: try it first.',
	displayOptions: { show: { responseType: ['approval'] } },
};

export const sendAndWait = operation({
	...businessAnswer,
	...asking(request),
	action: 'Send and Wait for Response',
	description:
		'Send a question over WhatsApp Business to a person who has written to the gateway, and wait until it is answered',
	fields: [
		...gatewayFields,
		{
			...messageField,
			hint: 'A link to the answer page is added, or buttons to answer with. The workflow waits for the answer, at most for the time in the option Limit Wait Time.',
		},
		...answerFields,
		answerByField,
	],
	options: [countryCodeField, ...questionOptions],
	input,
});
