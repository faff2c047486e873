import type { ICredentialTestFunction, INodeCredentialTestResult } from 'n8n-workflow';
import { z } from 'zod';

import { judgeToken } from './callbackToken';

const holdsToken = z.object({ token: z.string().catch('') }).catch({ token: '' });

/** The callback credential has no server to ask, so its test checks the strength of the token. */
export const callbackTokenTest: ICredentialTestFunction = async (credential) => {
	const { token } = holdsToken.parse(credential.data);
	const verdict = judgeToken(token);
	const result: INodeCredentialTestResult = verdict.ok
		? { status: 'OK', message: 'The token is strong enough.' }
		: { status: 'Error', message: verdict.message };
	return await Promise.resolve(result);
};
