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
	getCallbackUrl,
	INBOX_KINDS,
	inboxOptions,
	lifecycle,
	onCallback,
	receive,
	triggerFields,
	triggerPanel,
	triggerTexts,
} from '../callbacks';

export class MessagingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		icon: {
			light: 'file:../../icons/messagingService.svg',
			dark: 'file:../../icons/messagingService.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle(INBOX_KINDS),
		triggerPanel,
		...triggerTexts,
		// n8n shows it for the entry that the trigger shares with the node.
		description:
			'WhatsApp and SMS: send with its actions, or start the workflow when someone writes. For delivery reports, use the Messaging Service Status Trigger.',
		defaults: { name: 'Messaging Service Trigger' },
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
		webhooks: [{ ...onCallback('default', 'POST'), ndvHideMethod: true }],
		properties: triggerFields(INBOX_KINDS, { options: inboxOptions }),
	};

	methods = {
		credentialTest: { callbackToken: callbackTokenTest },
		resourceMapping: { getCallbackUrl },
	};

	webhookMethods = { default: lifecycle };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, true);
	}
}
