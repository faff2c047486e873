import { z } from 'zod';

import { quoted } from '../../../plain';
import * as inputs from '../inputs';
import { WORDS } from './words';

/** A new text that an agent may write also goes through `withoutTricks` in input.ts. */

const LONGEST_LABEL = 200;
const MOST_FIELDS = 50;
const MOST_CHOICES = 200;

const label = (otherwise: string) =>
	inputs.optionalText(LONGEST_LABEL).transform((given = otherwise) => given);

const approvalOptions = z.object({
	values: z
		.object({
			approvalType: z.enum(['single', 'double']).default('double'),
			approveLabel: label(WORDS.en.approveLabel),
			disapproveLabel: label(WORDS.en.disapproveLabel),
		})
		.default({}),
});

export const FIELD_TYPES = {
	Checkboxes: 'checkbox',
	Date: 'date',
	Dropdown: 'dropdown',
	Email: 'email',
	Number: 'number',
	'Text Input': 'text',
	Textarea: 'textarea',
} as const;

/** The output has the first names already. A field named `__proto__` would change a prototype. */
const TAKEN = new Set(['respondedAt', 'timed_out', 'outcome', 'asked', 'answered_by', '__proto__']);

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
	`is ${quoted(name)}, which another field has already: give each field its own label`;

const formFields = z.object({
	values: z
		.array(formField)
		.max(MOST_FIELDS)
		.default([])
		.superRefine(inputs.eachOnce('fieldLabel', usedTwice)),
});

/**
 * What a question says, and how it is answered. n8n stores it while the execution waits, and a newer version of this
 * package must still read it. So fields are only added, each with a default, and no limit gets stricter. A change of
 * meaning needs a new `VERSION` in kept.ts.
 */
export const question = z.object({
	message: inputs.text(),
	responseType: z.enum(['approval', 'freeText', 'customForm']).default('approval'),
	approvalOptions: approvalOptions.default({}),
	formFields: formFields.default({}),
	pageLanguage: z.enum(['en', 'id']).default('en'),
	messageButtonLabel: label(WORDS.en.messageButtonLabel),
	responseFormTitle: label(''),
	responseFormDescription: inputs.optionalText(),
	responseFormButtonLabel: label(WORDS.en.responseFormButtonLabel),
});

export type Question = z.output<typeof question>;
export type FormField = z.output<typeof formField>;
