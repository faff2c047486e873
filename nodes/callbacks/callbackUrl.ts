import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { z } from 'zod';

import { asHtml, isPrivateAddress, liveNotice } from '../plain';
import { INBOX_KINDS, STATUS_KINDS, type CallbackKind } from './kinds';

/** What to register at the service, step by step, and whether the service can reach this n8n at all. */

export const callbackUrlField = liveNotice({
	displayName: 'Callback URL',
	name: 'callbackUrl',
	method: 'getCallbackUrl',
	dependsOn: ['events', 'authentication'],
});

interface Registration {
	kinds: readonly CallbackKind[];
	hasToken: boolean;
	/** Where n8n believes that it is reached from outside. */
	address: string;
}

const place = ({ name, registeredAt }: CallbackKind) => `<b>${name}</b>: ${registeredAt}`;

const LINE = '<br />';

/** As HTML, which n8n shows in notices. */
export function registrationSteps({ kinds, hasToken, address }: Registration): string {
	const byGet = kinds.some(({ isAlsoGet }) => isAlsoGet === true);
	const steps = [
		'Copy the <b>Production URL</b> from <b>Webhook URLs</b> above.',
		...(hasToken
			? [
					'Add <b>?token=</b> and the token of the credential at its end, without spaces: https://n8n.example.com/webhook/…/callback?token=4f9d…',
				]
			: []),
		kinds.length === 0
			? 'Choose under <b>Trigger On</b> what starts the workflow, to see where the URL belongs.'
			: `Enter it in the service’s web application${byGet ? ' (the same URL takes GET and POST)' : ''}:${LINE}${kinds.map(place).join(LINE)}`,
		'Publish (activate) the workflow.',
	];
	const numbered = steps.map((step, at) => `${at + 1}. ${step}`);
	const unreachable = isPrivateAddress(address)
		? [
				'',
				`<b>The service cannot reach ${asHtml(address)} over the internet</b>: the address is private or local. Set up a public address or a tunnel, and set WEBHOOK_URL to it.`,
			]
		: [];
	return [...numbered, ...unreachable].join(LINE);
}

const chosenEvents = z.array(z.string()).catch([]);

export async function getCallbackUrl(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const chosen = chosenEvents.parse(this.getCurrentNodeParameter('events'));
	const kinds = [...INBOX_KINDS, ...STATUS_KINDS].filter(({ value }) => chosen.includes(value));
	const notice = registrationSteps({
		kinds,
		hasToken: this.getCurrentNodeParameter('authentication') === 'token',
		// It begins with the address of the webhooks; that of the editor may be another one.
		address: new URL(this.getRestApiUrl()).origin,
	});
	return await Promise.resolve({ fields: [], emptyFieldsNotice: notice });
}
