import type { ICredentialType, INodeProperties } from 'n8n-workflow';

import { field } from '../nodes/plain';

export class MessagingServiceCallbackApi implements ICredentialType {
	name = 'messagingServiceCallbackApi';

	displayName = 'Messaging Service Callback API';

	icon = {
		light: 'file:../icons/messagingService.svg',
		dark: 'file:../icons/messagingService.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service/blob/main/docs/credentials.md#messaging-service-callback-api';

	properties: INodeProperties[] = [
		field.required('Token', 'token', {
			typeOptions: { password: true },
			description:
				'A secret that you make up: at least 24 random letters and digits. To get one, type any letter, save, and open More details. Keep it: n8n does not show it again. Add it as ?token=… to the callback URL that you register at the service. Then only someone who knows the token can start your workflow.',
		}),
		field.text('Previous Token', 'previousToken', {
			typeOptions: { password: true },
			description:
				'To replace the token without losing a callback: move the old one here, enter a new one above, register the URL with the new one at the service, then empty this field. Until then, both are accepted.',
		}),
	];
}
