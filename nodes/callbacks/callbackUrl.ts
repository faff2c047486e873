import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { z } from 'zod';

import { asHtml, isPrivateAddress, liveNotice, PUBLIC_ADDRESS_ADVICE } from '../plain';
import { INBOX_KINDS, STATUS_KINDS, type CallbackKind } from './kinds';

export const callbackUrlField = liveNotice({
	displayName: 'Callback URL',
	name: 'callbackUrl',
	method: 'getCallbackUrl',
	dependsOn: ['events', 'authentication'],
});

interface Registration {
	kinds: readonly CallbackKind[];
	hasToken: boolean;
	address: string;
}

const LINE = '<br />';

export function registrationSteps({ kinds, hasToken, address }: Registration): string {
	const methods = kinds.some(({ isAlsoGet }) => isAlsoGet)
		? ' (the same URL takes GET and POST)'
		: '';
	const places = kinds.map(({ name, registeredAt }) => `<b>${name}</b>: ${registeredAt}`);
	const steps = [
		'Copy the <b>Production URL</b> from <b>Webhook URLs</b> above.',
		hasToken &&
			'Add <b>?token=</b> and the token of the credential at its end, without spaces: https://n8n.example.com/webhook/…/callback?token=4f9d…',
		kinds.length === 0
			? 'Choose under <b>Trigger On</b> what starts the workflow, to see where the URL belongs.'
			: [`Enter it in the service’s web application${methods}:`, ...places].join(LINE),
		'Publish (activate) the workflow.',
	].filter((step) => step !== false);
	const numbered = steps.map((step, at) => `${at + 1}. ${step}`).join(LINE);
	return isPrivateAddress(address)
		? `${numbered}${LINE}${LINE}<b>The service cannot reach ${asHtml(address)} over the internet</b>: the address is private or local. ${PUBLIC_ADDRESS_ADVICE}`
		: numbered;
}

const chosenEvents = z.array(z.string()).catch([]);

export async function getCallbackUrl(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const chosen = chosenEvents.parse(this.getCurrentNodeParameter('events'));
	const kinds = [...INBOX_KINDS, ...STATUS_KINDS].filter(({ value }) => chosen.includes(value));
	const notice = registrationSteps({
		kinds,
		hasToken: this.getCurrentNodeParameter('authentication') === 'token',
		// n8n serves its REST API and its webhooks under the same address. The editor may have another one.
		address: new URL(this.getRestApiUrl()).origin,
	});
	return await Promise.resolve({ fields: [], emptyFieldsNotice: notice });
}
