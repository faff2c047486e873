import { z } from 'zod';

import { fittedText } from '../../../service';
import type { Wait } from '../../engine/operation';
import { onOff } from '../inputs/fromSheet';
import { optionalText, text } from '../inputs/text';
import { FIELD_TYPES, links, SENTENCES, type Question } from './question';
import { waitInput, waitLimitOf } from './wait';

/** The parameters of n8n's own nodes that send and wait. */

const LONGEST_LABEL = 200;
const MOST_FIELDS = 50;
const MOST_CHOICES = 200;

const label = (otherwise: string) =>
	optionalText(LONGEST_LABEL).transform((given) => given ?? otherwise);

const approvalOptions = z.object({
	values: z
		.object({
			approvalType: z.enum(['single', 'double']).default('double'),
			approveLabel: label('Approve'),
			disapproveLabel: label('Decline'),
		})
		.default({}),
});

/** Names that the answer has already, or that no object may have. */
const TAKEN = new Set(['respondedAt', 'answered_by', '__proto__']);

const refuse = (context: z.RefinementCtx, path: (string | number)[], message: string) => {
	context.addIssue({ code: 'custom', path, message });
};

const choice = z.object({ option: text(LONGEST_LABEL) });
const fieldOptions = z.object({ values: z.array(choice).max(MOST_CHOICES).default([]) });

const formField = z
	.object({
		fieldLabel: text(LONGEST_LABEL),
		fieldType: z.nativeEnum(FIELD_TYPES).default('text'),
		fieldOptions: fieldOptions.default({}),
		requiredField: onOff.default(false),
	})
	.transform(({ fieldLabel, fieldType, fieldOptions: { values }, requiredField }, context) => {
		if (TAKEN.has(fieldLabel)) {
			refuse(context, ['fieldLabel'], 'is a reserved name: choose another');
		}
		if ((fieldType === 'dropdown' || fieldType === 'checkbox') && values.length === 0) {
			refuse(context, ['fieldOptions'], 'must have at least one entry: add one');
		}
		const choices = values.map(({ option }) => option);
		return { label: fieldLabel, type: fieldType, choices, isRequired: requiredField };
	});

const formFields = z.object({
	values: z
		.array(formField)
		.max(MOST_FIELDS)
		.default([])
		.superRefine((fields, context) => {
			for (const [index, { label: name }] of fields.entries()) {
				if (fields.findIndex((other) => other.label === name) === index) continue;
				const message = `is '${name}', which another field has already: give each field its own label`;
				refuse(context, [index, 'fieldLabel'], message);
			}
		}),
});

export const questionInput = {
	message: text(),
	responseType: z.enum(['approval', 'freeText', 'customForm']).default('approval'),
	approvalOptions: approvalOptions.default({}),
	formFields: formFields.default({}),
	messageButtonLabel: label('Respond'),
	responseFormTitle: label(''),
	responseFormDescription: optionalText(),
	responseFormButtonLabel: label('Submit'),
	responseFormThanks: label(SENTENCES.thanks),
	responseFormReasonLabel: label(SENTENCES.reason),
	responseFormResponseLabel: label(SENTENCES.response),
	responseFormCorrection: label(SENTENCES.correction),
	responseFormClosed: label(SENTENCES.closed),
	links,
	...waitInput,
};

type QuestionInput = z.output<z.ZodObject<typeof questionInput>>;

function waysOf(given: QuestionInput, isInChat: boolean): Question['ways'] {
	const { responseType, approvalOptions, formFields: form } = given;
	if (responseType === 'freeText') return { kind: 'freeText' };
	if (responseType === 'customForm') return { kind: 'customForm', fields: form.values };
	const { approvalType, approveLabel: approve, disapproveLabel: decline } = approvalOptions.values;
	const canDecline = approvalType === 'double' || isInChat;
	return { kind: 'approval', approve, ...(canDecline && { decline }) };
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
	...(askedInChat !== undefined && { askedInChat }),
});

type Worded = Pick<QuestionInput, 'message' | 'messageButtonLabel'>;

/** As a reader sees it, who overlooks invisible signs and capitals. */
const asRead = (text: string) => text.toLowerCase().normalize('NFKC').replace(INVISIBLE, '');

const INVISIBLE = /\p{Cf}/gu;

/** What WhatsApp turns into a link, behind any signs. */
const LINK_NEXT =
	/^[^\p{L}\p{N}]{0,40}(?:https?:|[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,9}\.\p{L}{2})/u;

/** Whether the message has a link of its own behind the words that stand before the link to answer. */
function imitatesLink({ message, messageButtonLabel }: Worded): boolean {
	const [, ...behind] = asRead(message).split(asRead(messageButtonLabel).trim());
	return behind.some((text) => LINK_NEXT.test(text));
}

/** Adds what the execution waits for; a number that was asked in the chat answers by buttons there. */
export function withWait<Given extends QuestionInput>(
	given: Given,
	context: z.RefinementCtx,
	askedInChat?: string,
): Given & { wait: Wait } {
	if (given.responseType === 'customForm' && given.formFields.values.length === 0) {
		refuse(context, ['formFields'], 'must have at least one field: add one');
	}
	if (imitatesLink(given)) {
		const message = `has a link after '${given.messageButtonLabel}', which looks like the link to answer: change the text, or the option Message Button Label`;
		refuse(context, ['message'], message);
	}
	const question = questionOf(given, askedInChat);
	return { ...given, wait: { question, limit: waitLimitOf(given, context) } };
}

/** The message with the link below it. */
export const wordsWithLink = ({ message, messageButtonLabel }: Worded, link: string): string =>
	`${message}\n\n${messageButtonLabel}: ${link}`;

/** The same on one line, for a route that takes no line breaks. The link itself is never changed. */
export const lineWithLink = ({ message, messageButtonLabel }: Worded, link: string): string =>
	`${fittedText(`${message} ${messageButtonLabel}`)}: ${link}`;
