import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';

import { accessFields, baseUrlFields } from '../nodes/login';
import { field } from '../nodes/plain';
import { API_PATH_PREFIX, countryCodeField, REQUESTS_PER_SECOND } from '../nodes/service';

export class MessagingServiceApi implements ICredentialType {
	name = 'messagingServiceApi';

	displayName = 'Messaging Service API';

	icon = {
		light: 'file:../icons/messagingService.svg',
		dark: 'file:../icons/messagingService.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service/blob/main/docs/credentials.md#messaging-service-api';

	properties: INodeProperties[] = [
		field.required('API Key', 'apiKey', {
			typeOptions: { password: true },
			description:
				'The key of the API user, from the service’s web application under Account, User Management',
		}),
		countryCodeField,
		...baseUrlFields('e.g. https://api.example.com', 'The address of the service’s HTTP API'),
		field.required('Path Prefix', 'pathPrefix', {
			default: API_PATH_PREFIX,
			description: 'The beginning of every API path. Replace svc with the service’s own name.',
		}),
		...accessFields,
		field.number('Requests per Second', 'requestsPerSecond', REQUESTS_PER_SECOND, {
			typeOptions: { minValue: 0.1 },
			description: `The service accepts ${REQUESTS_PER_SECOND}. Lower it if other programs use the same key.`,
		}),
	];

	// n8n would evaluate an expression for each request. Pasted keys often end in a space, so it is cut off.
	// nodes/login sends the same login for the test, and engine/account.ts redacts it.
	authenticate: IAuthenticate = ({ apiKey }, request) =>
		Promise.resolve({
			...request,
			headers: { ...request.headers, APIKey: typeof apiKey === 'string' ? apiKey.trim() : '' },
		});
}
