import { z } from 'zod';

/**
 * What a message asks and how its answer is given. It is kept with the waiting execution, so it is a stored format:
 * fields are only added, each with a default, and a change of meaning needs a new version.
 */

export const FIELD_TYPES = [
	'checkbox',
	'date',
	'dropdown',
	'email',
	'number',
	'text',
	'textarea',
] as const;

const formField = z.object({
	label: z.string(),
	type: z.enum(FIELD_TYPES),
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
	/** Empty if the page has none. */
	title: z.string(),
	/** What is asked, as the page shows it. */
	text: z.string(),
	submit: z.string(),
	ways,
	sentences: sentences.default({}),
});

export type FormField = z.output<typeof formField>;
export type Question = z.output<typeof question>;
export type Sentences = z.output<typeof sentences>;
