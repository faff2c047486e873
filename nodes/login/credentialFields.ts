import type { INodeProperties } from 'n8n-workflow';

import { choiceField, notice, requiredField, textField } from '../plain';
import { WHITELIST_NOTICE } from '../service';

export const baseUrlFields = (placeholder: string, description: string): INodeProperties[] => [
	requiredField('Base URL', 'baseUrl', { placeholder, description }),
	notice(
		'unencryptedNotice',
		'This address begins with http://, so anyone between n8n and the service can read your login and your messages. Outside your own network, use https://.',
		// n8n tries a regex again whenever it reads a login, and fails the node if that takes 250 ms.
		{ show: { baseUrl: [{ _cnd: { startsWith: 'http://' } }] } },
	),
];

/**
 * By default, n8n lets anyone who may use a credential send its login to any address with an HTTP Request node. The
 * nodes of this package do not need that, so the default here is None.
 */
export const accessFields: INodeProperties[] = [
	notice('whitelistNotice', WHITELIST_NOTICE),
	choiceField(
		'Allowed HTTP Request Domains',
		'allowedHttpRequestDomains',
		'none',
		'Where HTTP Request nodes may send this login. The Messaging Service nodes work with every choice.',
		[
			{ name: 'All', value: 'all', description: 'Allow all requests of HTTP Request nodes' },
			{
				name: 'Specific Domains',
				value: 'domains',
				description: 'Allow requests of HTTP Request nodes to certain domains',
			},
			{
				name: 'None',
				value: 'none',
				description: 'Keep this credential out of HTTP Request nodes',
			},
		],
	),
	textField('Allowed Domains', 'allowedDomains', {
		placeholder: 'e.g. example.com, *.subdomain.com',
		description: 'Domains separated by commas; * stands for any subdomain',
		displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
	}),
];
