/** How strong the secret in a callback URL is. */

type TokenVerdict = { ok: true } | { ok: false; message: string };

const SHORTEST = 24;
const FEWEST_DIFFERENT = 10;
const BITS_WANTED = 80;

const weak = (message: string): TokenVerdict => ({ ok: false, message });

/** The Shannon entropy of the characters: an upper bound of what a guesser has to try. */
function bitsOf(token: string): number {
	const counts = new Map<string, number>();
	for (const character of token) counts.set(character, (counts.get(character) ?? 0) + 1);
	let bits = 0;
	for (const count of counts.values()) bits -= count * Math.log2(count / token.length);
	return bits;
}

export function judgeToken(token: string): TokenVerdict {
	if (token === '') return weak('The token is empty: enter at least 24 letters and digits.');
	if (!/^[A-Za-z0-9._~-]+$/.test(token)) {
		return weak(
			'The token has characters that would be changed on the way in a URL. Use letters, digits, and . _ ~ - only.',
		);
	}
	if (token.length < SHORTEST) {
		return weak(
			`The token has ${token.length} characters: with fewer than ${SHORTEST}, it could be guessed.`,
		);
	}
	const different = new Set(token).size;
	if (different < FEWEST_DIFFERENT || bitsOf(token) < BITS_WANTED) {
		return weak(
			'The token repeats itself too much to be hard to guess. Let a password manager make one.',
		);
	}
	const codes = Array.from(token, (character) => character.charCodeAt(0));
	const steps = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? -1)) <= 1);
	if (steps.length > token.length / 2) {
		return weak('The token follows the alphabet or the digits. Let a password manager make one.');
	}
	return { ok: true };
}
