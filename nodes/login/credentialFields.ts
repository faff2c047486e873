import { z } from 'zod';

import { field, textOr } from '../plain';
import { API_PATH_PREFIX, SMS_PATH, WHITELIST_NOTICE } from '../service';

/** As the credentials send them, without the space that a pasted login may end in. */
const trimmed = textOr('').transform((typed) => typed.trim());

/** The fields of both credentials. */
export const loginFields = z.object({
	baseUrl: textOr(''),
	pathPrefix: textOr(API_PATH_PREFIX),
	path: textOr(SMS_PATH),
	apiKey: trimmed,
	user: trimmed,
	password: textOr(''),
});

export const baseUrlFields = (placeholder: string, description: string) => [
	field.required('Base URL', 'baseUrl', { placeholder, description }),
	field.notice(
		'unencryptedNotice',
		'With http://, others can read your login and your messages. Outside your own network, use https://.',
		// n8n tries a regex again whenever it reads a login, and fails the node if that takes 250 ms.
		{ show: { baseUrl: [{ _cnd: { startsWith: 'http://' } }] } },
	),
];

/**
 * By default, n8n lets anyone who may use a credential send its login to any address with an HTTP Request node. The
 * nodes of this package do not need that, so the default here is None.
 */
export const accessFields = [
	field.notice('whitelistNotice', WHITELIST_NOTICE),
	field.choice('Allowed HTTP Request Domains', 'allowedHttpRequestDomains', 'none', {
		description: 'Where HTTP Request nodes may send this login, also for Custom API Call',
		choices: {
			all: ['All', 'Allow all requests of HTTP Request nodes'],
			domains: ['Specific Domains', 'Allow requests of HTTP Request nodes to certain domains'],
			none: ['None', 'Keep this credential out of HTTP Request nodes'],
		},
	}),
	field.text('Allowed Domains', 'allowedDomains', {
		placeholder: 'e.g. api.example.com',
		description: 'Hosts separated by commas. *. stands for any subdomain.',
		...field.shownFor('allowedHttpRequestDomains', 'domains'),
	}),
];
