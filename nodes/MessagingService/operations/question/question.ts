import { z } from 'zod';

/** What the recipient of a question reads, under the names of the options that replace it. */
const EN = {
	approveLabel: 'Approve',
	disapproveLabel: 'Decline',
	messageButtonLabel: 'Respond',
	responseFormButtonLabel: 'Submit',
	responseFormThanks: 'Thank you, your answer was received. You can close this page.',
	responseFormReasonLabel: 'Reason to decline (optional)',
	responseFormResponseLabel: 'Your answer',
	responseFormCorrection: 'Please check this',
	responseFormClosed: 'This question is no longer open.',
	inChat: 'Answer in the chat',
};

export const WORDS: Readonly<Record<'en' | 'id', Readonly<typeof EN>>> = {
	en: EN,
	id: {
		approveLabel: 'Setujui',
		disapproveLabel: 'Tolak',
		messageButtonLabel: 'Jawab di sini',
		responseFormButtonLabel: 'Kirim',
		responseFormThanks: 'Terima kasih, jawaban Anda sudah kami terima. Halaman ini boleh ditutup.',
		responseFormReasonLabel: 'Alasan menolak (opsional)',
		responseFormResponseLabel: 'Jawaban Anda',
		responseFormCorrection: 'Mohon periksa bagian ini',
		responseFormClosed: 'Pertanyaan ini sudah ditutup.',
		inChat: 'Silakan jawab lewat chat',
	},
};

type Language = keyof typeof WORDS;

/** n8n fills in the English words for the user, so they count as unchanged. */
export const inLanguage = <Texts extends object>(texts: Texts, language: Language): Texts => ({
	...texts,
	...Object.fromEntries(
		Object.entries(WORDS[language]).filter(
			([name]) => name in texts && Reflect.get(texts, name) === Reflect.get(EN, name),
		),
	),
});

/**
 * n8n stores the question while the execution waits, and a newer version of this package must still read it. So fields
 * are only added, each with a default. A change of meaning needs a new `VERSION` in kept.ts.
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
	/** Without a decline label, the page has only the approve button. */
	z.object({ kind: z.literal('approval'), approve: z.string(), decline: z.string().optional() }),
	z.object({ kind: z.literal('freeText') }),
	z.object({ kind: z.literal('customForm'), fields: z.array(formField) }),
]);

const sentences = z.object({
	thanks: z.string().default(WORDS.en.responseFormThanks),
	reason: z.string().default(WORDS.en.responseFormReasonLabel),
	response: z.string().default(WORDS.en.responseFormResponseLabel),
	correction: z.string().default(WORDS.en.responseFormCorrection),
	closed: z.string().default(WORDS.en.responseFormClosed),
});

export const question = z.object({
	title: z.string(),
	text: z.string(),
	submit: z.string(),
	ways,
	sentences: sentences.default({}),
	language: z.enum(['en', 'id']).default('en'),
	/** The recipient's number, in digits. Only questions with buttons in the chat have it. */
	askedInChat: z.string().optional(),
});

export type FormField = z.output<typeof formField>;
export type Question = z.output<typeof question>;
