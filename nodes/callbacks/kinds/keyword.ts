/** For Unicode, the variation selector of emoji (U+FE0F) is a mark. So the pattern names it separately. */
const plainWord = (text: string): string =>
	text
		.normalize('NFKC')
		.replace(/[^\p{L}\p{M}\p{N}\s]|\ufe0f/gu, '')
		.replace(/\s+/g, ' ')
		.trim()
		.toLowerCase();

export const wordsOf = (text: string): ReadonlySet<string> =>
	new Set(
		text
			.split(/[,;\n]/)
			.map(plainWord)
			.filter((word) => word !== ''),
	);

/** Only words that mean this by themselves: a person who writes “cancel” may mean an order. */
export const USUAL = [
	[
		'stop',
		wordsOf(
			'stop, stopall, stop all, unsubscribe, optout, opt out, berhenti, henti, hentikan, berhenti langganan, berhenti berlangganan, stop langganan, stop kirim, unreg',
		),
	],
	['start', wordsOf('start, unstop, subscribe, optin, opt in, mulai, langganan, berlangganan')],
	['help', wordsOf('help, info, bantuan, bantu, tolong')],
] as const;

/** A keyword counts only if it is the whole message, so a long text is none. */
export function keywordOf(text: string | null, stopWords: ReadonlySet<string>) {
	if (text === null || text.length > 100) return null;
	const word = plainWord(text);
	if (stopWords.has(word)) return 'stop';
	return USUAL.find(([, words]) => words.has(word))?.[0] ?? null;
}
