import type {
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import {
	eventsSubtitle,
	lifecycle,
	onCallback,
	receive,
	reportFields,
	STATUS_KINDS,
	triggerDescription,
	triggerFields,
	triggerMethods,
} from '../callbacks';

export class MessagingServiceStatusTrigger implements INodeType {
	description: INodeTypeDescription = {
		...triggerDescription,
		displayName: 'Messaging Service Status Trigger',
		name: 'messagingServiceStatusTrigger',
		icon: {
			light: 'file:../../icons/messagingService.svg',
			dark: 'file:../../icons/messagingService.dark.svg',
		},
		description:
			'Starts the workflow when a message was sent, delivered or read, or when it failed. For incoming messages, use the Messaging Service Trigger.',
		subtitle: eventsSubtitle(STATUS_KINDS),
		defaults: { name: 'Messaging Service Status Trigger' },
		credentials: [
			{
				name: 'messagingServiceCallbackApi',
				required: true,
				testedBy: 'callbackToken',
				displayOptions: { show: { authentication: ['token'] } },
			},
		],
		webhooks: [
			{ ...onCallback('default', 'POST'), ndvHideMethod: true },
			// Reports of unofficial messages come by either method to the same address, which n8n shows once.
			{ ...onCallback('setup', 'GET'), ndvHideUrl: true },
		],
		properties: triggerFields(STATUS_KINDS, { fields: reportFields }),
	};

	methods = triggerMethods;

	webhookMethods = { default: lifecycle, setup: lifecycle };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
