import { z } from 'zod';

import { fittedText } from '../../../service';
import type { Wait } from '../../engine/operation';
import { onOff } from '../inputs/fromSheet';
import { optionalText, text } from '../inputs/text';
import { links } from './links';
import { FIELD_TYPES, SENTENCES, type Question } from './question';
import { waitFields, waitLimitOf } from './waitLimit';

/** What the operations that ask a person have in common: the parameters of n8n's own nodes of this kind. */

export const RESPONSE_TYPES = ['approval', 'freeText', 'customForm'] as const;

const LONGEST_LABEL = 200;
const MOST_FIELDS = 50;
const MOST_CHOICES = 200;

const label = (otherwise: string) =>
	optionalText(LONGEST_LABEL).transform((given) => given ?? otherwise);

const approvalOptions = z.object({
	values: z
		.object({
			approvalType: z.enum(['single', 'double']).default('single'),
			approveLabel: label('Approve'),
			disapproveLabel: label('Decline'),
		})
		.default({}),
});

/** Names that the answer has already, or that no object may have. */
const TAKEN = new Set(['respondedAt', '__proto__']);

const fieldOptions = z.object({
	values: z
		.array(z.object({ option: text(LONGEST_LABEL) }))
		.max(MOST_CHOICES)
		.default([]),
});

const formField = z
	.object({
		fieldLabel: text(LONGEST_LABEL),
		fieldType: z.enum(FIELD_TYPES).default('text'),
		fieldOptions: fieldOptions.default({}),
		requiredField: onOff.default(false),
	})
	.superRefine(({ fieldLabel, fieldType, fieldOptions: { values } }, context) => {
		if (TAKEN.has(fieldLabel)) {
			const message = 'is a name that the answer needs for itself: choose another';
			context.addIssue({ code: 'custom', path: ['fieldLabel'], message });
		}
		if ((fieldType === 'dropdown' || fieldType === 'checkbox') && values.length === 0) {
			const message = 'must have at least one entry: add one';
			context.addIssue({ code: 'custom', path: ['fieldOptions'], message });
		}
	});

const formFields = z.object({
	values: z
		.array(formField)
		.max(MOST_FIELDS)
		.default([])
		.superRefine((fields, context) => {
			for (const [index, { fieldLabel }] of fields.entries()) {
				if (fields.findIndex((other) => other.fieldLabel === fieldLabel) === index) continue;
				const message = `is '${fieldLabel}', as that of another field: each answer needs a name of its own`;
				context.addIssue({ code: 'custom', path: [index, 'fieldLabel'], message });
			}
		}),
});

export const questionInput = {
	message: text(),
	responseType: z.enum(RESPONSE_TYPES).default('approval'),
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
	...waitFields,
};

type QuestionInput = z.output<z.ZodObject<typeof questionInput>>;

function waysOf(given: QuestionInput): Question['ways'] {
	const { responseType, approvalOptions: approval, formFields: form } = given;
	switch (responseType) {
		case 'approval': {
			const { approvalType, approveLabel, disapproveLabel } = approval.values;
			return {
				kind: 'approval',
				approve: approveLabel,
				...(approvalType === 'double' && { decline: disapproveLabel }),
			};
		}
		case 'freeText':
			return { kind: 'freeText' };
		case 'customForm':
			return {
				kind: 'customForm',
				fields: form.values.map(
					({ fieldLabel, fieldType, fieldOptions: choices, requiredField }) => ({
						label: fieldLabel,
						type: fieldType,
						choices: choices.values.map(({ option }) => option),
						isRequired: requiredField,
					}),
				),
			};
	}
}

const questionOf = (given: QuestionInput): Question => ({
	title: given.responseFormTitle,
	text: given.responseFormDescription ?? given.message,
	submit: given.responseFormButtonLabel,
	ways: waysOf(given),
	sentences: {
		thanks: given.responseFormThanks,
		reason: given.responseFormReasonLabel,
		response: given.responseFormResponseLabel,
		correction: given.responseFormCorrection,
		closed: given.responseFormClosed,
	},
});

/** Adds what the execution waits for. */
export function withWait<Given extends QuestionInput>(
	given: Given,
	context: z.RefinementCtx,
): Given & { wait: Wait } {
	if (given.responseType === 'customForm' && given.formFields.values.length === 0) {
		const message = 'must have at least one field: add one';
		context.addIssue({ code: 'custom', path: ['formFields'], message });
	}
	return { ...given, wait: { question: questionOf(given), limit: waitLimitOf(given, context) } };
}

interface Worded {
	message: string;
	messageButtonLabel: string;
}

/** The message with the link below it. */
export const wordsWithLink = ({ message, messageButtonLabel }: Worded, link: string): string =>
	`${message}\n\n${messageButtonLabel}: ${link}`;

/** The same on one line, for a route that takes no line breaks. The link itself is never changed. */
export const lineWithLink = ({ message, messageButtonLabel }: Worded, link: string): string =>
	`${fittedText(`${message} ${messageButtonLabel}`)}: ${link}`;
