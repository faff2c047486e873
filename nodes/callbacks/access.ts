import { isSameSecret } from '../plain';
import type { CallResponse } from './response';

const REGISTER = 'Register the URL with ?token= and the token of the credential at its end.';

/** A call without a token costs no database query, because the expected tokens are read only if needed. */
export async function refusalOfToken(
	given: unknown,
	expectedTokens: () => Promise<readonly string[]>,
): Promise<CallResponse | undefined> {
	if (typeof given !== 'string' || given === '') {
		const message = 'The token is missing';
		return { status: 401, message, advice: REGISTER };
	}
	const expected = (await expectedTokens()).filter((token) => token !== '');
	if (expected.length === 0) {
		const message = 'The credential of this trigger has no token';
		return { status: 503, message, advice: 'Enter one in the credential.' };
	}
	if (expected.some((token) => isSameSecret(given, token))) return undefined;
	const advice = `${REGISTER} If the token was replaced, enter the old one as Previous Token until that is done.`;
	return { status: 403, message: 'The token is wrong', advice };
}
