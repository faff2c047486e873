import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	INodeProperties,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import {
	lifecycle,
	onCallback,
	receive,
	STATUS_KINDS,
	subtitleFor,
	triggerFields,
	triggerPanel,
} from '../callbacks';
import { MESSAGE_STATUS } from '../service';
import { callbackToken } from '../login';

const statuses: INodeProperties = {
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	options: Object.values(MESSAGE_STATUS)
		.map(({ name }) => ({ name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, value: name }))
		.sort((a, b) => a.name.localeCompare(b.name)),
	default: [],
	description:
		'Only start the workflow for these statuses. If none is chosen, all of them start it.',
};

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
		subtitle: subtitleFor(STATUS_KINDS),
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
			// The status of unofficial messages comes by either method, as the account is set.
			onCallback('setup', 'GET'),
		],
		properties: triggerFields(STATUS_KINDS, [statuses]),
	};

	methods = { credentialTest: { callbackToken } };

	webhookMethods = { default: lifecycle, setup: lifecycle };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
