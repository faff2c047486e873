import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import * as callbacks from '../callbacks';

export class MessagingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		...callbacks.triggerDescription,
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		icon: {
			light: 'file:../../icons/messagingService.svg',
			dark: 'file:../../icons/messagingService.dark.svg',
		},
		// n8n shows this text for the panel entry that the trigger and the node share.
		description:
			'WhatsApp and SMS: send with its actions, or start the workflow when someone writes or a delivery report comes',
		subtitle: callbacks.eventsSubtitle(callbacks.ALL_KINDS),
		defaults: { name: 'Messaging Service Trigger' },
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
		properties: callbacks.triggerFields(callbacks.ALL_KINDS),
	};

	methods = callbacks.triggerMethods;

	webhookMethods = callbacks.webhookMethods;

	webhook = callbacks.receiver(true);
}
