/** What became of a message, as the field `delivered` says it. Open: it may still arrive. */
const DELIVERED = { arrived: true, lost: false, open: undefined };

interface Status {
	name: string;
	became: keyof typeof DELIVERED;
	isFinal: boolean;
	meaning: string;
}

/**
 * Section States and transitions lists these codes. The names are the package's own. Saved workflows hold them, so they stay.
 */
export const MESSAGE_STATUS = {
	U: { name: 'unsent', became: 'open', isFinal: false, meaning: 'It has not been queued yet' },
	Q: { name: 'queued', became: 'open', isFinal: false, meaning: 'It is waiting to be sent' },
	S: { name: 'sent', became: 'open', isFinal: false, meaning: 'It is on its way to the recipient' },
	D: {
		name: 'delivered',
		became: 'arrived',
		isFinal: false,
		meaning: 'It is on the recipient’s phone',
	},
	R: { name: 'read', became: 'arrived', isFinal: true, meaning: 'The recipient has read it' },
	A: {
		name: 'aborted',
		became: 'lost',
		isFinal: true,
		meaning: 'It was stopped and will never be sent',
	},
	F: {
		name: 'failed',
		became: 'lost',
		isFinal: true,
		meaning:
			'It could not be sent. The service gives back the credits of an unofficial message that it could not save.',
	},
} as const satisfies Record<string, Status>;

/** The documentation also uses these names. */
const OTHER_NAMES = new Map([
	['un-sent', 'unsent'],
	['queue', 'queued'],
	['abort', 'aborted'],
]);

/** Accepts a code or a word. A status that is not documented keeps its word. */
export function messageStatus(codeOrWord: string) {
	const word = codeOrWord.trim().toLowerCase();
	const wanted = OTHER_NAMES.get(word) ?? word;
	const [, status] =
		Object.entries(MESSAGE_STATUS).find(
			([code, { name }]) => code.toLowerCase() === wanted || name === wanted,
		) ?? [];
	return status === undefined
		? { name: undefined, word, isFinal: false, delivered: undefined, meaning: undefined }
		: { word: status.name, ...status, delivered: DELIVERED[status.became] };
}

/** Section States and transitions lists these states, and not how the service spells them. */
const TEMPLATE_STATES = [
	['rejected', /reject/i],
	// The lookbehind excludes 'suspended', which contains 'pend' too.
	['pending', /pending|(?<![a-z])pend/i],
	['approved', /^[^a-z]*approved?(?![a-z])/i],
] as const;

/** The first spelling that fits decides, so 'Approval rejected' is rejected. Undefined for any other state. */
export const templateState = (status: string) =>
	TEMPLATE_STATES.find(([, spelling]) => spelling.test(status))?.[0];
