import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import {
	callbackTokenTest,
	eventsSubtitle,
	INBOX_KINDS,
	lifecycle,
	onCallback,
	receive,
	triggerFields,
	triggerPanel,
} from '../callbacks';

export class MessagingServiceInboxTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Inbox Trigger',
		name: 'messagingServiceInboxTrigger',
		icon: {
			light: 'file:../../icons/messagingService.svg',
			dark: 'file:../../icons/messagingService.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle(INBOX_KINDS),
		triggerPanel,
		description:
			'Starts the workflow when someone writes: on WhatsApp Official, Unofficial or Business, or by SMS',
		defaults: { name: 'Messaging Service Inbox Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'messagingServiceCallbackApi',
				required: true,
				testedBy: 'callbackToken',
				displayOptions: { show: { authentication: ['token'] } },
			},
		],
		webhooks: [onCallback('default', 'POST')],
		properties: triggerFields(INBOX_KINDS),
	};

	methods = { credentialTest: { callbackToken: callbackTokenTest } };

	webhookMethods = { default: lifecycle };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
