import { randomBytes } from 'node:crypto';
import type { ICredentialTestFunction } from 'n8n-workflow';
import { z } from 'zod';

const SHORTEST = 24;
const BITS_WANTED = 90;
const JUDGED = 200;

/** Parts that are easy to guess count less: a word as two characters, a repeat or a row of digits as one. */
const unpredictable = (token: string): string =>
	token
		.slice(0, JUDGED)
		.replace(/(.)\1{3,}/g, '$1')
		.replace(/(.{4,})(?=.*\1)/gi, '.')
		.replace(/0?1?2?3?4?5?6?7?8?9?0?/g, (row) => (row.length < 4 ? row : '.'))
		.replace(/9?8?7?6?5?4?3?2?1?0?/g, (row) => (row.length < 4 ? row : '.'))
		.replace(/[A-Za-z][a-z]{4,}|[A-Z]{5,}/g, '..');

function bitsPerCharacter(token: string): number {
	if (/^[\d.~_-]*$/.test(token)) return Math.log2(10);
	if (/^[\da-f.~_-]*$/i.test(token)) return Math.log2(16);
	return Math.log2(/[a-z]/.test(token) && /[A-Z]/.test(token) ? 62 : 36);
}

const weak = (reason: string) =>
	`${reason} Here is a random one that no one has used: ${randomBytes(24).toString('hex')}`;

export function faultOfToken(token: string): string | undefined {
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
	if (unpredictable(token).length * bitsPerCharacter(token) >= BITS_WANTED) return undefined;
	return weak(
		'The token repeats itself, follows the alphabet or contains words: it could be guessed.',
	);
}

const text = z.string().catch('');

/** While one token replaces the other, a call may carry either of them. */
export const callbackTokens = z
	.object({ token: text, previousToken: text })
	.catch({ token: '', previousToken: '' });

type CallbackTokens = z.output<typeof callbackTokens>;

export function faultOfTokens({ token, previousToken }: CallbackTokens): string | undefined {
	const fault = faultOfToken(token);
	if (fault !== undefined || previousToken === '' || !faultOfToken(previousToken)) return fault;
	return 'The previous token could be guessed. Register the URL with the new token at the service, then empty Previous Token.';
}

/** The credential has no server to ask, so the test checks how strong the tokens are. */
export const callbackTokenTest: ICredentialTestFunction = async ({ data }) => {
	const message = faultOfTokens(callbackTokens.parse(data));
	return await Promise.resolve(
		message === undefined
			? { status: 'OK', message: 'The token is strong enough.' }
			: { status: 'Error', message },
	);
};
