import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { faultOfTokens } from '../login';
import { asHtml, field, isPrivateAddress, PUBLIC_ADDRESS_ADVICE } from '../plain';
import { isPublished, publishedUrl } from '../publishedTriggers';
import { SERVICE_TIMEZONE } from '../service';
import { INBOX_KINDS, STATUS_KINDS, type CallbackKind } from './kinds';
import { lastCallsAsHtml } from './lastCalls';
import { webhook } from './lifecycle';
import { timezoneOf } from './settings';

const DEPENDS_ON = ['events', 'authentication', 'timezone', 'trigger'];

export const callbackUrlFields = [
	field.liveNotice('Callback URL', 'callbackUrl', 'getCallbackUrl', DEPENDS_ON),
	// The method of the notice does not know its trigger, so the editor evaluates this for it. Only who may read the
	// workflow knows the random IDs in it.
	field.of('hidden', 'Trigger', 'trigger', {
		default: '={{ [$workflow.id + $nodeId + $webhookId, $now.zoneName, $webhookId] }}',
		description: 'The IDs and the time zone of this trigger, which the editor fills in',
	}),
];

const LINE = '<br />';

export function registrationSteps(
	kinds: readonly CallbackKind[],
	hasToken: boolean,
	url = '',
): string {
	const methods = kinds.some(({ isAlsoGet }) => isAlsoGet)
		? ' (the same URL takes GET and POST)'
		: '';
	const places = kinds.map(({ name, registeredAt }) => `<b>${name}</b>: ${registeredAt}`);
	const steps = [
		'Publish (activate) the workflow.',
		hasToken
			? `Copy your <b>Production URL</b>, and add <b>?token=</b> and the token of the credential at its end, without spaces: <b>${asHtml(url)}?token=</b>…${LINE}n8n does not show the token again. If you no longer have it, enter a new one in the credential, and register the URL with that.`
			: `Copy your <b>Production URL</b>: <b>${asHtml(url)}</b>`,
		kinds.length === 0
			? 'Choose under <b>Trigger On</b> what starts the workflow, to see where the URL belongs.'
			: [`Enter it in the service’s web application${methods}:`, ...places].join(LINE),
		'Let the service call, then open this node again: <b>Last calls</b> shows each call.',
	];
	return steps.map((step, at) => `${at + 1}. ${step}`).join(LINE);
}

/** What keeps callbacks from coming in, as far as n8n knows. */
export function obstacles(address: string, isOn: boolean, tokenFault: string): string[] {
	const isPrivate = isPrivateAddress(address);
	const shown = asHtml(address);
	return [
		!isOn &&
			'<b>The workflow does not seem to be published</b>: the Production URL works only then.',
		isPrivate &&
			`<b>The service cannot reach ${shown} over the internet</b>: the address is private or local. ${PUBLIC_ADDRESS_ADVICE}`,
		!isPrivate &&
			address.startsWith('http:') &&
			`<b>${shown} is not encrypted</b>: others can read the token. Set WEBHOOK_URL to an https:// address.`,
		tokenFault !== '' && `<b>The token is not ready</b>: ${asHtml(tokenFault)}`,
	].filter((text) => text !== false);
}

async function faultOfCredential(context: ILoadOptionsFunctions): Promise<string> {
	try {
		return faultOfTokens(await context.getCredentials('messagingServiceCallbackApi')) ?? '';
	} catch {
		return 'Choose or create a credential. If you just did, close this node and open it again.';
	}
}

const parameters = z.object({
	events: z.array(z.string()).catch([]),
	authentication: z.unknown(),
	timezone: z.string().catch(SERVICE_TIMEZONE),
	trigger: z.tuple([z.string(), z.string()]).rest(z.string()).catch(['', SERVICE_TIMEZONE]),
});

export async function getCallbackUrl(this: ILoadOptionsFunctions) {
	const {
		events,
		authentication,
		timezone,
		trigger: [trigger, ownZone, webhookId = ''],
	} = parameters.parse(this.getCurrentNodeParameters() ?? {});
	const calls = lastCallsAsHtml(trigger, timezoneOf(timezone, ownZone));
	const hasToken = authentication === 'token';
	const kinds = [...INBOX_KINDS, ...STATUS_KINDS].filter(({ value }) => events.includes(value));
	// n8n serves its REST API and its webhooks under the same address. The editor may have another one.
	const rest = new URL(this.getRestApiUrl());
	const url = publishedUrl(trigger) ?? new URL(`webhook/${webhookId}/${webhook.path}`, rest).href;
	const tokenFault = hasToken ? await faultOfCredential(this) : '';
	const problems = obstacles(rest.origin, isPublished(trigger), tokenFault);
	const seen = ['<b>Last calls</b>', ...calls].join(LINE);
	const notice = [registrationSteps(kinds, hasToken, url), ...problems, seen].join(LINE + LINE);
	return { fields: [], emptyFieldsNotice: notice };
}
