import { randomBytes } from 'node:crypto';

/** How strong the secret in a callback URL is. */

type TokenVerdict = { ok: true } | { ok: false; message: string };

const SHORTEST = 24;
const BITS_WANTED = 90;
/** More characters than this add nothing that needs to be judged. */
const JUDGED = 200;

const CLASSES: readonly (readonly [pattern: RegExp, size: number])[] = [
	[/[0-9]/, 10],
	[/[a-f]/, 6],
	[/[g-z]/, 20],
	[/[A-F]/, 6],
	[/[G-Z]/, 20],
	[/[._~-]/, 4],
];

/** Of what kind of characters the token is made, as bits per character. */
const bitsPerCharacter = (token: string): number =>
	Math.log2(
		CLASSES.reduce((size, [pattern, more]) => size + (pattern.test(token) ? more : 0), 0) || 1,
	);

/** How many characters from here repeat an earlier piece of the token. */
function repeatedLength(token: string, at: number): number {
	const before = token.slice(0, at).toLowerCase();
	let length = 0;
	while (
		at + length < token.length &&
		before.includes(token.slice(at, at + length + 1).toLowerCase())
	) {
		length++;
	}
	return length;
}

/** How many characters from here are one character repeated, or follow the alphabet or the digits up or down. */
function sequenceLength(token: string, at: number): number {
	const step = token.charCodeAt(at + 1) - token.charCodeAt(at);
	// In '7890' the 0 follows the 9.
	const follows = (from: number) => {
		const difference = token.charCodeAt(from + 1) - token.charCodeAt(from);
		return difference === step || (step === 1 && token.slice(from, from + 2) === '90');
	};
	if (Number.isNaN(step) || Math.abs(step) > 1) return 1;
	let length = 2;
	while (at + length < token.length && follows(at + length - 1)) length++;
	return length;
}

/** Letters of one case in a row (the first may be a capital) look like a word, which is guessed as a whole. */
const wordLength = (token: string, at: number): number =>
	/^([A-Za-z][a-z]*|[A-Z]+)/.exec(token.slice(at))?.[0].length ?? 1;

/** The number of characters that a guesser cannot derive from the others. */
function unpredictable(token: string): number {
	let count = 0;
	for (let at = 0; at < token.length;) {
		const derived = Math.max(repeatedLength(token, at), sequenceLength(token, at));
		const word = wordLength(token, at);
		if (derived >= 4) {
			count += 1;
			at += derived;
		} else if (word >= 5) {
			count += 2;
			at += word;
		} else {
			count += 1;
			at += 1;
		}
	}
	return count;
}

/** Twice as long as needed, in characters that no URL changes. */
const freshToken = (): string => randomBytes(24).toString('hex');

const weak = (reason: string): TokenVerdict => ({
	ok: false,
	message: `${reason} Here is a random one that no one has used: ${freshToken()}`,
});

export function judgeToken(token: string): TokenVerdict {
	if (token === '') return weak('The token is empty.');
	if (!/^[A-Za-z0-9._~-]+$/.test(token)) {
		return weak(
			'The token contains characters that a URL would change. Use only letters, digits, and . _ ~ -.',
		);
	}
	if (token.length < SHORTEST) {
		return weak(
			`The token has ${token.length} characters. With fewer than ${SHORTEST}, it could be guessed.`,
		);
	}
	const judged = token.slice(0, JUDGED);
	if (unpredictable(judged) * bitsPerCharacter(judged) < BITS_WANTED) {
		return weak(
			'The token repeats itself, follows the alphabet or contains words: it could be guessed.',
		);
	}
	return { ok: true };
}
