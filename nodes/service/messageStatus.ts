/**
 * The states of a message (section States and transitions): their codes, one word for each that look-ups and reports
 * share, and what each means to the sender.
 */
export const MESSAGE_STATUS = {
	U: { name: 'unsent', isFinal: false, meaning: 'It has not been queued yet' },
	Q: { name: 'queued', isFinal: false, meaning: 'It is waiting to be sent' },
	S: { name: 'sent', isFinal: false, meaning: 'It is on its way to the recipient' },
	D: { name: 'delivered', isFinal: false, meaning: 'It is on the recipient’s phone' },
	R: { name: 'read', isFinal: true, meaning: 'The recipient has read it' },
	A: { name: 'aborted', isFinal: true, meaning: 'It was stopped and will never be sent' },
	F: {
		name: 'failed',
		isFinal: true,
		meaning: 'It could not be sent. The service gives back the credits of an unofficial message.',
	},
} as const;

type MessageCode = keyof typeof MESSAGE_STATUS;

const isCode = (value: string): value is MessageCode => Object.hasOwn(MESSAGE_STATUS, value);

/** Our words, and the other names that the documentation uses for the same codes. */
const CODES_BY_WORD = new Map<string, MessageCode>([
	...Object.keys(MESSAGE_STATUS)
		.filter(isCode)
		.map((code): [string, MessageCode] => [MESSAGE_STATUS[code].name, code]),
	['un-sent', 'U'],
	['queue', 'Q'],
	['abort', 'A'],
]);

/**
 * Reads a status that the service sent as a code or as a word. One that is not documented has no name: its word is what
 * came, in lower case.
 */
export function messageStatus(codeOrWord: string) {
	const given = codeOrWord.trim();
	const upper = given.toUpperCase();
	const code = isCode(upper) ? upper : CODES_BY_WORD.get(given.toLowerCase());
	return code === undefined
		? { name: undefined, word: given.toLowerCase(), isFinal: false, meaning: undefined }
		: { word: MESSAGE_STATUS[code].name, ...MESSAGE_STATUS[code] };
}
