import { NodeOperationError } from 'n8n-workflow';
import type { IHookFunctions, IWebhookDescription } from 'n8n-workflow';

import { faultOfTokens } from '../login';
import { field, isTimezone } from '../plain';
import { isCountryCode, WORKFLOW_TIMEZONE } from '../service';
import { CHOOSE_AUTHENTICATION, settingsOf } from './settings';

/**
 * n8n responds before the workflow runs. `receive` provides the body, because n8n's own would be a stray word. The path is in
 * URLs that users registered, so it stays.
 */
const webhook = { responseMode: 'onReceived', responseData: '', path: 'callback' } as const;

/** Reports may come by GET, and services test an address by GET. Both have the same URL, so n8n shows only one. */
export const webhooks: IWebhookDescription[] = [
	{ name: 'default', httpMethod: 'POST', ...webhook, ndvHideMethod: true },
	{ name: 'setup', httpMethod: 'GET', ...webhook, ndvHideUrl: true },
];

/** n8n calls this on publishing, so that users see a wrong setting before the first callback. */
async function checkSettings(this: IHookFunctions): Promise<boolean> {
	const wrong = (message: string, description: string) => {
		throw new NodeOperationError(this.getNode(), message, { description });
	};
	const { authentication, timezone, defaultCountryCode } = settingsOf(this);
	if (field.isOneExpression(this.getNodeParameter('options', {}))) {
		wrong(
			'The options are one expression',
			'Remove the expression, and set each option by itself.',
		);
	}
	if (authentication === undefined) {
		wrong('Authentication is neither None nor Token in the URL', CHOOSE_AUTHENTICATION);
	}
	if (timezone !== WORKFLOW_TIMEZONE && !isTimezone(timezone)) {
		wrong(`'${timezone}' is not a time zone`, 'Choose one from the list, such as Asia/Jakarta.');
	}
	if (defaultCountryCode !== '' && !isCountryCode(defaultCountryCode)) {
		wrong(
			`Default Country Code is '${defaultCountryCode}', which is no country code`,
			'Enter one such as 62.',
		);
	}
	if (authentication === 'token') {
		const fault = faultOfTokens(await this.getCredentials('messagingServiceCallbackApi'));
		if (fault !== undefined) wrong('The token of the credential is too weak', fault);
	}
	return true;
}

/** Users register callback URLs by hand, so there is nothing to create or delete. */
const lifecycle = {
	checkExists: checkSettings,
	create: checkSettings,
	delete: () => Promise.resolve(true),
};

export const webhookMethods = { default: lifecycle, setup: lifecycle };
