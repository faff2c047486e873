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
	lifecycle,
	onCallback,
	receive,
	STATUS_KINDS,
	statusesField,
	triggerFields,
	triggerPanel,
} from '../callbacks';

export class MessagingServiceStatusTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Status Trigger',
		name: 'messagingServiceStatusTrigger',
		icon: {
			light: 'file:../../icons/messagingService.svg',
			dark: 'file:../../icons/messagingService.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle(STATUS_KINDS),
		triggerPanel,
		description:
			'Starts the workflow when a message was sent, delivered or read, or when it failed',
		defaults: { name: 'Messaging Service Status Trigger' },
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
		webhooks: [
			onCallback('default', 'POST'),
			// The reports of unofficial messages come by either method.
			onCallback('setup', 'GET'),
		],
		properties: triggerFields(STATUS_KINDS, [statusesField]),
	};

	methods = { credentialTest: { callbackToken: callbackTokenTest } };

	webhookMethods = { default: lifecycle, setup: lifecycle };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
