import { z } from 'zod';

import { isPrivateAddress, PUBLIC_ADDRESS_ADVICE } from '../../../plain';
import { fittedText } from '../../../service';
import type { ServiceRequest } from '../../engine/operation';
import * as inputs from '../inputs';
import { question } from './question';
import { ONE_DAY, waitInput, waitLimitOf, type WaitLimit } from './wait';
import { inLanguage } from './words';

const links = z.object({ page: z.string(), approve: z.string(), decline: z.string() });

export type Links = z.output<typeof links>;

/** The links of a question differ each time. These replace them when the node compares two questions. */
const ANY_LINKS: Links = { page: 'any', approve: 'any', decline: 'any' };

export const questionInput = {
	...question.shape,
	links,
	isOfAgent: z.boolean().default(false),
	...waitInput,
};

type QuestionInput = z.output<z.ZodObject<typeof questionInput>>;

type Worded = Pick<QuestionInput, 'message' | 'messageButtonLabel'>;

const wait = question.extend({ waitLimit: z.custom<WaitLimit>() });

/** @param input what `withWait` returned */
export const waitIn = (input: unknown): z.output<typeof wait> => wait.parse(input);

/** n8n's own default message of a review is {{ $tool.parameters }}, which a text shows as [object Object]. */
const BLIND =
	'shows [object Object] instead of what the agent wants to do: write {{ JSON.stringify($tool.parameters, null, 1) }} instead of {{ $tool.parameters }}';

/** They turn the direction of what follows, so that digits read backwards. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Chats make links of names with a dot, too. The dots of other scripts count in a name of a host. So do signs, and a
 * browser skips what cannot be seen.
 */
const DOT_OF_HOST =
	/(?<=[\p{L}\p{M}\p{N}\p{S}\p{Cf}])([.\u3002\uFF0E\uFF61])(?=[\p{L}\p{Cf}][\p{L}\p{M}\p{Cf}])/gu;

/** A phone also makes a link of the numbers of an address. */
const IP_ADDRESS = /\p{Nd}{1,3}(?:\p{Cf}*[.\u3002\uFF0E\uFF61]\p{Cf}*\p{Nd}{1,3}){3}/gu;

/** An agent may be talked into a link that looks like the one to answer, or into another amount than is read. */
const untricked = (text: string): string =>
	text
		.replace(TURNING, '')
		.replaceAll('://', ': //')
		.replace(DOT_OF_HOST, '$1 ')
		.replace(IP_ADDRESS, (address) => address.replace(/[^\p{Nd}\p{Cf}]/gu, '$& '));

const withoutTricks = (given: z.output<typeof question>) => ({
	message: untricked(given.message),
	messageButtonLabel: untricked(given.messageButtonLabel),
	responseFormTitle: untricked(given.responseFormTitle),
	responseFormDescription:
		given.responseFormDescription && untricked(given.responseFormDescription),
});

export function withWait<Given extends QuestionInput>(
	given: Given,
	context: z.RefinementCtx,
): Given & { waitLimit: WaitLimit } {
	if (given.responseType === 'customForm' && given.formFields.values.length === 0) {
		inputs.refuse(context, 'must have at least one field: add one', ['formFields']);
	}
	if (given.isOfAgent && given.message.includes('[object Object]')) {
		inputs.refuse(context, BLIND, ['message']);
	}
	const { pageLanguage: language, approvalOptions } = given;
	const values = inLanguage(approvalOptions.values, language);
	const worded = { ...inLanguage(given, language), approvalOptions: { values } };
	const asked = given.isOfAgent ? { ...worded, ...withoutTricks(worded) } : worded;
	return { ...asked, waitLimit: waitLimitOf(given, context) };
}

/** A chat list and a lock screen show how a message begins. */
export const wordsWithLink = ({ message, messageButtonLabel }: Worded, link: string): string =>
	`${message}\n\n${messageButtonLabel}:\n${link}`;

/** WhatsApp Official refuses line breaks, so they become spaces. The link itself must not change. */
export const lineWithLink = ({ message, messageButtonLabel }: Worded, link: string): string =>
	`${fittedText(message)} ${fittedText(messageButtonLabel)}: ${link}`;

/** n8n checks the signature of a link only if the operation has exactly this name. */
export const SEND_AND_WAIT = 'sendAndWait';

const answered = z.object({
	data: z.object({
		outcome: z.enum(['approved', 'declined', 'answered', 'no_answer']),
		approved: z.boolean(),
		/** The recipient of the question, as the node sent it. */
		asked: z.string(),
		respondedAt: z.string(),
		timed_out: z.boolean(),
	}),
});

export const asking = <Given extends { links: Links; waitLimit: WaitLimit }>(
	request: (given: Given, links: Links) => ServiceRequest,
) => ({
	value: SEND_AND_WAIT,
	name: 'Send and Wait for Response',
	effect: 'send' as const,
	asTool: { isOfAgent: true },
	standing: { limitWaitTime: ONE_DAY },
	request: (given: Given) => request(given, given.links),
	likeRequest: (given: Given) => request(given, ANY_LINKS),
	review: ({ links: { page } }: Given) => {
		const warning = `A phone cannot open the link in this question: ${new URL(page).origin} is a private or local address. ${PUBLIC_ADDRESS_ADVICE}`;
		return { problems: [], warnings: isPrivateAddress(page) ? [warning] : [] };
	},
	/** The answer of the recipient is output, and not the sent message. */
	preview: () => answered,
});
