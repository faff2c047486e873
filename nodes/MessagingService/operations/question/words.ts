/**
 * What the recipient of a question reads. The texts that an option can replace have its name. They are defaults that nodes
 * store: in English they never change.
 */
const EN = {
	approveLabel: 'Approve',
	disapproveLabel: 'Decline',
	messageButtonLabel: 'Answer here',
	responseFormButtonLabel: 'Submit',
	thanks: 'Thank you, your answer was received. You can close this page.',
	reasonLabel: 'Reason to decline (optional)',
	answerLabel: 'Your answer',
	correction: 'Please check this',
	closed: 'This question is no longer open.',
	openUntil: 'Open until',
};

export const WORDS: Readonly<Record<'en' | 'id', Readonly<typeof EN>>> = {
	en: EN,
	id: {
		approveLabel: 'Setujui',
		disapproveLabel: 'Tolak',
		messageButtonLabel: 'Jawab di sini',
		responseFormButtonLabel: 'Kirim',
		thanks: 'Terima kasih, jawaban Anda sudah kami terima. Halaman ini boleh ditutup.',
		reasonLabel: 'Alasan menolak (opsional)',
		answerLabel: 'Jawaban Anda',
		correction: 'Mohon periksa bagian ini',
		closed: 'Pertanyaan ini sudah ditutup.',
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
