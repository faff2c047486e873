import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';

import { accessFields, baseUrlFields } from '../nodes/login';
import { field, isPlainRecord } from '../nodes/plain';
import { countryCodeField, OTHER_SMS_PATH, SMS_PATH } from '../nodes/service';

export class MessagingServiceSmsApi implements ICredentialType {
	name = 'messagingServiceSmsApi';

	displayName = 'Messaging Service SMS API';

	icon = {
		light: 'file:../icons/messagingService.svg',
		dark: 'file:../icons/messagingService.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service/blob/main/docs/credentials.md#messaging-service-sms-api';

	properties: INodeProperties[] = [
		field.required('User', 'user', {
			placeholder: 'e.g. company_api',
			description: 'The API user name: the account name that ends in _api',
		}),
		field.required('Password', 'password', {
			typeOptions: { password: true },
			description: 'The password of the API user',
		}),
		countryCodeField,
		...baseUrlFields('e.g. https://sms.example.com', 'The address of the service’s SMS host'),
		field.required('Path', 'path', {
			default: SMS_PATH,
			description: `The path to which messages are sent. If the service finds nothing there (404), try ${OTHER_SMS_PATH}.`,
		}),
		...accessFields,
	];

	// URLs are logged, so the login goes into the body. A function is faster than an expression here.
	// nodes/login sends the same login for the test, and engine/account.ts redacts it.
	authenticate: IAuthenticate = ({ user, password }, request) =>
		Promise.resolve({
			...request,
			body: Object.assign(isPlainRecord(request.body) ? request.body : {}, {
				user: typeof user === 'string' ? user.trim() : user,
				password,
			}),
		});
}
