import type {
	IAuthenticateRuleResponseSuccessBody,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import {
	addressExpression,
	requestDomainFields,
	rulesFor,
	unencryptedNotice,
	whitelistNotice,
} from '../nodes/login';
import { isPlainRecord } from '../nodes/plain';
import {
	NOT_ON_WHITELIST,
	SMS_ADDRESS_ADVICE,
	SMS_PATH,
	SMS_WHITELIST_ADVICE,
} from '../nodes/service';

const status = (value: unknown, message: string): IAuthenticateRuleResponseSuccessBody => ({
	type: 'responseSuccessBody',
	properties: { key: 'results[0].status', value, message },
});

/** A status that refuses the login (section Errors), as text and as a number. */
const refusals = (code: number, message: string) => [
	status(String(code), message),
	status(code, message),
];

export class MessagingServiceSmsApi implements ICredentialType {
	name = 'messagingServiceSmsApi';

	displayName = 'Messaging Service SMS API';

	icon = {
		light: 'file:../icons/messagingService.svg',
		dark: 'file:../icons/messagingService.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'User',
			name: 'user',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. company_api',
			description: 'The API user name: the account name that ends in _api',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The password of the API user',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://sms.example.com',
			description: 'The address of the service’s SMS host',
		},
		unencryptedNotice,
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			required: true,
			default: SMS_PATH,
			description: 'The path to which messages are sent',
		},
		whitelistNotice,
		...requestDomainFields,
	];

	// In the form body, because addresses are logged. A function, because n8n evaluates expressions anew for each request.
	authenticate = (
		{ user, password }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> =>
		Promise.resolve({
			...request,
			body: Object.assign(isPlainRecord(request.body) ? request.body : {}, {
				user: typeof user === 'string' ? user.trim() : user,
				password,
			}),
		});

	// A text without a recipient: nothing can be sent, and the service still checks the login first.
	test: ICredentialTestRequest = {
		request: {
			baseURL: addressExpression('path'),
			url: '',
			method: 'POST',
			headers: {
				Accept: 'application/json',
				'Content-Type': 'application/x-www-form-urlencoded',
			},
			body: { SMSText: 'Connection test', output: 'json' },
			disableFollowRedirect: true,
		},
		rules: rulesFor(
			(code) => {
				if (code === 422) {
					return 'The SMS host refused the test request before it looked at the login, so the login could not be checked (422).';
				}
				if (code === 401 || code === 403) {
					return `The SMS host does not allow this access (${code}). ${SMS_WHITELIST_ADVICE}`;
				}
				return code >= 500
					? `The SMS host had a problem of its own (${code}). Try again in a few minutes.`
					: `The SMS host does not accept messages at this address (${code}). ${SMS_ADDRESS_ADVICE}`;
			},
			[
				...refusals(
					-5,
					'The user or the password is wrong (-5). The user is the account whose name ends in _api.',
				),
				...refusals(-40, `${NOT_ON_WHITELIST} (-40)`),
				status(
					undefined,
					`Something answered at this address, but not as the SMS host does. ${SMS_ADDRESS_ADVICE}`,
				),
			],
		),
	};
}
