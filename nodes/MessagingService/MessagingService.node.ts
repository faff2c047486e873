import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
} from 'n8n-workflow';

import { apiLoginTest, smsLoginTest } from '../login';
import { checkSetup } from './checkSetup';
import { panelFields, subtitleFor } from './panel';
import { run } from './engine';
import { getTemplateParameters, getTemplateText, searchChannels, searchTemplates } from './lookups';
import { resources } from './operations';
import { SEND_AND_WAIT } from './operations/question';
import { answer, ask, waiting } from './sendAndWait';

export class MessagingService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service',
		name: 'messagingService',
		icon: {
			light: 'file:../../icons/messagingService.svg',
			dark: 'file:../../icons/messagingService.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: subtitleFor(resources),
		description: 'Send WhatsApp messages and SMS, and check the credit of your account',
		defaults: { name: 'Messaging Service' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'messagingServiceApi',
				displayName: 'Credential for WhatsApp and Account',
				required: true,
				testedBy: 'apiLogin',
				displayOptions: { hide: { resource: ['sms'] } },
			},
			{
				name: 'messagingServiceSmsApi',
				displayName: 'Credential for SMS',
				// Check Setup works without it, and n8n reads only the first entry of a name. So the engine requires it for SMS.
				required: false,
				testedBy: 'smsLogin',
				displayOptions: {
					show: { resource: ['sms', 'account'], operation: ['send', 'checkSetup'] },
				},
			},
		],
		...waiting,
		properties: panelFields(resources),
	};

	methods = {
		credentialTest: { apiLogin: apiLoginTest, smsLogin: smsLoginTest },
		listSearch: { searchChannels, searchTemplates },
		resourceMapping: { getTemplateParameters, getTemplateText },
	};

	async execute(this: IExecuteFunctions) {
		// The editor allows no expression in this parameter, so the first item speaks for all.
		const operation: unknown =
			this.getInputData().length > 0 && this.getNodeParameter('operation', 0, '');
		if (operation === SEND_AND_WAIT) return [await ask(this, resources)];
		return [await (operation === 'checkSetup' ? checkSetup(this) : run(this, resources))];
	}

	webhook(this: IWebhookFunctions) {
		return Promise.resolve(answer(this));
	}
}
