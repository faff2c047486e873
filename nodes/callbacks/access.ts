import type { IWebhookFunctions } from 'n8n-workflow';

import { callbackTokens } from '../login';
import { isSameSecret } from '../plain';
import type { CallResponse } from './response';
import { CHOOSE_AUTHENTICATION, type Settings } from './settings';

const REGISTER = 'Register the URL with ?token= and the token of the credential at its end.';

/** A call without a token costs no database query, because the credential is read only if needed. */
export async function refusalOf(
	context: Pick<IWebhookFunctions, 'getCredentials'>,
	authentication: Settings['authentication'],
	given: unknown,
): Promise<CallResponse | undefined> {
	if (authentication === 'none') return undefined;
	if (authentication === undefined) {
		const message = 'Authentication of this trigger is neither None nor Token';
		return { status: 503, message, advice: CHOOSE_AUTHENTICATION };
	}
	if (typeof given !== 'string' || given === '') {
		return { status: 401, message: 'The token is missing', advice: REGISTER };
	}
	const credential = await context.getCredentials('messagingServiceCallbackApi');
	const expected = Object.values(callbackTokens.parse(credential)).filter((one) => one !== '');
	if (expected.length === 0) {
		const message = 'The credential of this trigger has no token';
		return { status: 503, message, advice: 'Enter one in the credential.' };
	}
	if (expected.some((token) => isSameSecret(given, token))) return undefined;
	const advice = `${REGISTER} If the token was replaced, enter the old one as Previous Token until that is done.`;
	return { status: 403, message: 'The token is wrong', advice };
}
