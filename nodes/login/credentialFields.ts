import type { INodeProperties } from 'n8n-workflow';

import { choiceField, notice, requiredField, textField } from '../plain';
import { WHITELIST_NOTICE } from '../service';

/** These addresses belong to this machine or to private networks, where http:// is acceptable. */
const PRIVATE_HOST =
	'^\\s*[hH][tT][tT][pP]://(\\[(::1|[fF][cCdD]|[fF][eE][89abAB])|(localhost|(127|10)(\\.[0-9]+){3}|192\\.168(\\.[0-9]+){2}|172\\.(1[6-9]|2[0-9]|3[01])(\\.[0-9]+){2}|[^./:\\[]+|[^/:]+\\.(local|internal|lan|test))(:|/|$))';

export const baseUrlFields = (placeholder: string, description: string): INodeProperties[] => [
	requiredField('Base URL', 'baseUrl', { placeholder, description }),
	notice(
		'unencryptedNotice',
		'This address begins with http://, so anyone between n8n and the service can read your login and your messages. Use https:// if the service offers it.',
		{
			show: { baseUrl: [{ _cnd: { regex: '^\\s*[hH][tT][tT][pP]://' } }] },
			hide: { baseUrl: [{ _cnd: { regex: PRIVATE_HOST } }] },
		},
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
