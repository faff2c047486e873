import { randomBytes } from 'node:crypto';
import type { ICredentialTestFunction } from 'n8n-workflow';
import { z } from 'zod';

import { textOr } from '../plain';

/** The field of the credential names this number, and tells users to take the random token from the error. */
const SHORTEST = 24;
const FEWEST_DIFFERENT = 10;

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
	if (new Set(token).size >= FEWEST_DIFFERENT) return undefined;
	return weak(
		`The token repeats itself. With fewer than ${FEWEST_DIFFERENT} different characters, it could be guessed.`,
	);
}

/** Each field here is accepted as a token (callbacks/access.ts). While one replaces the other, a call may carry either. */
export const callbackTokens = z
	.object({ token: textOr(''), previousToken: textOr('') })
	.catch({ token: '', previousToken: '' });

/** @param credential as n8n hands it out */
export function faultOfTokens(credential: unknown): string | undefined {
	const { token, previousToken } = callbackTokens.parse(credential);
	const fault = faultOfToken(token);
	if (fault !== undefined || previousToken === '' || !faultOfToken(previousToken)) return fault;
	return 'The previous token could be guessed. Register the URL with the new token at the service, then empty Previous Token.';
}

/** The credential has no server to ask, so the test checks how strong the tokens are. */
export const callbackTokenTest: ICredentialTestFunction = async ({ data }) => {
	const message = faultOfTokens(data);
	return await Promise.resolve(
		message === undefined
			? { status: 'OK', message: 'The token is strong enough.' }
			: { status: 'Error', message },
	);
};
