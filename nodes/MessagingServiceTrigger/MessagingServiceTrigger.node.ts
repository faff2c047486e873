import type {
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import {
	eventsSubtitle,
	INBOX_KINDS,
	inboxOptions,
	lifecycle,
	onCallback,
	receive,
	triggerDescription,
	triggerFields,
	triggerMethods,
} from '../callbacks';

export class MessagingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		...triggerDescription,
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		icon: {
			light: 'file:../../icons/messagingService.svg',
			dark: 'file:../../icons/messagingService.dark.svg',
		},
		// n8n shows this text for the entry that the trigger shares with the node.
		description:
			'WhatsApp and SMS: send with its actions, or start the workflow when someone writes. For delivery reports, use the Messaging Service Status Trigger.',
		subtitle: eventsSubtitle(INBOX_KINDS),
		defaults: { name: 'Messaging Service Trigger' },
		credentials: [
			{
				name: 'messagingServiceCallbackApi',
				required: true,
				testedBy: 'callbackToken',
				displayOptions: { show: { authentication: ['token'] } },
			},
		],
		webhooks: [{ ...onCallback('default', 'POST'), ndvHideMethod: true }],
		properties: triggerFields(INBOX_KINDS, { options: inboxOptions }),
	};

	methods = triggerMethods;

	webhookMethods = { default: lifecycle };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, true);
	}
}
