import { z } from 'zod';

/**
 * What a message asks and how its answer is given. It is kept with the waiting execution, so it is a stored format:
 * fields are only added, each with a default, and a change of meaning needs a new version.
 */

export const FIELD_TYPES = {
	Checkboxes: 'checkbox',
	Date: 'date',
	Dropdown: 'dropdown',
	Email: 'email',
	Number: 'number',
	'Text Input': 'text',
	Textarea: 'textarea',
} as const;

const formField = z.object({
	label: z.string(),
	type: z.nativeEnum(FIELD_TYPES),
	choices: z.array(z.string()),
	isRequired: z.boolean(),
});

const ways = z.discriminatedUnion('kind', [
	/** Without a label to decline, it can only be approved. */
	z.object({ kind: z.literal('approval'), approve: z.string(), decline: z.string().optional() }),
	z.object({ kind: z.literal('freeText') }),
	z.object({ kind: z.literal('customForm'), fields: z.array(formField) }),
]);

const sentences = z.object({
	thanks: z.string().default('Thank you, your answer was received. You can close this page.'),
	reason: z.string().default('Reason to decline (optional)'),
	response: z.string().default('Your answer'),
	correction: z.string().default('Please check this'),
	closed: z.string().default('This question is no longer open.'),
});

/** What the page says unless the user changes it. */
export const SENTENCES = sentences.parse({});

export const question = z.object({
	title: z.string(),
	text: z.string(),
	submit: z.string(),
	ways,
	sentences: sentences.default({}),
	/** The digits of the recipient's number, if the answer is a button in the chat. */
	askedInChat: z.string().optional(),
});

export type FormField = z.output<typeof formField>;
export type Question = z.output<typeof question>;
export type Sentences = z.output<typeof sentences>;
