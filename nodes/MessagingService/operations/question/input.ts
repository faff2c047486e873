import { z } from 'zod';

import { isPrivateAddress, PUBLIC_ADDRESS_ADVICE } from '../../../plain';
import { fittedText } from '../../../service';
import type { ServiceRequest } from '../../engine/operation';
import * as inputs from '../inputs';
import { FIELD_TYPES, inLanguage, question, type Question, WORDS } from './question';
import { waitInput, waitLimit, waitLimitOf } from './wait';

const LONGEST_LABEL = 200;
const MOST_FIELDS = 50;
const MOST_CHOICES = 200;

/** A label of spaces and invisible format characters counts as empty. */
const label = (otherwise: string) =>
	inputs
		.optionalText(LONGEST_LABEL)
		.transform((given = '') => (given.replace(/\p{Cf}/gu, '').trim() === '' ? otherwise : given));

const approvalOptions = z.object({
	values: z
		.object({
			approvalType: z.enum(['single', 'double']).default('double'),
			approveLabel: label(WORDS.en.approveLabel),
			disapproveLabel: label(WORDS.en.disapproveLabel),
		})
		.default({}),
});

/** The output has fields with the first two names already. A field named `__proto__` would change a prototype. */
const TAKEN = new Set(['respondedAt', 'answered_by', '__proto__']);

const choice = z.object({ option: inputs.text(LONGEST_LABEL) });
const fieldOptions = z.object({ values: z.array(choice).max(MOST_CHOICES).default([]) });

const formField = z
	.object({
		fieldLabel: inputs.text(LONGEST_LABEL),
		fieldType: z.nativeEnum(FIELD_TYPES).default('text'),
		fieldOptions: fieldOptions.default({}),
		requiredField: inputs.onOff.default(false),
	})
	.superRefine(({ fieldLabel, fieldType, fieldOptions: { values } }, context) => {
		if (TAKEN.has(fieldLabel)) {
			inputs.refuse(context, 'is a reserved name: choose another', ['fieldLabel']);
		}
		if ((fieldType === 'dropdown' || fieldType === 'checkbox') && values.length === 0) {
			inputs.refuse(context, 'must have at least one entry: add one', ['fieldOptions']);
		}
	});

const usedTwice = (name: string) =>
	`is '${name}', which another field has already: give each field its own label`;

const formFields = z.object({
	values: z
		.array(formField)
		.max(MOST_FIELDS)
		.default([])
		.superRefine(inputs.eachOnce('fieldLabel', usedTwice)),
});

const links = z.object({ page: z.string(), approve: z.string(), decline: z.string() });

export type Links = z.output<typeof links>;

/** The links of a question differ each time. These replace them when the node compares two questions. */
const ANY_LINKS: Links = { page: 'any', approve: 'any', decline: 'any' };

export const questionInput = {
	message: inputs.text(),
	responseType: z.enum(['approval', 'freeText', 'customForm']).default('approval'),
	approvalOptions: approvalOptions.default({}),
	formFields: formFields.default({}),
	pageLanguage: z.enum(['en', 'id']).default('en'),
	messageButtonLabel: label(WORDS.en.messageButtonLabel),
	responseFormTitle: label(''),
	responseFormDescription: inputs.optionalText(),
	responseFormButtonLabel: label(WORDS.en.responseFormButtonLabel),
	responseFormThanks: label(WORDS.en.responseFormThanks),
	responseFormReasonLabel: label(WORDS.en.responseFormReasonLabel),
	responseFormResponseLabel: label(WORDS.en.responseFormResponseLabel),
	responseFormCorrection: label(WORDS.en.responseFormCorrection),
	responseFormClosed: label(WORDS.en.responseFormClosed),
	links,
	isOfAgent: z.boolean().default(false),
	...waitInput,
};

type QuestionInput = z.output<z.ZodObject<typeof questionInput>>;

function waysOf(given: QuestionInput, isInChat: boolean): Question['ways'] {
	if (given.responseType === 'freeText') return { kind: 'freeText' };
	if (given.responseType === 'customForm') {
		const fields = given.formFields.values.map((field) => ({
			label: field.fieldLabel,
			type: field.fieldType,
			choices: field.fieldOptions.values.map(({ option }) => option),
			isRequired: field.requiredField,
		}));
		return { kind: 'customForm', fields };
	}
	const { approvalType, approveLabel, disapproveLabel } = given.approvalOptions.values;
	const canDecline = approvalType === 'double' || isInChat;
	return {
		kind: 'approval',
		approve: approveLabel,
		...(canDecline && { decline: disapproveLabel }),
	};
}

const questionOf = (given: QuestionInput, askedInChat: string | undefined): Question => ({
	title: given.responseFormTitle,
	text: given.responseFormDescription ?? given.message,
	submit: given.responseFormButtonLabel,
	ways: waysOf(given, askedInChat !== undefined),
	sentences: {
		thanks: given.responseFormThanks,
		reason: given.responseFormReasonLabel,
		response: given.responseFormResponseLabel,
		correction: given.responseFormCorrection,
		closed: given.responseFormClosed,
	},
	language: given.pageLanguage,
	...(askedInChat !== undefined && { askedInChat }),
});

type Worded = Pick<QuestionInput, 'message' | 'messageButtonLabel'>;

const wait = z.object({ question, limit: waitLimit });

type Wait = z.output<typeof wait>;

/** @param input what `withWait` returned */
export const waitIn = (input: unknown): Wait => z.object({ wait }).parse(input).wait;

export function withWait<Given extends QuestionInput>(
	given: Given,
	context: z.RefinementCtx,
	askedInChat?: string,
): Given & { wait: Wait } {
	if (given.responseType === 'customForm' && given.formFields.values.length === 0) {
		inputs.refuse(context, 'must have at least one field: add one', ['formFields']);
	}
	// An agent may be talked into a link that looks like the one to answer.
	const message = given.isOfAgent ? given.message.replaceAll('://', ': //') : given.message;
	const { pageLanguage: language, approvalOptions } = given;
	const values = inLanguage(approvalOptions.values, language);
	const asked = { ...inLanguage(given, language), approvalOptions: { values }, message };
	const limit = waitLimitOf(given, context);
	return { ...asked, wait: { question: questionOf(asked, askedInChat), limit } };
}

const notReachable = (page: string) =>
	`A phone cannot open the link in this question: ${new URL(page).origin} is a private or local address. ${PUBLIC_ADDRESS_ADVICE}`;

/** The link comes first, so that no link in the text is taken for it. */
export const wordsWithLink = ({ message, messageButtonLabel }: Worded, link: string): string =>
	`${messageButtonLabel}: ${link}\n\n${message}`;

/** WhatsApp Official refuses line breaks, so they become spaces. The link itself must not change. */
export const lineWithLink = ({ message, messageButtonLabel }: Worded, link: string): string =>
	`${fittedText(messageButtonLabel)}: ${link} ${fittedText(message)}`;

/** n8n checks the signature of a link only if the operation has exactly this name. */
export const SEND_AND_WAIT = 'sendAndWait';

const answered = z.object({ data: z.object({ approved: z.boolean(), respondedAt: z.string() }) });

export const asking = <Given extends { links: Links; wait: Wait }>(
	request: (given: Given, links: Links) => ServiceRequest,
) => ({
	value: SEND_AND_WAIT,
	name: 'Send and Wait for Response',
	effect: 'send' as const,
	asTool: { isOfAgent: true },
	request: (given: Given) => request(given, given.links),
	likeRequest: (given: Given) => request(given, ANY_LINKS),
	review: ({ links: { page } }: Given) =>
		inputs.warned(isPrivateAddress(page) && notReachable(page)),
	/** The answer of the recipient is output, and not the sent message. */
	preview: () => answered,
});
