import { NodeOperationError } from 'n8n-workflow';
import type { IHookFunctions } from 'n8n-workflow';

import { faultOfTokens } from '../login';
import { isTimezone } from '../plain';
import { WORKFLOW_TIMEZONE } from '../service';
import { ipRanges } from './access';
import { notePublished } from './lastCalls';
import { CHOOSE_AUTHENTICATION, settingsOf } from './settings';

/** n8n responds before the workflow runs. `receive` provides the body, because n8n's own would be a stray word. */
export const webhook = { responseMode: 'onReceived', responseData: '', path: 'callback' } as const;

/** n8n calls this on publishing, so that users see a wrong setting before the first callback. */
async function checkSettings(this: IHookFunctions): Promise<boolean> {
	const wrong = (message: string, description: string) => {
		throw new NodeOperationError(this.getNode(), message, { description });
	};
	const { authentication, allowedIps, timezone, areOptionsReadable } = settingsOf(this);
	if (!areOptionsReadable) {
		const advice = 'Remove the expression, and set each option by itself.';
		wrong('The options are one expression, which may leave out Allowed IPs', advice);
	}
	if (authentication === undefined) {
		wrong('Authentication is neither None nor Token in the URL', CHOOSE_AUTHENTICATION);
	}
	if (timezone !== WORKFLOW_TIMEZONE && !isTimezone(timezone)) {
		wrong(`'${timezone}' is not a time zone`, 'Choose one from the list, such as Asia/Jakarta.');
	}
	const read = ipRanges(allowedIps ?? '');
	if (!read.ok) {
		const message = `Allowed IPs contains '${read.wrong}', which is not an IP address or range`;
		wrong(message, 'Enter addresses or ranges, such as 203.0.113.7 or 10.0.0.0/8.');
	} else if (allowedIps !== undefined && read.ranges.length === 0) {
		const advice = 'Enter addresses or ranges, or remove the option to accept all callers.';
		wrong('Allowed IPs contains no address', advice);
	}
	if (authentication === 'token') {
		const fault = faultOfTokens(await this.getCredentials('messagingServiceCallbackApi'));
		if (fault !== undefined) wrong('The token of the credential is too weak', fault);
	}
	notePublished(this, true);
	return true;
}

/** Users register callback URLs by hand, so there is nothing to create or delete. */
export const lifecycle = {
	checkExists: checkSettings,
	create: checkSettings,
	delete(this: IHookFunctions): Promise<boolean> {
		notePublished(this, false);
		return Promise.resolve(true);
	},
};
