import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import * as callbacks from '../callbacks';

export class MessagingServiceStatusTrigger implements INodeType {
	description: INodeTypeDescription = {
		...callbacks.triggerDescription,
		displayName: 'Messaging Service Status Trigger',
		name: 'messagingServiceStatusTrigger',
		icon: {
			light: 'file:../../icons/messagingService.svg',
			dark: 'file:../../icons/messagingService.dark.svg',
		},
		description:
			'Delivery reports only, on a URL of their own. The Messaging Service Trigger takes messages and reports on one URL.',
		subtitle: callbacks.eventsSubtitle(callbacks.STATUS_KINDS),
		defaults: { name: 'Messaging Service Status Trigger' },
		// n8n's scan looks for the credential's test in this file.
		credentials: [
			{
				name: 'messagingServiceCallbackApi',
				required: true,
				testedBy: 'callbackToken',
				displayOptions: { show: { authentication: ['token'] } },
			},
		],
		webhooks: callbacks.webhooks,
		properties: callbacks.triggerFields(callbacks.STATUS_KINDS),
	};

	methods = callbacks.triggerMethods;

	webhookMethods = callbacks.webhookMethods;

	webhook = callbacks.receiver(false);
}
