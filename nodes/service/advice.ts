import { OTHER_SMS_PATH } from './limits';

/** Section Errors of the service's documentation lists the HTTP codes. */

/** Rule 2 of the section: any other code is a failure. */
export const isSuccess = (status: number): boolean => [200, 201, 202, 204].includes(status);

const REFUSALS = new Set([400, 401, 403, 404, 405, 422, 429]);

const isRedirect = (status: number) => status >= 300 && status <= 399;

/** True if certainly nothing was sent. After a code that is not documented, the message may have been sent. */
export const isRefusal = (status: number): boolean =>
	// A redirect that is not followed has no effect. A 303 is different: it may point to a result.
	REFUSALS.has(status) || (isRedirect(status) && status !== 303);

/** True if the login, the whitelist, the URL, the credit or the service is the cause, and not one item. */
export const isOfAllItems = (status: number): boolean =>
	[401, 402, 403, 405, 407, 429].includes(status) || isRedirect(status) || status >= 500;

/** True if a read may work a moment later. */
export const mayPass = (status: number): boolean =>
	status === 408 || status === 303 || status >= 500;

const WHITELIST = 'the IP whitelist (Account, IP Whitelist, with Active checked)';

export const WHITELIST_ADVICE = `Check the API key (web application: Account, User Management) and that the public address of this n8n is on ${WHITELIST}.`;

const SMS_WHITELIST_ADVICE = `Check user and password, and that the public address of this n8n is on ${WHITELIST}.`;

export const WHITELIST_NOTICE = `The service accepts requests only from addresses on ${WHITELIST}. Add the public address of this n8n in the service’s web application.`;

export const ADDRESS_ADVICE =
	'Check the Base URL and the Path Prefix in the credential, where svc stands for the service’s own name.';

/** Behind advice on an address: a user who has corrected it sees what is still wrong. */
export const whereCalled = (advice: string, url: string): string =>
	advice.includes('Base URL and') ? `${advice} The node called ${url}.` : advice;

export const SMS_ADDRESS_ADVICE = `Check the Base URL and the Path in the credential. The documentation also shows the path ${OTHER_SMS_PATH}.`;

const FIX_NAMED =
	'Correct the fields that it names, then run again. If it names a file, the service must be able to download it without a login. If it names the credit, top it up.';

const CREDENTIAL_WORDS = {
	messagingServiceApi: {
		login: 'the API key',
		whitelist: WHITELIST_ADVICE,
		address: ADDRESS_ADVICE,
		notFound: `Check the ID or reference number of this item. ${ADDRESS_ADVICE}`,
		rate: 'Lower Requests per Second in the credential: everything that uses the same key, on any machine, shares one limit.',
	},
	messagingServiceSmsApi: {
		login: 'the user and the password',
		whitelist: SMS_WHITELIST_ADVICE,
		address: SMS_ADDRESS_ADVICE,
		notFound: SMS_ADDRESS_ADVICE,
		rate: 'Run again later, with fewer items: everything that uses the same user, on any machine, shares one limit.',
	},
};

export type CredentialName = keyof typeof CREDENTIAL_WORDS;

/** As n8n shows the types. */
export const CREDENTIAL_LABELS: Readonly<Record<CredentialName, string>> = {
	messagingServiceApi: 'Messaging Service API',
	messagingServiceSmsApi: 'Messaging Service SMS API',
};

type Words = readonly [what: string, advice: string];

/** The service does not document these codes. The advice gives their usual meaning (RFC 9110). */
const UNDOCUMENTED: Readonly<Record<number, string>> = {
	402: 'It usually means that there is not enough credit: check the balance (Account, Get Balance).',
	407: 'A proxy between n8n and the service requires a login: ask the person who runs it.',
	408: 'It usually means that the request took too long. If it persists, ask the service’s support.',
	409: 'It usually means that the service already has this message, or is still processing it.',
	410: 'It usually means that this address is gone: look for a newer version of this node.',
	413: 'It usually means that the message or its file is too large: send a smaller one.',
};

export function adviceFor(status: number, credential: CredentialName): Words {
	const { login, whitelist, address, notFound, rate } = CREDENTIAL_WORDS[credential];
	const documented: Readonly<Record<number, Words>> = {
		400: [
			'The service found the request invalid',
			'Compare the values of this item with what the service says.',
		],
		401: [`The service did not accept ${login}`, whitelist],
		403: ['The service does not allow this access', whitelist],
		404: ['The service found nothing under this address', notFound],
		405: ['The service does not offer this action under this address', address],
		422: ['The service refused a value', FIX_NAMED],
		429: ['The service’s rate limit was reached, even after retries', rate],
	};
	const words = documented[status];
	if (words !== undefined) return words;
	if (status >= 500 && status <= 599) {
		return ['The service had an internal problem', 'If it persists, ask the service’s support.'];
	}
	if (isRedirect(status)) {
		return [
			'The service pointed to another address',
			'The node does not follow redirects, so that your login goes nowhere else. Enter the final address as Base URL in the credential (often it is https:// instead of http://).',
		];
	}
	return [
		'The service responded with a code that it does not document',
		UNDOCUMENTED[status] ?? 'Ask the service’s support what this code means.',
	];
}
