/** What the recipient of a question reads, under the names of the options that replace it. */
const EN = {
	approveLabel: 'Approve',
	disapproveLabel: 'Decline',
	messageButtonLabel: 'Answer here',
	responseFormButtonLabel: 'Submit',
	responseFormThanks: 'Thank you, your answer was received. You can close this page.',
	responseFormReasonLabel: 'Reason to decline (optional)',
	responseFormResponseLabel: 'Your answer',
	responseFormCorrection: 'Please check this',
	responseFormClosed: 'This question is no longer open.',
	openUntil: 'Open until',
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
		openUntil: 'Terbuka sampai',
	},
};

/** n8n fills in the English words for the user, so they count as unchanged. */
export const inLanguage = <Texts extends object>(
	texts: Texts,
	language: keyof typeof WORDS,
): Texts => ({
	...texts,
	...Object.fromEntries(
		Object.entries(WORDS[language]).filter(
			([name]) => name in texts && Reflect.get(texts, name) === Reflect.get(EN, name),
		),
	),
});
