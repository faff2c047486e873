/** No keyword is longer, with its punctuation. */
const LONGEST = 100;

/** The variation selector of emoji counts as a mark of a letter, so it is removed by name. */
const plainWord = (text: string): string =>
	text
		.normalize('NFKC')
		.replace(/[^\p{L}\p{M}\p{N}\s]|\ufe0f/gu, '')
		.replace(/\s+/g, ' ')
		.trim()
		.toLowerCase();

/** Words that mean the same, separated by commas or lines. */
export const wordsOf = (text: string): ReadonlySet<string> =>
	new Set(
		text
			.split(/[,;\n]/)
			.map(plainWord)
			.filter((word) => word !== ''),
	);

const USUAL = [
	[
		'stop',
		wordsOf(
			'stop, stopall, stop all, unsubscribe, cancel, end, quit, optout, opt out, berhenti, henti, hentikan, berhenti langganan, berhenti berlangganan, stop langganan, unreg',
		),
	],
	['start', wordsOf('start, unstop, subscribe, optin, opt in, mulai, langganan, berlangganan')],
	['help', wordsOf('help, info, bantuan, bantu, tolong')],
] as const;

/** Whether a whole message is a word by which people stop, start or ask for help. */
export function keywordOf(text: string | null, stopWords: ReadonlySet<string>) {
	if (text === null || text.length > LONGEST) return null;
	const word = plainWord(text);
	if (stopWords.has(word)) return 'stop';
	return USUAL.find(([, words]) => words.has(word))?.[0] ?? null;
}
