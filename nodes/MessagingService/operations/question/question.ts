import { z } from 'zod';

/**
 * What a message asks and how its answer is given. It is kept with the waiting execution, so it is a stored format:
 * fields are only added, each with a default, and a change of meaning needs a new version.
 */

/** By their names in the editor. */
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

export const SENTENCES = {
	thanks: 'Thank you, your answer was received. You can close this page.',
	reason: 'Reason to decline (optional)',
	response: 'Your answer',
	correction: 'Please check this',
	closed: 'This question is no longer open.',
} as const;

const sentences = z.object({
	thanks: z.string().default(SENTENCES.thanks),
	reason: z.string().default(SENTENCES.reason),
	response: z.string().default(SENTENCES.response),
	correction: z.string().default(SENTENCES.correction),
	closed: z.string().default(SENTENCES.closed),
});

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

/** The output after the answer to an approval, which is the usual question. */
export const answered = z.object({
	data: z.object({ approved: z.boolean(), respondedAt: z.string() }),
});

export const links = z.object({
	page: z.string(),
	approve: z.string(),
	decline: z.string(),
});

export type Links = z.output<typeof links>;

/** In place of the links of one try, so that a message is recognized when it comes again with others. */
export const ANY_LINKS: Links = { page: 'any', approve: 'any', decline: 'any' };
