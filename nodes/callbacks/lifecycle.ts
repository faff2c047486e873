import { NodeOperationError } from 'n8n-workflow';
import type { IHookFunctions, IWebhookDescription } from 'n8n-workflow';

import { faultOfTokens } from '../login';
import { isTimezone } from '../plain';
import { WORKFLOW_TIMEZONE } from '../service';
import { ipRanges } from './access';
import { rememberPublished } from './lastCalls';
import { areOptionsReadable, CHOOSE_AUTHENTICATION, settingsOf } from './settings';

/** n8n responds before the workflow runs. `receive` provides the body, because n8n's own would be a stray word. */
export const onCallback = (
	name: IWebhookDescription['name'],
	httpMethod: IWebhookDescription['httpMethod'],
): IWebhookDescription => ({
	name,
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: 'callback',
});

type Problem = [message: string, description: string];

function addressProblem(allowedIps: string): Problem | undefined {
	const read = ipRanges(allowedIps);
	if (!read.ok) {
		const message = `Allowed IPs contains '${read.wrong}', which is not an IP address or range`;
		return [message, 'Enter addresses or ranges, such as 203.0.113.7 or 10.0.0.0/8.'];
	}
	const advice = 'Enter addresses or ranges, or remove the option to accept all callers.';
	return read.ranges.length > 0 ? undefined : ['Allowed IPs contains no address', advice];
}

async function problemOf(context: IHookFunctions): Promise<Problem | undefined> {
	const { authentication, allowedIps, timezone } = settingsOf(context);
	if (!areOptionsReadable(context)) {
		const advice = 'Remove the expression, and set each option by itself.';
		return ['The options are one expression, which may leave out Allowed IPs', advice];
	}
	if (authentication === undefined) {
		return ['Authentication is neither None nor Token in the URL', CHOOSE_AUTHENTICATION];
	}
	if (timezone !== WORKFLOW_TIMEZONE && !isTimezone(timezone)) {
		return [`'${timezone}' is not a time zone`, 'Choose one from the list, such as Asia/Jakarta.'];
	}
	const problem = allowedIps === undefined ? undefined : addressProblem(allowedIps);
	if (problem !== undefined || authentication === 'none') return problem;
	const credential = await context.getCredentials('messagingServiceCallbackApi');
	const fault = faultOfTokens(credential);
	return fault === undefined ? undefined : ['The token of the credential is too weak', fault];
}

/** n8n calls this on publishing, so that users see a wrong setting before the first callback. */
async function checkSettings(this: IHookFunctions): Promise<boolean> {
	const problem = await problemOf(this);
	if (problem === undefined) {
		rememberPublished(this, true);
		return true;
	}
	const [message, description] = problem;
	throw new NodeOperationError(this.getNode(), message, { description });
}

function forgetPublished(this: IHookFunctions): Promise<boolean> {
	rememberPublished(this, false);
	return Promise.resolve(true);
}

/** Users register callback URLs by hand, so there is nothing to create or delete. */
export const lifecycle = {
	checkExists: checkSettings,
	create: checkSettings,
	delete: forgetPublished,
};
